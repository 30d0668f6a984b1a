import type { LanguageTexts } from './language-texts.js';
import { SAID } from './said/fr.js';

export const fr: LanguageTexts = {
  locale: 'fr-FR',
  name: 'Français',
  words:
    'a à ai aime alors as au aujourdhui aussi autre aux avec avez avoir bien bonjour c ça car ce cela ces cest cet cette chez comme comment dans de déjà demain depuis des dit donc du elle elles en encore es est estce et étais été êtes être eu fait faire faut il ils j jai je jusqu l la le les leur lui ma mais me merci mes moi mon ne ni non nos notre nous on ont ou où par parce pas peu peut peux plus pour pourquoi pouvez puis qu quand que quel quelle quelles quels qui quoi sa sans sest si son sont sous suis sur ta te tes toi ton tous tout toute très trop tu un une va vas vers veux vos votre vous y salut quest',
  letters: 'çœêèùûîô',
  greetings:
    'bonjour [à tous|tout le monde|toi] / salut [à tous|tout le monde|toi] / coucou / bonsoir / hello / hey / yo / rebonjour / allo / bonjours / slt / bjr',
  polite:
    'sil te plaît / sil vous plaît / stp / svp / ok / bon / alors / euh / hum / merci / merci beaucoup / une question / petite question / excusez moi / excuse moi / pardon / dis / dis moi / au fait / ah / oh / eh bien',
  openings:
    '(peux tu|pourrais tu|pouvez vous|pourriez vous|tu peux|vous pouvez|tu pourrais) [me|nous] (dire|expliquer|raconter|montrer) [quelque chose|plus] [sur] / (sais tu|savez vous|tu sais|vous savez) [quelque chose] [sur] / (dis moi|dites moi|explique moi|expliquez moi|raconte moi) [quelque chose|plus] [sur] / je (voudrais|veux|souhaite|souhaiterais|aimerais) savoir / parle moi (de|du|des) / parlez moi (de|du|des) / que sais tu (sur|de|du) / quen est il (de|du|des) / est ce que / estce que / infos sur',
  calculate:
    'combien font / combien fait / combien ça fait / calcule / que font / ça fait combien / quel est le résultat de / combien vaut',
  math: { '+': 'plus', '-': 'moins', '*': 'fois / multiplié par', '/': 'divisé par / sur', of: 'de' },
  choose: '(choisis|choisissez|décide) [pour moi] [entre] / que choisir entre / quest ce qui est mieux',
  or: 'ou / et',
  roll: '(lance|jette|lancez|roule) [moi] [un|les|des|dé|dés]',
  myNameIs: 'je mappelle / mon nom est / mon nom cest / appelle moi / appelez moi / moi cest / mon prénom est',
  clock:
    '[il est] quelle heure [est il|il est] [maintenant] / quelle heure il est / lheure / heure / quelle heure est il à {} / lheure à {} / heure à {} / quel jour (sommes nous|est on|on est) [aujourdhui] / on est quel jour [aujourdhui] / quelle est la date [aujourdhui|du jour|daujourdhui] / quelle date (sommes nous|est on) [aujourdhui] / la date [du jour|daujourdhui] / date / tu as lheure / on est le combien [aujourdhui]',
  you: 'tu te toi ton ta tes vous votre vos tes',
  insults:
    'idiot idiote stupide con conne connard connasse débile debile nul nulle imbécile imbecile crétin cretin merde putain salope abruti bête ferme gueule pourri inutile',
  amount: 'quand combien coûte coute prix tarif heure horaire ouvre ferme durée duree long age haut haute loin temps',
  because: 'car parce puisque raison cause afin',
  phrases: {
    howAreYou:
      '[comment] (ça va|ca va|vas tu|allez vous|tu vas|vous allez|va tu) [bien] [aujourdhui|toi] / comment (ça va|vas tu|allez vous) / ça (roule|gaze|marche|farte) / (et toi|et vous) [ça va] / quoi de neuf / tu vas bien / vous allez bien / comment te sens tu [aujourdhui] / la forme',
    iAmFine:
      '[oui|je vais|ça va] [très|plutôt] bien [merci] / ça va [bien|merci|et toi] / tout va bien / pas mal [merci] / super merci / nickel / on fait aller',
    farewell:
      'au revoir / salut à plus / à (bientôt|plus|demain|tout à lheure|la prochaine|ce soir|plus tard) / bonne (nuit|journée|soirée) / adieu / ciao / bye / je dois (y aller|partir) / jy vais / a plus / a+ / tchao / prends soin de toi / bon week end',
    thanks:
      '[un grand] merci [beaucoup|bien|à toi|à vous|pour tout|encore|infiniment|mille fois] [pour ton aide|pour votre aide|pour laide] / mille mercis / je (te|vous) remercie / cest gentil merci / (ça maide|ça ma aidé) / très utile / merci pour (tout|laide|ton aide|votre aide|linfo)',
    name: '(comment tu tappelles|comment tappelles tu|comment vous appelez vous|tu tappelles comment|quel est ton nom|quel est votre nom|cest quoi ton nom|ton nom|as tu un nom|à qui je parle|ton prénom|quel est ton prénom)',
    whoAreYou:
      '(qui es tu|tu es qui|tes qui|qui êtes vous|qui est ce|ques tu|quest ce que tu es|tu es quoi|présente toi|présentez vous|parle moi de toi|parlez moi de vous|décris toi|que fais tu [ici|dans la vie]|quel est ton rôle|quel est ton travail|à quoi sers tu)',
    areYouHuman:
      '[es tu|êtes vous|tu es|vous êtes|tes] [vraiment] [un|une] (humain|humaine|personne|vraie personne|être humain|bot|robot|machine|ia|programme|intelligence artificielle|ordinateur|chatgpt) [ou [un|une] (bot|robot|machine|humain|ia)] / je parle (à|avec) (un|une) [vrai|vraie] (humain|personne|bot|robot|machine|ia) / tu es réel / es tu réel / es tu vivant / tu es vivant',
    feelings:
      '(tu maimes|maimes tu|tu me détestes|je taime|je taime bien|je tadore) / (as tu|tu as|avez vous|tas) des (sentiments|émotions) / (peux tu|tu peux) (aimer|ressentir|rêver) [quelque chose] / (es tu|tu es|tes) (heureux|heureuse|triste|seul|seule|fatigué|amoureux|fâché) / veux tu mépouser / tu rêves / rêves tu / tu dors / dors tu / tu es mon ami',
    whatCanYouDo:
      'aide / aide moi / aidez moi / à laide / que (peux tu|sais tu|pouvez vous) faire [pour moi] / (tu peux|peux tu|pouvez vous|tu peux tu) maider / quest ce que tu (peux|sais) faire / tu sais faire quoi / tu fais quoi / que fais tu / tu peux faire quoi / comment (ça marche|tu fonctionnes|fonctionnes tu) / commandes / jai besoin daide / en quoi peux tu maider',
    topics:
      'que sais tu / tu sais quoi / quest ce que tu sais / que puis je [te|vous] demander / quest ce que je peux te demander / de quoi (peut on|on peut) parler / quels sont tes sujets / quels sujets connais tu / quas tu appris / sujets',
    maker:
      'qui (ta|vous a) (créé|fait|programmé|développé|construit|inventé|conçu) / qui est ton (créateur|propriétaire|maître|développeur|patron|père) / à qui appartiens tu / par qui as tu été créé / qui sont tes parents / qui est ta (créatrice|mère|patronne)',
    home: '(où habites tu|tu habites où|où es tu|où vis tu|tu es où|tu vis où|doù viens tu|tu viens doù|où habitez vous|où êtes vous) [maintenant]',
    age: '(quel âge as tu|tu as quel âge|quel est ton âge|quel âge avez vous|quand es tu né|quand es tu née|cest quand ton anniversaire|quelle est ta date de naissance|ton âge)',
    compliment:
      '(bon|gentil|super) (bot|travail|boulot) / bien joué / bravo / (tu es|tes|vous êtes) [très|trop|si|vraiment|le|la] (gentil|gentille|génial|géniale|cool|drôle|intelligent|intelligente|super|mignon|mignonne|meilleur|meilleure|utile|sympa|adorable|fort|forte) / je taime bien / génial / super / parfait / excellent / formidable / magnifique / cest (super|génial|parfait|top|cool) / top / chapeau',
    apology:
      '[je suis] [vraiment|sincèrement] désolé / [je suis] [vraiment|sincèrement] désolée / pardon / excuse moi / excusez moi / mes excuses / je mexcuse / je ne voulais pas / au temps pour moi',
    joke: '[peux tu] [me] [raconte|raconter|racontez|dis|fais] [moi|nous] [une|encore une|une autre] [bonne|petite] (blague|histoire drôle) / [une] [autre] blague / fais moi rire / tu connais une blague / tu connais des blagues / encore une / une autre',
    coin: '(lance|jette|tire) [une|la] pièce [à pile ou face] / pile ou face / pièce',
    dice: '(lance|jette) [un|le|les|des] (dé|dés|de|des) / dé / dés',
    myName:
      '(comment je mappelle|cest quoi mon nom|quel est mon nom|je mappelle comment|tu (connais|te souviens de) mon nom|te souviens tu de (moi|mon nom)|tu te souviens de (moi|mon nom)|qui suis je|quel est mon prénom|connais tu mon nom)',
    aboutMe:
      '(que sais tu|tu sais quoi|quest ce que tu sais) (de|sur) moi / quest ce que je tai (dit|raconté) [sur moi] / où (est ce que jhabite|jhabite|habite je|je vis) / jhabite où / doù je viens / quest ce que (jaime|je naime pas) / quand est mon anniversaire / cest quand mon anniversaire / quel est mon (métier|travail) / à quoi (suis je|je suis) allergique',
    tellMore:
      '[dis moi|dites moi] [en] plus / (dis|raconte|dites) men plus / [plus|davantage] (dinfos|de détails|de précisions) / continue / continuez / et (après|ensuite|alors|puis) / quoi dautre / autre chose / cest tout / encore / que sais tu dautre / développe / des détails / et quoi dautre / la suite',
    why: '[mais|et] pourquoi [pas|ça|cela|donc] / pour quelle raison / comment ça se fait / cest pour quoi / dans quel but',
    sad: '(je suis|je me sens|jsuis) [très|trop|si|vraiment|un peu] (triste|seul|seule|mal|fatigué|fatiguée|stressé|stressée|déprimé|déprimée|épuisé|épuisée|malheureux|malheureuse|malade) [aujourdhui] / jai passé une (mauvaise|sale) journée / mauvaise journée / (ça ne va pas|ça va pas|ça va mal|pas [très|trop] bien) [aujourdhui]',
    happy:
      '(je suis|je me sens) [très|trop|si|vraiment] (heureux|heureuse|content|contente|ravi|ravie|fier|fière|excité|excitée) [aujourdhui] / jai (réussi|gagné) / (cest|aujourdhui cest) mon anniversaire / bonne journée aujourdhui',
    bored:
      '(je mennuie|je mennuies|jmennuie) [trop|tellement] / on sennuie / ennuyeux / que (faire|dois je faire|puis je faire) / divertis moi / (parlons|jouons|discutons|bavardons) / parle moi / parle avec moi / dis quelque chose',
    language:
      '(parles tu|tu parles|parlez vous|vous parlez|comprends tu|tu comprends) [aussi|le|l] {} / quelles langues (parles tu|tu parles|parlez vous|comprends tu) / tu parles quelles langues / combien de langues parles tu',
    presence:
      '(tu es|es tu|tes|vous êtes) (là|ici|en ligne|réveillé|toujours là) / (il y a|ya|y a til) quelquun / test / ping / tu mentends / tu me reçois / allô',
    outside:
      '(quel temps (fait il|fera til|il fait)|il fait quel temps|quelle est la météo) [aujourdhui|demain] [à {}] / (va til|il va) pleuvoir [aujourdhui|demain] [à {}] / météo [de demain|du jour] [à {}] / (quelles sont les|les) (nouvelles|actualités|infos) [du jour] / cherche {} sur (internet|google|le web) / google {}',
    task: '[peux tu|tu peux] (écris|écrire|rédige|rédiger|mécrire|écris moi) [un|une] (poème|histoire|lettre|mail|chanson|code|programme|texte|article|rédaction|discours|essai) [sur {}|pour {}|de {}|en {}] / traduis {} / traduire {} / résume {} / (dessine|dessine moi|peins) {}',
    wish: '(enchanté|enchantée) [de (te|vous) (rencontrer|connaître)] / (ravi|ravie|content|contente) de (te|vous) (rencontrer|connaître|revoir) / (joyeux|bon) (noël|anniversaire) / joyeuses (fêtes|pâques) / bonne année / bonnes fêtes / félicitations / bonne chance / bon courage / bienvenue / bon appétit / bon rétablissement / dors bien / fais de beaux rêves',
    unclear:
      '(quoi|hein|comment|pardon) / que veux tu dire / tu veux dire quoi / je [ne] comprends (pas|rien) / je nai (pas|rien) compris / jai (pas|rien) compris / [peux tu|tu peux] (répéter|répète) / cest (faux|pas vrai|pas ça|incorrect|nimporte quoi) / ce nest pas (vrai|ça|correct|juste) / tu te trompes / faux / ça na (pas de|aucun) sens / ça ne maide pas / ce nest pas ma question',
    insult:
      'je te (déteste|hais) / je tai en horreur / [ferme] ta gueule / ferme la / tais toi / va [te faire] (mourir|voir|foutre) / va au diable / va en enfer / crève / suicide toi / tue toi / casse toi / dégage / personne ne (taime|taime pas) / tu es [si|trop|vraiment|très] (mauvais|mauvaise|horrible|nul|nulle|moche|chiant|chiante|ennuyeux|lourd) / tes [si|trop|vraiment] (mauvais|horrible|nul|nulle|moche|chiant|lourd) / mauvais (bot|robot) / tu me (saoules|soules|gonfles)',
    acknowledged:
      'de rien / pas de (souci|problème) / [je] [ne] sais pas / aucune idée / rien / ok / okay / daccord / dacc / oui / ouais / ouai / non / nan / ah / ah bon / ah oui / je vois / compris / jai compris / bien / très bien / bon / entendu / exact / cest vrai / haha / hahaha / mdr / lol / ptdr / cool / intéressant / oh / wow / hmm / peut être / tant pis / dommage / pas grave / bien sûr / sûr / ça marche / vraiment / cest drôle / je comprends',
  },
  facts: {
    home: 'habit vi viv maison domicile origine vien adresse',
    maker: 'cree creation fait programm develop concu proprietaire invent constru',
    age: 'nee ans anniversaire',
  },
  mine: 'ton>mon ta>ma tes>mes votre>mon vos>mes toi>moi te>me',
  firstPerson: [
    ['tu es', 'Je suis'],
    ['vous êtes', 'Je suis'],
    ['tu as', 'J’ai'],
    ['tu habites', 'J’habite'],
    ['tu vis', 'Je vis'],
    ['tu viens', 'Je viens'],
    ['tu aimes', 'J’aime'],
    ['tu aides', 'J’aide'],
    ['tu connais', 'Je connais'],
    ['tu sais', 'Je sais'],
    ['tu peux', 'Je peux'],
    ['tu travailles', 'Je travaille'],
    ['ton', 'Mon'],
    ['ta', 'Ma'],
    ['{name} est', 'Je suis'],
    ['{name} habite', 'J’habite'],
    ['{name} vit', 'Je vis'],
    ['{name} aide', 'J’aide'],
    ['{name} connaît', 'Je connais'],
    ['{name} aime', 'J’aime'],
    ['un', 'Je suis un'],
    ['une', 'Je suis une'],
    ['le', 'Je suis le'],
    ['la', 'Je suis la'],
    ['je', 'Je'],
  ],
  says: SAID,
  states: {
    addressed: ' {name}',
    withoutModel: 'Aucun modèle de langage n’est relié à moi : je réponds avec ce que l’on m’a appris.',
    described: 'Voici comment on me décrit : « {text} »',
    topics: 'Je m’y connais en {titles}.',
    moreTopics: 'Je m’y connais en {titles} et {count} autres sujets.',
    alsoTopics: 'Je m’y connais aussi en {titles}.',
    alsoMoreTopics: 'Je m’y connais aussi en {titles} et {count} autres sujets.',
    allTopics: 'Ce sont tous les sujets que je connais. Duquel parlons-nous ?',
    noTopics: 'Personne ne m’a encore rien appris.',
    closest: 'Le plus proche que je connaisse : {titles}.',
    yourName: 'Le nom est {who}.',
    remembered: 'Voici ce que j’ai retenu : {facts}.',
    notRemembered: 'Je n’ai rien retenu à ce sujet.',
    nameUnknown: 'Je ne connais pas encore ce nom. Il suffit d’écrire : « je m’appelle … ».',
    quoted: 'Dans « {title} » : {text}',
    quotedAgain: 'Comme je l’ai dit, dans « {title} » : {text}',
    noReason: 'La raison n’est pas dans ce que l’on m’a appris.',
    teachMe: 'Avec un texte là-dessus dans Knowledge, je saurai répondre la prochaine fois.',
    connectModel:
      'Avec la clé d’un modèle de langage dans Settings, ou si la personne qui gère ce Kith en relie un local comme Ollama, je peux parler de tout.',
    askOthers: 'Quelqu’un ici le sait peut-être, ou la question peut être posée autrement.',
    now: 'Il est {time} ({zone}), {date}.',
    heads: 'Pile.',
    tails: 'Face.',
    rolled: 'Le dé donne {total}.',
    rolledSum: 'Les dés donnent {rolls} = {total}.',
    chosen: 'Je choisis {option}.',
    result: 'Cela fait {result}.',
    about: 'Cela fait environ {result}.',
    tooLarge: 'Ce nombre est trop grand pour moi.',
    byZero: 'On ne peut pas diviser par zéro.',
    needsModel: 'Pour cela il me faut un modèle de langage, et aucun n’est installé pour moi.',
    languages: 'Je parle {languages}. Il suffit d’écrire dans la langue voulue.',
    received: 'J’ai reçu {files}.',
    unread: 'Je ne peux pas lire {files}.',
  },
};
