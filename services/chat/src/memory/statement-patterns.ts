import { FACT_KEYS } from './fact.js';

// Each pattern is anchored at both ends and has one group, the value: it is tried on one short clause, so that it takes linear time.

interface FactPatterns {
  readonly key: string;
  readonly patterns: readonly RegExp[];
}

const NAME = [
  /^my (?:first |full )?name(?: is|['’]s) (.+)$/iu,
  /^i am called (.+)$/iu,
  /^(?:you can |you may |just )?call me (.+)$/iu,
  /^ich hei(?:ß|ss)e (.+)$/iu,
  /^mein name ist (.+)$/iu,
  /^nenn(?:e)? mich (.+)$/iu,
  /^(?:du kannst|ihr könnt) mich (.+) nennen$/iu,
  /^je m['’]appelle (.+)$/iu,
  /^mon (?:pré)?nom est (.+)$/iu,
  /^appelle[- ]moi (.+)$/iu,
  /^me llamo (.+)$/iu,
  /^mi nombre es (.+)$/iu,
  /^ll[aá]mame (.+)$/iu,
  /^(?:eu )?me chamo (.+)$/iu,
  /^chamo-me (.+)$/iu,
  /^(?:o )?meu nome [ée] (.+)$/iu,
  /^me chame de (.+)$/iu,
  /^mi chiamo (.+)$/iu,
  /^(?:il )?mio nome [èe] (.+)$/iu,
  /^chiamami (.+)$/iu,
  /^ik heet (.+)$/iu,
  /^mijn naam is (.+)$/iu,
  /^noem me (?:maar )?(.+)$/iu,
  /^nazywam się (.+)$/iu,
  /^mam na imię (.+)$/iu,
  /^mów mi (.+)$/iu,
  /^меня зовут (.+)$/iu,
  /^мо[её] имя (?:[-–—] )?(.+)$/iu,
  /^зови(?:те)? меня (.+)$/iu,
  /^(?:benim )?ad[ıi]m (.+)$/iu,
  /^(?:benim )?ismim (.+)$/iu,
  /^bana (.+) diyebilirsin$/iu,
  /^(?:私|僕|俺)?の?名前は(.+?)(?:ですよ?|だよ?|と言います|といいます|と申します)?$/u,
  /^(?:私のことは|僕のことは)?(.+?)(?:と|って)呼んで(?:ください|ね)?$/u,
  /^我叫(?:做)?(.+)$/u,
  /^我的名字(?:是|叫)(.+)$/u,
  /^(?:请|請)?叫我(.+?)(?:吧|就好)?$/u,
  /^(?:제|내) 이름은 ?(.+?)(?:이에요|예요|입니다|이야|야)?$/u,
];

const LIVES_IN = [
  /^i(?: currently| now)? live in (.+)$/iu,
  /^i(?: am|['’]m)(?: currently| now)? living in (.+)$/iu,
  /^(?:ich )?(?:wohne|lebe)(?: jetzt| zurzeit)? in (.+)$/iu,
  /^(?:j['’])?habite (?:à |a |en |au |aux |dans )?(.+)$/iu,
  /^je vis (?:à|a|en|au|aux) (.+)$/iu,
  /^(?:eu )?(?:vivo|moro) (?:en|em|no|na) (.+)$/iu,
  /^(?:io )?(?:abito|vivo) (?:a|in) (.+)$/iu,
  /^ik woon in (.+)$/iu,
  /^mieszkam we? (.+)$/iu,
  /^(?:я )?живу во? (.+)$/iu,
  /^(.+)['’][dt][ae] (?:oturuyorum|yaşıyorum)$/iu,
  /^(?:私は|僕は|俺は)?(.+?)に住んで(?:います|いる|いて|る)$/u,
  /^我(?:现在|現在)?住在(.+)$/u,
  /^(?:저는 |나는 )?(.+?)에 (?:살아요|삽니다|살고 있어요|살아)$/u,
];

const WORKS_AS = [
  /^i work as (?:an? )?(.+)$/iu,
  /^(?:ich )?arbeite als (.+)$/iu,
  /^je travaille comme (.+)$/iu,
  /^trabajo (?:de|como) (.+)$/iu,
  /^trabalho como (.+)$/iu,
  /^lavoro come (.+)$/iu,
  /^ik werk als (.+)$/iu,
  /^pracuję jako (.+)$/iu,
  /^я работаю (.+)$/iu,
];

const BIRTHDAY = [
  /^my birthday(?: is|['’]s)(?: on)? (.+)$/iu,
  /^mein geburtstag ist(?: am)? (.+)$/iu,
  /^ich habe am (.+) geburtstag$/iu,
  /^mon anniversaire est le (.+)$/iu,
  /^mi cumpleaños es el (.+)$/iu,
  /^(?:o )?meu aniversário é (?:em |no dia |dia )?(.+)$/iu,
  /^(?:il )?mio compleanno è il (.+)$/iu,
  /^(?:私|僕|俺)?の?誕生日は(.+?)(?:です|だよ)?$/u,
  /^我的生日是(.+)$/u,
];

const PRONOUNS = [/^my pronouns are (.+)$/iu, /^i use (\S+\/\S+)(?: pronouns)?$/iu, /^meine pronomen sind (.+)$/iu];

const DISLIKES = [
  /^i(?: really)? (?:do not|don['’]t)(?: really)? (?:like|enjoy) (.+)$/iu,
  /^i (?:really )?(?:hate|dislike|can['’]t stand) (.+)$/iu,
  /^ich mag kein(?:e|en)? (.+)$/iu,
  /^ich mag (.+) (?:gar |überhaupt )?nicht$/iu,
  /^ich hasse (.+)$/iu,
  /^je n['’]aime pas (?:le |la |les |l['’])?(.+)$/iu,
  /^je déteste (?:le |la |les |l['’])?(.+)$/iu,
  /^no me gustan? (?:el |la |los |las )?(.+)$/iu,
  /^odio (?:el |la |los |las |o |a |os |as |il |lo |i |gli |le )?(.+)$/iu,
  /^(?:eu )?não gosto d(?:e|o|a|os|as) (.+)$/iu,
  /^non mi piac(?:e|ciono) (?:il |lo |la |i |gli |le |l['’])?(.+)$/iu,
  /^ik hou niet van (.+)$/iu,
  /^ik haat (.+)$/iu,
  /^nie lubię (.+)$/iu,
  /^(?:я )?не люблю (.+)$/iu,
  /^(?:я )?ненавижу (.+)$/iu,
  /^(.+) (?:sevmem|sevmiyorum)$/iu,
  /^(?:私は|僕は|俺は)?(.+?)[がは](?:嫌い|苦手)(?:です|だ)?$/u,
  /^我(?:很)?(?:不喜欢|不喜歡|讨厌|討厭)(.+)$/u,
  /^(?:저는 |나는 )?(.+?)[을를]? 싫어(?:해요|합니다|해)$/u,
];

const LIKES = [
  /^i (?:really |also |do )*(?:like|love|enjoy) (.+)$/iu,
  /^ich (?:mag|liebe) (.+)$/iu,
  /^j['’](?:aime|adore) (?:bien |beaucoup )?(?:le |la |les |l['’])?(.+)$/iu,
  /^me (?:gustan?|encantan?) (?:mucho )?(?:el |la |los |las )?(.+)$/iu,
  /^(?:eu )?gosto (?:muito )?d(?:e|o|a|os|as) (.+)$/iu,
  /^(?:eu )?adoro (?:o |a |os |as |il |lo |i |gli |le |l['’])?(.+)$/iu,
  /^mi piac(?:e|ciono) (?:molto )?(?:il |lo |la |i |gli |le |l['’])?(.+)$/iu,
  /^ik hou van (.+)$/iu,
  /^ik vind (.+) leuk$/iu,
  /^(?:lubię|kocham|uwielbiam) (.+)$/iu,
  /^я (?:очень )?(?:люблю|обожаю) (.+)$/iu,
  /^(.+) (?:severim|seviyorum)$/iu,
  /^(?:私は|僕は|俺は)?(.+?)[がは](?:大好き|好き)(?:です|だ)?$/u,
  /^我(?:很|非常|最|也)?(?:喜欢|喜歡|爱|愛)(?:吃)?(.+)$/u,
  /^(?:저는 |나는 )?(.+?)[을를]? 좋아(?:해요|합니다|해)$/u,
];

const ALLERGIC_TO = [
  /^i(?: am|['’]m) (?:very |severely )?allergic to (.+)$/iu,
  /^i have an? (.+) allergy$/iu,
  /^ich bin (?:gegen|auf) (.+) allergisch$/iu,
  /^ich bin allergisch (?:gegen|auf) (.+)$/iu,
  /^ich habe eine (\S+)allergie$/iu,
  /^je suis allergique (?:à la |à l['’]|aux |au |à )(.+)$/iu,
  /^soy al[eé]rgic[oa] (?:a la |a los |a las |al |a )(.+)$/iu,
  /^(?:eu )?sou al[eé]rgic[oa] (?:aos? |às? |a )(.+)$/iu,
  /^sono allergic[oa] (?:al |alla |allo |ai |alle |agli |all['’]|a )(.+)$/iu,
  /^ik ben allergisch voor (.+)$/iu,
  /^mam alergię na (.+)$/iu,
  /^jestem uczulon[ya] na (.+)$/iu,
  /^у меня аллергия на (.+)$/iu,
  /^(.+?)['’]?[yae]? alerjim var$/iu,
  /^(?:私は|僕は|俺は)?(.+?)アレルギー(?:です|だ|があります|がある|を持っています)$/u,
  /^我(?:对|對)(.+)过敏$/u,
  /^(?:저는 |나는 )?(.+?) ?알레르기가? ?(?:있어요|있습니다|있어)$/u,
];

/** In the order in which they are tried: what is denied comes before what is said. */
export const FACT_PATTERNS: readonly FactPatterns[] = [
  { key: FACT_KEYS.name, patterns: NAME },
  { key: FACT_KEYS.livesIn, patterns: LIVES_IN },
  { key: FACT_KEYS.worksAs, patterns: WORKS_AS },
  { key: FACT_KEYS.birthday, patterns: BIRTHDAY },
  { key: FACT_KEYS.pronouns, patterns: PRONOUNS },
  { key: FACT_KEYS.allergicTo, patterns: ALLERGIC_TO },
  { key: FACT_KEYS.dislikes, patterns: DISLIKES },
  { key: FACT_KEYS.likes, patterns: LIKES },
];

/** What the person asks to have remembered. */
export const REMEMBER_PATTERNS: readonly RegExp[] = [
  /^(?:can you |could you )?(?:remember|keep in mind)(?: that|:) (.+)$/iu,
  /^(?:don['’]t|do not|never) forget(?: that|:) (.+)$/iu,
  /^merke? dir(?: bitte)?(?:,)? (?:dass |: ?)?(.+)$/iu,
  /^vergiss (?:bitte )?nicht(?:,)? (?:dass )?(.+)$/iu,
  /^(?:souviens[- ]toi|rappelle[- ]toi|retiens|n['’]oublie pas) (?:que |qu['’])(.+)$/iu,
  /^(?:recuerda|no olvides) que (.+)$/iu,
  /^(?:lembre|lembra)(?:-te|-se)?(?: de)? que (.+)$/iu,
  /^ricord(?:a|ati) che (.+)$/iu,
  /^onthoud(?: dat|:) (.+)$/iu,
  /^zapamiętaj(?:,)? (?:że )?(.+)$/iu,
  /^запомни(?:те)?(?:,)? (?:что )?(.+)$/iu,
  /^unutma ki (.+)$/iu,
  /^(.+?)(?:ことを|のを|を|って|と)?覚えて(?:おいて|いて)(?:ください|ね)?$/u,
  /^(?:请|請)?(?:记住|記住)(.+)$/u,
  /^(.+?)[을를]? 기억해(?: ?줘| ?주세요)?$/u,
];

/** What the person asks to have forgotten. */
export const FORGET_PATTERNS: readonly RegExp[] = [
  /^(?:you can |you should )?forget (?:that |about )(.+)$/iu,
  /^(?:you can |you should )?forget (my .+)$/iu,
  /^vergiss(?: bitte)?(?:,)? dass (.+)$/iu,
  /^vergiss(?: bitte)? (mein.+)$/iu,
  /^oublie que (.+)$/iu,
  /^oublie ((?:mon|ma|mes) .+)$/iu,
  /^olvida que (.+)$/iu,
  /^olvida (mis? .+)$/iu,
  /^esque[çc]e? que (.+)$/iu,
  /^esque[çc]e? ((?:o meu|a minha|meu|minha) .+)$/iu,
  /^dimentica che (.+)$/iu,
  /^dimentica ((?:il mio|la mia) .+)$/iu,
  /^vergeet dat (.+)$/iu,
  /^vergeet (mijn .+)$/iu,
  /^zapomnij(?:,)? że (.+)$/iu,
  /^забудь(?:те)?(?:,)? что (.+)$/iu,
  /^забудь(?:те)? (мо.+)$/iu,
  /^(.+?)(?:ことを|のを|を|は)?忘れて(?:ください|ね)?$/u,
  /^(?:请|請)?忘(?:记|記|掉|了)(.+)$/u,
  /^(.+?)[을를]? 잊어(?: ?줘| ?주세요)?$/u,
];
