import type { LanguageTexts } from './language-texts.js';
import { SAID } from './said/it.js';

export const it: LanguageTexts = {
  locale: 'it-IT',
  name: 'Italiano',
  words:
    'a ad ai al alla alle allo anche ancora avete avere c che chi ci ciao come con cosa cosè così cui da dai dal dalla dei del della delle dello di dove dovè due e è ed era essere fa fai fanno fare fino già gli grazie ha hai hanno ho i il in io la le lei li lo loro lui ma me mi mia mio molto nei nel nella no noi non nostro o ogni oggi per perché però più poco poi possibile posso prima può puoi qual quale quali quando quante quanti quanto quanta quel quella questa questo qui sa sai se sei senza si sì sia siete siamo solo sono sta stai su sua suo sul sulla ti tra tu tua tuo tutti tutto un una uno va vi voglio vuoi costa domani vivi',
  letters: 'ìòù',
  greetings:
    'ciao [a tutti|di nuovo|bello|bella] / buongiorno [a tutti] / buonasera / buon pomeriggio / salve / ehi / hey / ehilà / saluti / buondì',
  polite:
    'per favore / per piacere / perfavore / ok / allora / beh / dunque / ehm / grazie / grazie mille / una domanda / scusa / scusi / senti / ah / oh / dai',
  openings:
    '(puoi|potresti|può|potrebbe) (dirmi|spiegarmi|raccontarmi|dirci|spiegare) [qualcosa|di più] [su|sul|sulla|di] / mi (puoi|potresti|può|sai) (dire|spiegare|raccontare) [qualcosa] [su|sul|sulla|di] / (sai|sa) [qualcosa] (di|su|del|della) / sai / sai dirmi / dimmi [qualcosa|di più] [su|sul|sulla|di] / spiegami / raccontami [di|del|della] / (vorrei|voglio|mi piacerebbe) sapere / parlami (di|del|della|dei) / cosa sai (di|su|del|della) / che ne dici di / informazioni su',
  calculate:
    'quanto fa / quanto è / quanto è il / quanto fa il / il / quanto fanno / calcola / quant è / quantè / che cosa fa / fa quanto',
  math: { '+': 'più', '-': 'meno', '*': 'per / moltiplicato per', '/': 'diviso / diviso per / fratto', of: 'di / del' },
  choose: '(scegli|decidi) [per me] [tra|fra] / cosa scelgo tra / cosè meglio / meglio',
  or: 'o / oppure / e',
  roll: '(tira|lancia) [un|i|il|due|dado|dadi]',
  myNameIs: 'mi chiamo / il mio nome è / chiamami / puoi chiamarmi',
  clock:
    'che (ore sono|ora è) [adesso] / che ore sono a {} / che ora è a {} / ora / orario / lora / ora a {} / che giorno è [oggi] / che data è [oggi] / quanti ne abbiamo [oggi] / qual è la data [di oggi] / data / la data [di oggi] / dimmi lora / sai lora',
  you: 'tu ti te tuo tua tuoi tue sei hai vivi puoi sai fai stai lei suo vuoi',
  insults:
    'idiota stupid scemo scema cretino cretina imbecille inutile merda cazzo stronzo stronza vaffanculo deficiente coglione schifo fesso puttana',
  amount: 'quando quanto quanti quante quanta costa prezzo ora orario apre chiude dura tempo alto alta lontano età eta',
  because: 'perché poiché siccome motivo ragione',
  phrases: {
    howAreYou:
      'come (stai|va|sta|state|butta|ti va) [oggi] / come va [la vita] / (e tu|e te|e lei) / tutto (bene|ok|a posto) / che (si dice|fai|mi racconti|combini) / come ti senti [oggi] / comè andata la giornata',
    iAmFine:
      '[sto|va|tutto|io] [molto|abbastanza] (bene|benissimo|alla grande) [grazie] / non (mi lamento|cè male) / bene grazie / così così',
    farewell:
      'arrivederci / addio / a (presto|dopo|domani|più tardi|risentirci) / ci (vediamo|sentiamo) [domani|presto] / buona (notte|giornata|serata) / buonanotte / alla prossima / stammi bene / devo andare / vado / ciao ciao / bye',
    thanks:
      'grazie [mille|tante|infinite|di tutto|di cuore|ancora|a te] [per laiuto|per il tuo aiuto] / ti ringrazio / la ringrazio / molto utile / mi hai aiutato / grazie per (laiuto|tutto|linfo) / grz',
    name: 'come ti chiami / qual è il tuo nome / il tuo nome / hai un nome / come si chiama / con chi parlo',
    whoAreYou:
      'chi sei [tu] / cosa sei [tu] / che cosa sei / chi è lei / presentati / parlami di te / raccontami di te / dimmi (qualcosa|di più) (di|su di) te / descriviti / di cosa ti occupi / che lavoro fai / cosa fai [qui] / qual è il tuo (lavoro|scopo|ruolo)',
    areYouHuman:
      'sei [davvero|veramente] [un|una|una vera] (umano|umana|persona|persona vera|persona reale|essere umano|bot|robot|macchina|ia|programma|intelligenza artificiale|computer|chatgpt) [o [un|una] (bot|robot|macchina|umano|ia)] / (parlo|sto parlando) con [un|una] (umano|persona|bot|robot|macchina|ia) / sei (reale|vero|vera|vivo|viva)',
    feelings:
      '(mi (ami|vuoi bene|odi)|ti piaccio) / hai (sentimenti|emozioni) / (puoi|sai) (amare|provare emozioni|sognare) / sei (felice|triste|solo|sola|stanco|stanca|innamorato|innamorata|arrabbiato) / ti (amo|voglio bene|adoro) / vuoi sposarmi / sogni / dormi / sei (mio amico|mia amica)',
    whatCanYouDo:
      'aiuto / aiutami / cosa (puoi|sai) fare [per me] / che (puoi|sai) fare / (puoi|mi puoi) aiutarmi / mi puoi aiutare / come (funzioni|funziona) / comandi / ho bisogno di aiuto / a cosa servi / in cosa puoi aiutarmi / come puoi aiutarmi',
    topics:
      'cosa sai / che cosa sai / cosa (posso|ti posso) chiedere / cosa posso chiederti / di cosa possiamo parlare / quali argomenti conosci / cosa hai imparato / argomenti / quali sono i tuoi argomenti',
    maker:
      'chi ti ha (creato|creata|fatto|fatta|programmato|sviluppato|costruito|inventato) / chi è il tuo (creatore|padrone|proprietario|capo|sviluppatore) / di chi sei / chi sono i tuoi genitori / chi è la tua (padrona|creatrice|proprietaria)',
    home: 'dove (vivi|abiti|sei|ti trovi|stai) [adesso|ora] / di dove sei / da dove vieni / dovè casa tua',
    age: 'quanti anni hai / che età hai / quando (sei nato|sei nata|è il tuo compleanno|compi gli anni) / la tua età',
    compliment:
      '(bravo|brava|buon) (bot|lavoro) / bravo / brava / bravissimo / bravissima / ottimo lavoro / ben fatto / sei [molto|così|davvero|troppo|il|la] (gentile|bravo|brava|simpatico|simpatica|forte|bello|bella|intelligente|divertente|utile|migliore|fantastico|fantastica|carino|carina) / mi piaci / fantastico / perfetto / ottimo / eccellente / grande / bellissimo / che bello / stupendo / molto bene',
    apology: 'scusa / scusami / mi scuso / mi dispiace [molto|tanto] / scusi / perdonami / chiedo scusa / non volevo / colpa mia',
    joke: '[puoi] [mi] [racconti|raccontami|raccontarmi|dimmi|fammi] [una|unaltra] [bella] barzelletta / [una|unaltra] barzelletta / fammi ridere / sai una barzelletta / conosci (barzellette|una barzelletta) / di qualcosa di divertente / unaltra / ancora una',
    coin: '(lancia|tira) [una|la] moneta / testa o croce / moneta',
    dice: '(tira|lancia) [un|il|i|dei] (dado|dadi) / dado / dadi',
    myName:
      'come mi chiamo / qual è il mio nome / (sai|ricordi|ti ricordi) (il mio nome|come mi chiamo|chi sono|di me) / chi sono [io] / ti ricordi (di me|il mio nome)',
    aboutMe:
      '[che] cosa (sai|ricordi|ti ricordi) di me / [che] cosa ti ho (detto|raccontato) [di me] / dove (abito|vivo) / di dove sono / in che città (abito|vivo) / [che] cosa [non] mi piace / quando è il mio compleanno / quando sono (nato|nata) / che lavoro faccio / qual è il mio lavoro / a [che] cosa sono (allergico|allergica)',
    tellMore:
      '(dimmi|raccontami) [di più|altro|ancora] / di più / [più|altre|maggiori] (informazioni|dettagli) / continua / vai avanti / (che|cosa|cos) altro [sai] / cosaltro [sai] / e (poi|quindi|dopo) / altro / è tutto / dettagli / ancora',
    why: '[e|ma] perché [no|mai|è così] / come mai / per quale motivo / a che scopo',
    sad: '(sono|mi sento) [molto|così|un po|davvero] (triste|solo|sola|male|stanco|stanca|stressato|stressata|depresso|depressa|giù|infelice|malato|malata|esausto|esausta) [oggi] / ho avuto una brutta giornata / brutta giornata / (non sto|non va|non tanto|non molto) [tanto|molto] bene / sto male',
    happy:
      '(sono|mi sento) [molto|così|davvero] (felice|contento|contenta|emozionato|emozionata|orgoglioso|orgogliosa) [oggi] / ho (superato lesame|vinto) / (è|oggi è) il mio compleanno / bella giornata',
    bored:
      '(mi annoio|che noia|sono annoiato|sono annoiata) / noia / noioso / (cosa|che) (faccio|posso fare) / intrattienimi / (parliamo|giochiamo|chiacchieriamo) / parla con me / di qualcosa',
    language: '(parli|capisci|sai) [anche|l] {} / (che|quali|quante) lingue (parli|conosci|sai|capisci) / sai parlare {}',
    presence:
      '(ci sei|sei qui|sei lì|sei online|sei sveglio|ci siete) [ancora] / cè qualcuno / prova / test / ping / mi senti / funzioni',
    outside:
      '(che tempo fa|che tempo farà|comè il tempo) [oggi|domani] [a {}] / (piove|pioverà) [oggi|domani] [a {}] / meteo [di oggi|di domani|a {}] / (quali sono le|ultime|le) notizie [di oggi] / cerca {} su (internet|google|web) / googla {}',
    task: '[puoi] (scrivi|scrivimi|scrivere|scrivermi) [un|una] (poesia|storia|lettera|mail|canzone|codice|programma|testo|articolo|saggio|discorso|tema) [su {}|per {}|di {}|sulla {}|sul {}] / traduci {} / riassumi {} / (disegna|disegnami|dipingi) {}',
    wish: '[molto] piacere [di conoscerti|mio] / felice di (conoscerti|vederti) / (buon|felice) (natale|anno|compleanno|anno nuovo) / buone feste / buona (pasqua|fortuna) / in bocca al lupo / auguri / congratulazioni / (benvenuto|benvenuta|bentornato|bentornata) / buon appetito / dormi bene / sogni doro',
    unclear:
      '(cosa|eh|come|scusa) / [che] cosa (vuoi dire|intendi) / non [ho|ti] (capito|capisco) [niente] / (puoi ripetere|ripeti) / non è (vero|giusto|corretto) / è (falso|sbagliato) / (sbagliato|falso) / ti sbagli / non ha senso / non mi (aiuta|serve) / non ho chiesto questo',
    insult:
      'ti (odio|detesto) / sta zitto / stai zitto / zitto / chiudi (la|quella) bocca / (vai|va) (al diavolo|allinferno|a quel paese) / (muori|ammazzati|ucciditi|crepa) / nessuno ti (vuole|sopporta|ama) / sei [così|davvero|proprio|un|una] (pessimo|pessima|orribile|brutto|brutta|noioso|noiosa|terribile|insopportabile) / pessimo bot / sparisci / vattene / fai schifo / non servi a niente',
    acknowledged:
      'prego / di niente / figurati / nessun problema / non lo so / non so / niente / boh / ok / okay / va bene / sì / si / no / certo / capito / ho capito / capisco / già / giusto / esatto / vero / bene / bello / ah / ahah / ahahah / haha / lol / interessante / oh / wow / hmm / mah / forse / peccato / non importa / davvero / figo / che ridere / chiaro / ci sta / daccordo',
  },
  facts: {
    home: 'viv abit casa origine indirizzo',
    maker: 'creat fatt programmat sviluppat proprietari padron inventat costruit',
    age: 'nat anni eta compleanno',
  },
  mine: 'tuo>mio tua>mia tuoi>miei tue>mie ti>mi te>me',
  firstPerson: [
    ['sei', 'Sono'],
    ['tu sei', 'Sono'],
    ['hai', 'Ho'],
    ['vivi', 'Vivo'],
    ['abiti', 'Abito'],
    ['vieni', 'Vengo'],
    ['ami', 'Amo'],
    ['aiuti', 'Aiuto'],
    ['conosci', 'Conosco'],
    ['sai', 'So'],
    ['lavori', 'Lavoro'],
    ['ti piace', 'Mi piace'],
    ['il tuo', 'Il mio'],
    ['la tua', 'La mia'],
    ['{name} è', 'Sono'],
    ['{name} vive', 'Vivo'],
    ['{name} aiuta', 'Aiuto'],
    ['{name} conosce', 'Conosco'],
    ['{name} ama', 'Amo'],
    ['un', 'Sono un'],
    ['una', 'Sono una'],
    ['il', 'Sono il'],
    ['la', 'Sono la'],
    ['sono', 'Sono'],
  ],
  says: SAID,
  states: {
    addressed: ' {name}',
    withoutModel: 'Nessun modello linguistico è collegato a me: rispondo con quello che mi è stato insegnato.',
    described: 'Ecco come mi descrivono: «{text}»',
    topics: 'So qualcosa di {titles}.',
    moreTopics: 'So qualcosa di {titles} e di altri {count} argomenti.',
    alsoTopics: 'So qualcosa anche di {titles}.',
    alsoMoreTopics: 'So qualcosa anche di {titles} e di altri {count} argomenti.',
    allTopics: 'Questi sono tutti gli argomenti che conosco. Di quale parliamo?',
    noTopics: 'Nessuno mi ha ancora insegnato nulla.',
    closest: 'La cosa più vicina che conosco è {titles}.',
    yourName: 'Il nome è {who}.',
    remembered: 'Ecco che cosa ricordo: {facts}.',
    notRemembered: 'Non ricordo niente di questo.',
    nameUnknown: 'Non conosco ancora questo nome. Basta scrivere: «mi chiamo …».',
    quoted: 'Da «{title}»: {text}',
    quotedAgain: 'Come dicevo, da «{title}»: {text}',
    noReason: 'Il motivo non è in quello che mi è stato insegnato.',
    teachMe: 'Con un testo al riguardo in Knowledge, la prossima volta saprò rispondere.',
    connectModel:
      'Con la chiave di un modello linguistico nei Settings, o se chi gestisce questo Kith ne collega uno locale come Ollama, posso parlare di tutto.',
    askOthers: 'Forse qualcuno qui lo sa, oppure si può chiedere con altre parole.',
    now: 'Sono le {time} ({zone}), {date}.',
    heads: 'Testa.',
    tails: 'Croce.',
    rolled: 'È uscito {total}.',
    rolledSum: 'È uscito {rolls} = {total}.',
    chosen: 'Scelgo {option}.',
    result: 'Fa {result}.',
    about: 'Fa circa {result}.',
    tooLarge: 'Questo numero è troppo grande per me.',
    byZero: 'Non si può dividere per zero.',
    needsModel: 'Per questo mi serve un modello linguistico, e non ne ho nessuno.',
    languages: 'Parlo {languages}. Basta scrivere nella lingua preferita.',
    received: 'Ho ricevuto {files}.',
    unread: 'Non posso leggere {files}.',
  },
};
