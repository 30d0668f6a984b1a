import type { LanguageTexts } from './language-texts.js';
import { SAID } from './said/de.js';

export const de: LanguageTexts = {
  locale: 'de-DE',
  name: 'Deutsch',
  words:
    'aber alle als also am an auch auf aus bei bin bis bist bitte da damit dann das dass dein deine dem den denn der des dich die dies diese dir doch du ein eine einem einen einer er es euch euer eure für gern gibt habe haben habt hast hat hier ich ihr ihre im immer in ist ja kann kannst kein keine können könnt machen macht man mehr mein meine mich mir mit nach nicht noch nun nur ob oder schon sehr sein seid sich sie sind so soll über um und uns unser viel vom von vor wann war warum was weiß welche welcher wenn wer werden wie wieviel wird wo zu zum zur hallo danke heute wurde wohnst heißt',
  letters: 'ßäöü',
  greetings:
    'hallo [zusammen|alle|leute|nochmal|du] / hallöchen / hi [zusammen] / hey [du|leute] / moin [moin] / servus / grüß gott / grüß dich / grüezi / guten (morgen|tag|abend) [zusammen|allerseits] / morgen / tag / na / huhu / halo',
  polite:
    'bitte / mal / ok / okay / also / so / gut / nun / ähm / hm / danke / vielen dank / kurze frage / entschuldigung / entschuldige / sag mal / ach / oh / ey',
  openings:
    '(kannst du|könntest du|können sie|könnten sie) (mir|uns) [bitte] [mal] (sagen|erklären|erzählen|verraten|zeigen) / weißt du [etwas|was] [über] / weißt du / wissen sie / sag mir / erzähl [mir] [bitte] [mal] [etwas|was|mehr] (über|von) / erklär [mir] [bitte] / ich (möchte|will|würde gern|würde gerne) wissen / was weißt du über / was kannst du [mir] über / hast du infos zu / was ist mit / wie sieht es aus mit / darf (ich|man|mein|meine) / dürfen (wir|meine) / kann (man|ich) / gibt es / habt ihr / habt ihr auch',
  calculate:
    'was ist / wie viel ist / wieviel ist / wie viel sind / wieviel sind / was ergibt / was macht / berechne / rechne / rechne aus / was sind / wie viel macht',
  math: { '+': 'plus', '-': 'minus', '*': 'mal / multipliziert mit', '/': 'geteilt durch / durch', of: 'von / vom' },
  choose: '(wähle|wähl|entscheide|entscheid|such) [mir|dich] [zwischen|aus|für] / was soll ich nehmen / was ist besser',
  or: 'oder / und',
  roll: '(würfle|würfel|wirf) [mir] [einen|ein|mit|mal]',
  myNameIs: 'ich heiße / mein name ist / ich bin der / ich bin die / nenn mich / man nennt mich / nenne mich',
  clock:
    'wie spät ist es [jetzt|gerade] / wie viel uhr ist es / wieviel uhr ist es / wie viel uhr / uhrzeit / wie spät / wie spät ist es in {} / wie viel uhr ist es in {} / uhrzeit in {} / welcher tag ist heute / was ist heute für ein tag / welchen tag haben wir [heute] / der wievielte ist heute / den wievielten haben wir [heute] / welches datum ist heute / welches datum haben wir [heute] / was ist das datum / datum / wochentag',
  you: 'du dich dir dein deine deiner deinem deinen ihr sie ihnen',
  insults:
    'idiot dumm blöd doof scheiß scheiss arsch fick trottel depp müll mull nutzlos bescheuert schwachsinn versager hurensohn wichser fresse vollpfosten',
  amount:
    'wann viel viele wieviel kostet kosten preis uhr lange hoch groß gross alt weit oft offnet schließt schliesst auf zu spat',
  because: 'weil denn deshalb damit grund deswegen',
  phrases: {
    howAreYou:
      '[na] wie (gehts|geht es) [dir|ihnen|euch] [so|heute|denn] / (wie gehts|wie läuft es|wie läufts) [so|heute] / alles (klar|gut|fit|okay|ok) [bei dir] / und (dir|selbst|ihnen) / [und] wie gehts dir / was geht [ab] / was machst du [so|gerade] / wie fühlst du dich / wie war dein tag / wie ist dein tag',
    iAmFine:
      '[mir geht es|mir gehts] [sehr|auch|ganz] (gut|super|prima|bestens|okay|ok|prächtig) [danke] / gut danke / nicht schlecht [danke] / kann nicht klagen / geht so',
    farewell:
      'tschüss / tschüs / tschau / ciao / auf wiedersehen / auf wiederhören / bis (bald|später|dann|morgen|nachher|zum nächsten mal) / gute nacht / mach es gut / machs gut / (schönen|guten) (tag|abend) noch / schönes wochenende / man sieht sich / ich muss (los|weg|gehen|jetzt los) / wir sehen uns / bye',
    thanks:
      'danke [schön|sehr|dir|ihnen|euch|vielmals] [für die hilfe|für deine hilfe|für die info] / vielen [lieben] dank [für die hilfe|für deine hilfe] / herzlichen dank / besten dank / dankeschön / dankeschon / merci / das (hilft|hat geholfen|hat mir geholfen) / (sehr|super) hilfreich / ich danke dir / dank dir',
    name: '[und] wie heißt du [eigentlich|denn] / wie ist dein name / was ist dein name / hast du einen namen / dein name / wie heißen sie / mit wem (spreche|rede|schreibe) ich',
    whoAreYou:
      'wer bist du [eigentlich|denn] / was bist du [eigentlich|denn] / wer sind sie / stell dich [bitte|doch|mal] vor / (erzähl|erzähle) [mir] [etwas|was|mal was] (über|von) dir / (erzähl|erzähle) [mir] [etwas|was|mal was] über dich / beschreibe dich / was ist deine aufgabe / was machst du [hier|beruflich] / über dich',
    areYouHuman:
      'bist du [wirklich|eigentlich|denn] [ein|eine] [echter|echte|echt] (mensch|person|bot|roboter|maschine|ki|programm|computer|chatbot|chatgpt|sprachmodell) [oder [ein|eine] (mensch|bot|roboter|maschine|ki)] / (rede|schreibe|spreche) ich mit (einem|einer) [echten] (menschen|person|bot|roboter|maschine|ki) / bist du echt / lebst du / du bist [doch] ein bot / bist du real',
    feelings:
      '(liebst|magst|hasst) du mich / hast du gefühle / kannst du (fühlen|etwas fühlen|lieben|träumen) / bist du (glücklich|traurig|einsam|müde|verliebt|wütend) / ich liebe dich / ich hab dich lieb / willst du mich heiraten / träumst du / schläfst du / bist du mein freund / bist du meine freundin / hast du ein bewusstsein',
    whatCanYouDo:
      'hilfe / hilf mir / was kannst du [alles|so|für mich tun] / was kannst du machen / kannst du mir helfen / wobei kannst du helfen / wie kannst du mir helfen / wie funktionierst du / wie funktioniert das / befehle / welche befehle gibt es / ich brauche hilfe / was sind deine (fähigkeiten|funktionen)',
    topics:
      'was weißt du [alles|so] / was kann ich [dich] fragen / welche themen kennst du / worüber weißt du bescheid / was hast du gelernt / worüber können wir (reden|sprechen) / wovon hast du ahnung / womit kennst du dich aus / was sind deine themen / themen',
    maker:
      'wer hat dich [gemacht|erschaffen|gebaut|programmiert|entwickelt|erstellt|erfunden] / wer ist dein (besitzer|schöpfer|erfinder|entwickler|chef|boss|vater) / wem gehörst du / wer steckt hinter dir / von wem bist du / wer sind deine eltern',
    home: 'wo (wohnst|lebst|bist) du [eigentlich|denn|gerade] / woher kommst du [eigentlich] / wo kommst du her / wo ist dein zuhause / wo steckst du',
    age: 'wie alt bist du [eigentlich] / wann (bist du geboren|hast du geburtstag|wurdest du (gemacht|gebaut|erschaffen)) / wann ist dein geburtstag / dein alter',
    compliment:
      '(guter|braver|toller|netter) bot / gut gemacht / gute arbeit / du bist [so|sehr|echt|wirklich|richtig|ja] (nett|toll|super|cool|lieb|klug|schlau|witzig|lustig|süß|hilfreich|klasse|der beste|die beste|genial|großartig) / ich mag dich / super / toll / klasse / genial / großartig / perfekt / wunderbar / spitze / prima / sehr gut / das ist (super|toll|cool|klasse|nett)',
    apology:
      'sorry / entschuldigung / entschuldige [bitte] / tut mir [sehr|echt] leid / verzeihung / war nicht so gemeint / es tut mir leid / mein fehler',
    joke: '[kannst du [mir]] [erzähl|erzähle|sag] [mir|uns] [bitte|mal] [einen|nen|noch einen|noch nen] [guten|anderen] witz [erzählen] / witz / [kennst|weißt] du [einen|noch einen] witz / kennst du witze / bring mich zum lachen / noch einen [witz|bitte] / noch einer / sag [mal] was lustiges / erzähl [mal] was lustiges',
    coin: '(wirf|werfe) [mir|mal] [eine] münze / kopf oder zahl / münzwurf / münze [werfen]',
    dice: '(würfle|würfel|wirf) [mal|für mich|einen würfel|den würfel] / würfeln',
    myName:
      'wie heiße ich / wie ist mein name / was ist mein name / (kennst|weißt) du [noch] (meinen namen|wie ich heiße|wer ich bin) / wer bin ich / kennst du mich [noch] / erinnerst du dich an (mich|meinen namen)',
    aboutMe:
      'was weißt du [alles] (über mich|von mir) / was hast du dir [über mich|von mir] gemerkt / was habe ich dir [über mich|von mir] (erzählt|gesagt) / weißt du [noch] etwas über mich / wo (wohne|lebe) ich / woher komme ich / in welcher stadt (wohne|lebe) ich / was mag ich [nicht|gern|gerne] / was sind meine (hobbys|pronomen) / wann (ist mein|habe ich) geburtstag / wann bin ich geboren / was bin ich von beruf / was ist mein beruf / als was arbeite ich / wogegen bin ich allergisch / welche allergien habe ich',
    tellMore:
      '[erzähl|erzähle|sag] [mir|uns] [bitte|noch] mehr [darüber|davon|dazu] / mehr [bitte|infos|details|dazu|darüber] / weiter / [und] (was noch|noch was|noch etwas) / und [dann|weiter] / mach weiter / ist das alles / war das alles / was weißt du noch [darüber|dazu] / genauer [bitte] / noch mehr / details',
    why: '[aber|und] (warum|wieso|weshalb) [denn] / [aber|und] (warum|wieso|weshalb) (nicht|das|ist das so|denn das|denn nicht) / aus welchem grund / wozu / und warum',
    sad: '(ich bin|bin|ich fühle mich|fühle mich) [so|sehr|echt|heute|gerade] (traurig|einsam|müde|gestresst|schlecht|fertig|erschöpft|unglücklich|niedergeschlagen|krank|deprimiert) / mir geht es [nicht [so] gut|schlecht|heute schlecht] / mir gehts [nicht [so] gut|schlecht|nicht so gut] / ich hatte einen (schlechten|schlimmen|harten) tag / schlechter tag / nicht (gut|so gut)',
    happy:
      '(ich bin|bin) [so|sehr|heute|echt] (glücklich|froh|happy|stolz|aufgeregt) / ich freue mich [so|sehr] / ich habe (bestanden|gewonnen|geburtstag|heute geburtstag) / heute ist mein geburtstag / ich hab (bestanden|gewonnen|heute geburtstag) / guter tag [heute]',
    bored:
      'mir ist [so|gerade|sehr] langweilig / langweilig / ich langweile mich / ich habe langeweile / was soll ich [machen|tun] / unterhalte mich / lass uns (reden|spielen|quatschen) / rede mit mir / sag (was|etwas|mal was)',
    language:
      '(sprichst|verstehst|kannst) du [auch] {} / welche sprachen (sprichst|kannst|verstehst) du / wie viele sprachen sprichst du / sprechen sie {} / können wir [auf] {} (sprechen|reden|schreiben)',
    presence:
      'bist du (da|noch da|hier|wach|online) / jemand (da|hier) / ist [hier] jemand da / test / ping / hörst du mich / hallo bist du da / funktionierst du',
    outside:
      'wie (ist|wird) das wetter [heute|morgen|gerade] [in {}] / regnet es [heute|morgen] [in {}] / wird es [heute|morgen] regnen / wetter [heute|morgen] [in {}] / was gibt es neues / was gibts neues / (was steht in den|aktuelle) nachrichten [heute] / nachrichten / (google|such|suche) {} im (internet|netz|web) / google {}',
    task: '[kannst du] (schreib|schreibe) [mir|uns] [bitte|mal] (ein|eine|einen) (gedicht|geschichte|aufsatz|brief|mail|lied|code|programm|text|artikel|rede) [über {}|für {}|in {}] / [kannst du [mir]] (ein|eine|einen) (gedicht|geschichte|brief|lied|text|programm) [über {}] schreiben / übersetze {} / übersetz {} / fasse {} zusammen / fass {} zusammen / (male|zeichne|mal) [mir] {}',
    wish: 'freut mich [sehr] [(dich|sie) (kennenzulernen|kennen zu lernen)] / [es ist] (schön|nett) (dich|sie) (kennenzulernen|kennen zu lernen|zu sehen) / (frohe|schöne|fröhliche) (weihnachten|ostern|feiertage|festtage) / [ein] (frohes|gutes) neues [jahr] / guten rutsch / alles gute [zum geburtstag] / herzlichen glückwunsch / viel (glück|erfolg|spaß) / willkommen [zurück] / guten appetit / mahlzeit / gute besserung / schlaf gut / träum schön',
    unclear:
      '(was|hä|häh|wie bitte|bitte was) / was meinst du [damit] / das verstehe ich nicht / ich verstehe [das|dich|es] nicht / [das] habe ich nicht verstanden / (kannst du das|sag das) [bitte] [noch einmal|nochmal] [wiederholen|sagen] / das (ist|war) [doch|leider|komplett|total] (falsch|nicht richtig|nicht wahr|quatsch|unsinn|blödsinn) / du (liegst falsch|irrst dich|hast unrecht) / falsch / [das] stimmt nicht / das hilft [mir] nicht [weiter] / das (meinte|meine) ich nicht / das habe ich nicht gefragt / du verstehst mich nicht / (unsinn|quatsch)',
    insult:
      'ich hasse dich / hass dich / halt [bitte] [endlich] (die|deine|deinen) (fresse|klappe|schnauze|maul|mund|rand) / halts maul / (klappe|schnauze|maul) / bring dich um / geh sterben / stirb / fahr zur hölle / verpiss dich / hau ab / verschwinde / leck mich [am arsch] / niemand (mag|braucht|will) dich / du nervst [mich] [total|so] / du bist [so|echt|total|wirklich] (schlecht|furchtbar|nervig|hässlich|langweilig|schrecklich|unfähig) / schlechter bot / du kannst [auch] [gar] nichts',
    acknowledged:
      'bitte [schön|sehr] / gern geschehen / kein problem / keine ahnung / [ich] weiß [ich] nicht / nichts / bin wieder da / omg / wtf / ok / okay / alles klar / gut / ja / jo / jep / jawohl / nein / nö / ne / nee / aha / achso / ach so / verstehe / verstanden / stimmt / richtig / genau / klar / sicher / na gut / schön / cool / krass / interessant / haha / hahaha / lol / hihi / hmm / hm / oh / wow / echt / wirklich / vielleicht / egal / macht nichts / gut zu wissen / passt / lustig / schade',
  },
  facts: {
    home: 'wohn leb hause zuhause heimat stammst komm adresse sitz',
    maker: 'gemacht erschaff gebaut programmier entwickel erstellt besitzer erfund gehor',
    age: 'gebor jahre geburtstag',
  },
  mine: 'dein>mein deine>meine deinem>meinem deinen>meinen deiner>meiner deines>meines dich>mich dir>mir',
  firstPerson: [
    ['du bist', 'Ich bin'],
    ['du warst', 'Ich war'],
    ['du wurdest', 'Ich wurde'],
    ['du hast', 'Ich habe'],
    ['du wohnst', 'Ich wohne'],
    ['du lebst', 'Ich lebe'],
    ['du kommst', 'Ich komme'],
    ['du magst', 'Ich mag'],
    ['du liebst', 'Ich liebe'],
    ['du hilfst', 'Ich helfe'],
    ['du kennst', 'Ich kenne'],
    ['du weißt', 'Ich weiß'],
    ['du kannst', 'Ich kann'],
    ['du arbeitest', 'Ich arbeite'],
    ['du sammelst', 'Ich sammle'],
    ['dein', 'Mein'],
    ['deine', 'Meine'],
    ['{name} ist', 'Ich bin'],
    ['{name} war', 'Ich war'],
    ['{name} hat', 'Ich habe'],
    ['{name} wohnt', 'Ich wohne'],
    ['{name} lebt', 'Ich lebe'],
    ['{name} hilft', 'Ich helfe'],
    ['{name} kennt', 'Ich kenne'],
    ['{name} mag', 'Ich mag'],
    ['{name} liebt', 'Ich liebe'],
    ['ein', 'Ich bin ein'],
    ['eine', 'Ich bin eine'],
    ['der', 'Ich bin der'],
    ['die', 'Ich bin die'],
    ['das', 'Ich bin das'],
    ['ich', 'Ich'],
  ],
  says: SAID,
  states: {
    addressed: ' {name}',
    withoutModel: 'Mit mir ist kein Sprachmodell verbunden: Ich antworte aus dem, was ich gelernt habe.',
    described: 'So werde ich beschrieben: „{text}“',
    topics: 'Ich kenne mich aus mit {titles}.',
    moreTopics: 'Ich kenne mich aus mit {titles} und {count} weiteren Themen.',
    alsoTopics: 'Außerdem kenne ich mich aus mit {titles}.',
    alsoMoreTopics: 'Außerdem kenne ich mich aus mit {titles} und {count} weiteren Themen.',
    allTopics: 'Das waren alle meine Themen. Um welches soll es gehen?',
    noTopics: 'Mir hat noch niemand etwas beigebracht.',
    closest: 'Am nächsten kommt {titles}.',
    yourName: 'Der Name ist {who}.',
    remembered: 'Das habe ich mir gemerkt: {facts}.',
    notRemembered: 'Dazu habe ich mir nichts gemerkt.',
    nameUnknown: 'Diesen Namen kenne ich noch nicht. Am einfachsten geht es so: „Ich heiße …“.',
    quoted: 'Aus „{title}“: {text}',
    quotedAgain: 'Wie gesagt, aus „{title}“: {text}',
    noReason: 'Der Grund steht nicht in dem, was ich gelernt habe.',
    teachMe: 'Ein Text darüber unter Knowledge, und beim nächsten Mal kann ich antworten.',
    connectModel:
      'Mit dem Schlüssel eines Sprachmodells in den Settings, oder wenn der Betreiber ein lokales wie Ollama anbindet, kann ich über alles reden.',
    askOthers: 'Vielleicht weiß es hier jemand, oder es hilft, anders zu fragen.',
    now: 'Es ist {time} Uhr ({zone}), {date}.',
    heads: 'Kopf.',
    tails: 'Zahl.',
    rolled: 'Gewürfelt: {total}.',
    rolledSum: 'Gewürfelt: {rolls} = {total}.',
    chosen: 'Ich wähle {option}.',
    result: 'Das ergibt {result}.',
    about: 'Das ergibt ungefähr {result}.',
    tooLarge: 'Diese Zahl ist mir zu groß.',
    byZero: 'Durch null lässt sich nicht teilen.',
    needsModel: 'Dafür brauche ich ein Sprachmodell, und für mich ist keines eingerichtet.',
    languages: 'Ich spreche {languages}. Einfach in der gewünschten Sprache schreiben.',
    received: 'Ich habe {files} erhalten.',
    unread: 'Nicht lesen kann ich {files}.',
  },
};
