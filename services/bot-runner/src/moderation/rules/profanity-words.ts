// Swear words and slurs of some languages besides English, whose words come from obscenity. Whole words only, folded as `foldText` does it;
// words that have a harmless meaning of their own in the same language are left out.
const LISTS = {
  german:
    'arschloch arschlocher arschgeige arschgesicht drecksau dreckskerl fick ficken fickt ficker fickdich fotze fotzen hackfresse hurensohn ' +
    'hurensohne hurenkind kackbratze miststuck missgeburt nutte nutten schlampe schlampen schwuchtel schwuchteln scheissdreck scheisse ' +
    'scheiss spast spasti spasten wichser wichsen wixer wixxer kanake kanaken',
  french:
    'salope salopes salaud salauds connard connards connasse connasses encule encules enculer enculee enfoire enfoires putain ' +
    'pute putes merde merdes nique niquer niquetamere ntm fdp pede pedes bougnoule bougnoules negresse',
  spanish:
    'cabron cabrones cabrona chinga chingada chingar chingatumadre cojones culero culeros follar gilipollas hijodeputa hijueputa hdp joder ' +
    'jodete malparido maricon maricones mierda mierdas pendejo pendejos pendeja puta putas puto putos',
  portuguese:
    'arrombado arrombados buceta bucetas cacete caralho caralhos cuzao cuzoes desgracado filhodaputa fdp foda fodase foder merda merdas ' +
    'porra porras puta putas putaria viado viados vagabunda vagabundas vadia vadias',
  italian:
    'bastardo bastardi cazzo cazzi cazzone coglione coglioni cornuto figliodiputtana frocio froci minchia merda merde puttana puttane ' +
    'rottinculo stronzo stronzi stronza vaffanculo zoccola zoccole',
  dutch: 'godverdomme hoer hoeren hoerenzoon kankerhoer klootzak klootzakken kut kutwijf lullen mongool neuken',
  polish:
    'chuj chuja chuje chujowy cipa dupek dziwka dziwki jebac jebany jebana jebane jebie kurwa kurwy kurwo kutas pierdol pierdole pierdolic ' +
    'pizda skurwiel skurwysyn spierdalaj wypierdalaj zajebisty',
  turkish:
    'amcik amk amina aminakoyim gotveren ibne ibneler kahpe kaltak orospu orospucocugu pezevenk sikerim sikis siktir yarrak yavsak',
  swedish: 'fitta fittor horunge jävlar javlar kuk kukar knulla satmara subba',
  russian:
    'блядь бляди блять бля ебать ебаный ебан ебал ебанутый ебись ебло долбоеб заебал заебись наебал отъебись поебать проебал уебок уебище ' +
    'гандон гондон говно гавно дерьмо жопа залупа мразь мудак мудаки мудила пидор пидоры пидорас пидарас пизда пиздец пиздато пиздить ' +
    'распиздяй спиздил сука суки сучка хуй хуи хуя хуйня хуево хуесос охуел охуенно нахуй нахуя похуй хер херня шлюха шлюхи',
  ukrainian: 'бля блядь гівно йобаний йобана курва мудак підор підар пизда пиздець сука хуйня хуй шльондра',
  arabic: 'شرموطة شرموط قحبة قحاب عاهرة كسمك كس طيز منيك نيك خول القحبة زبي',
  hebrew: 'זונה זונות שרמוטה שרמוטות מניאק כוסאמק בןזונה לזיין',
  persian: 'کسکش کونی جنده گاییدم کیری حرومزاده',
  hindi:
    'chutiya chutiye bhosdike bhosdi madarchod behenchod bhenchod gandu randi lauda lavde चूतिया भोसड़ीके मादरचोद बहनचोद गांडू रंडी लौड़ा',
  indonesian: 'bangsat bajingan jancok kontol memek ngentot pepek',
  tagalog: 'putangina tangina pokpok ulol',
  greek: 'μαλακας μαλακα μαλακες γαμω γαμησου πουτανα πουτσα καριολης καριολα αρχιδια μουνι',
} as const;

/** Written without spaces between words: found anywhere in a text, so only what is no part of a harmless word. */
const WITHIN_TEXT = {
  chinese: '傻逼 傻屄 操你妈 操你媽 肏你 草泥马 他妈的 他媽的 妈逼 滚你妈 王八蛋 狗娘养的 婊子 贱人 幹你娘 干你娘',
  japanese: 'くたばれ 死ねよ きちがい キチガイ クソ野郎 くそ野郎 糞野郎 ちんぽ まんこ ヤリマン',
  korean: '씨발 시발놈 씨빨 개새끼 좆같 좆까 병신새끼 니애미 느금마 지랄하네 썅년',
  thai: 'ควย เหี้ย สัสหมา ไอ้สัตว์ อีดอก เย็ดแม่ อีสัตว์',
} as const;

const wordsOf = (lists: Readonly<Record<string, string>>): readonly string[] =>
  Object.values(lists).flatMap((list) => list.split(' '));

export const WORDS = wordsOf(LISTS);
export const PARTS = wordsOf(WITHIN_TEXT);

/** English words that obscenity finds and that are no swearing: of the body, of science, and those that contain another word. */
export const NOT_PROFANE = [
  'sex',
  'penis',
  'vagina',
  'orgasm',
  'turd',
  'erection',
  'semen',
  'testicle',
  'urine',
  'boob',
  'breast',
  'nude',
] as const;
export const HARMLESS = (
  'analyse analyses analysed analog analogue analogy analyst banal canal cockatoo cockatiel cockerel cockle cockles cockney cockpit cockpits ' +
  'cockroach cockroaches cocktail cocktails cucumber cumin cumulative cumulate document documents dickens dickinson hancock hitchcock ' +
  'peacock peacocks woodcock pussycat pussycats scunthorpe shitake shiitake titan titanic title titles titmouse tithe'
).split(' ');
