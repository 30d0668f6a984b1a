import { foldedWord, UNSPACED } from '@kith/kit';
import { isEverydayWord } from './everyday-words.js';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(foldedWord));

/** Words with which questions begin, also where the question mark is left out. */
const QUESTION_WORDS =
  setOf(`who whom whose what whats when where which why how is are was were can could may might do does did will would should
  shall must has have wer wem wen was wann wo wohin woher welche welcher welches welchem welchen warum wieso wie wieviel darf dürfen kann können gibt
  ist sind muss müssen soll bekomme bekommt quién quiénes qué cuándo dónde adónde cuál cuáles cómo cuánto cuánta cuántos cuántas por puedo puede pueden
  hay se es son кто кого что чем когда где куда откуда какой какая какое какие сколько как почему зачем можно нужно нельзя есть ли`);
/** With which people react to what was said: a message that begins so is no search. */
const REACTIONS =
  setOf(`ok okay k okey yes yeah yep yup no nope nah thanks thx thank ty wow whoa oh ah aha aww hmm hm lol lmao rofl haha hahaha hehe cool nice
  great awesome sweet perfect ja jo jep nein nee danke dankeschön merci super toll krass klasse schön genial oha ach naja sí si vale gracias genial bueno
  guay jaja jajaja jeje uy да нет ага угу спасибо ладно понятно окей ого ух ой хаха хахаха ахаха класс круто здорово`);
const REACTION_IN_SCRIPTS_WITHOUT_SPACES =
  /^(?:[あうおえわ]?は{2,}|ふふ|へへ|へえ|えへ|わあ|うわ(?!さ)|(?:うん|はい)(?!\p{Script=Hiragana})|いいえ|なるほど|そっか|ありがと|どうも|さんきゅ|サンキュ|了解|おっけ|オッケ|哈{2,}|呵{2,}|嘿{2,}|嘻{2,}|哇|哦|噢|嗯|啊|好的|好吧|谢|謝|多谢|太好|原来)/u;
/** Followed by "also" or "all" the question words of Japanese and Chinese mean nobody, nothing, always or everything. */
const ASKED_IN_SCRIPTS_WITHOUT_SPACES =
  /か$|かな|吗|嗎|呢|什么(?!都|也)|哪(?!都|怕)|几|多少|多久|怎|何(?!も|か|でも|度も)|いつ(?!も|か|でも)|どこ(?!も|か|でも)|どう(?!も|か|せ|ぞ)|いくら|どれ|(?:だれ|誰)(?!も|か|でも)|なぜ|ไหม|อะไร|อย่างไร|ยังไง|เมื่อไหร่|ที่ไหน/u;
const ENDS_AS_QUESTION = /[?？؟]|(?:か|吗|嗎|呢|ไหม)[。.]?$/u;
/** Words that address the bot. */
const ADDRESS =
  setOf(`you your yours yourself u ur du dich dir dein deine deinen bist hast kannst ihr tú tus ti te eres estás has puedes tienes quieres haces sabes piensas crees contigo ты тебя
  тебе тобой твой твоя твои`);
/** Words by which authors speak of themselves. */
const FIRST_PERSON =
  setOf(`i im me my mine we us our ich mir mich mein meine meinen wir uns unser yo me mi mis nos nosotros estoy tengo soy я мне
  меня мой моя моей моё мы нас`);
/** With which people go on from what was asked before: "and dogs", "in winter", "for children". */
const CONTINUING =
  setOf(`and or also but in on at for with without to from by of until till before after during und oder auch aber im am an auf bei für mit ohne zu zum zur
  von vom bis vor nach während y e o u también pero en para con sin a al de del hasta antes después и а или тоже но в на для с со без к до после от по`);
/** With which people mean what was spoken of before: "how much does it cost", "who works there". */
const REFERRING =
  setOf(`it its itself they them their theirs he him his she her hers this that these those there then one ones same other others else more er sie es ihn
  ihm ihr ihre ihren ihrer sein seine seinen das dies diese dieser dieses dort da damit dafür davon dazu darin dann dem denen den dessen deren derselbe
  noch sonst él ella ellos ellas lo la los las le les su sus eso esa ese esto esta este allí ahí entonces otro otra más mismo он она оно они его её ее
  их ему ей им ним ней них это этот эта эти этого том там тогда тот та те ещё еще другой такой`);
const DENIALS = setOf('no не nicht not');
const MAX_WORDS_OF_SUBJECT = 3;
const ADDRESS_IN_SCRIPTS_WITHOUT_SPACES = /你|您|あなた/u;
const FIRST_PERSON_IN_SCRIPTS_WITHOUT_SPACES = /我|私|僕|俺|うち/u;

/** What the form of a message tells, in the languages of the lists; a message in another language counts as a question with a question mark only. */
export interface MessageCues {
  readonly isQuestion: boolean;
  /** Whether it ends as questions do. */
  readonly endsAsQuestion: boolean;
  /** Whether it speaks to the bot. */
  readonly isAddressed: boolean;
  /** Whether it speaks to the bot or of its author. */
  readonly isPersonal: boolean;
  /** Whether it begins as a reaction to what was said does: "thanks", "haha", "ok". */
  readonly isReaction: boolean;
  /** Whether it only names something, as people type it into a search: "menu", "wifi password". */
  readonly isSubject: boolean;
  /** Whether it begins as people do who go on from what was asked before. */
  readonly isContinuing: boolean;
  /** Whether it asks in a language of the lists, with no word that refers to what was spoken of before. */
  readonly isWholeQuestion: boolean;
}

export function messageCues(message: string): MessageCues {
  const text = message.trim();
  const words = (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(foldedWord);
  const endsAsQuestion = ENDS_AS_QUESTION.test(text);
  const isAddressed = ADDRESS_IN_SCRIPTS_WITHOUT_SPACES.test(text) || words.some((word) => ADDRESS.has(word));
  const isOfAuthor = FIRST_PERSON_IN_SCRIPTS_WITHOUT_SPACES.test(text) || words.some((word) => FIRST_PERSON.has(word));
  // "No puedo dormir" and "не могу" deny what would be a question without the first word.
  const beginning = words.slice(0, DENIALS.has(words[0] ?? '') ? 1 : 2);
  const isQuestion =
    endsAsQuestion ||
    (!EXCLAIMS.test(text) &&
      (ASKED_IN_SCRIPTS_WITHOUT_SPACES.test(text) || beginning.some((word) => QUESTION_WORDS.has(word) || isMisspelt(word))));
  const isReaction = REACTION_IN_SCRIPTS_WITHOUT_SPACES.test(text) || REACTIONS.has(words[0] ?? '');
  const isContinuing = CONTINUING.has(words[0] ?? '');
  const isPersonal = isAddressed || isOfAuthor;
  const isWholeQuestion =
    beginning.some((word) => QUESTION_WORDS.has(word)) && !isContinuing && !words.some((word) => REFERRING.has(word));
  const isShort = words.length > 0 && words.length <= MAX_WORDS_OF_SUBJECT;
  // The lists have no words of scripts without spaces.
  const isInLists = text.search(UNSPACED) < 0;
  const isSubject = isShort && isInLists && !isQuestion && !isPersonal && !isReaction && !isContinuing;
  return { isQuestion, endsAsQuestion, isAddressed, isPersonal, isReaction, isSubject, isContinuing, isWholeQuestion };
}

/** With which people exclaim instead of asking, where no question mark follows: "what a day". */
const EXCLAIMS =
  /^[¡\s]*(?:what an?\b|how (?:cute|nice|sweet|funny|sad|lovely|awful|cool)\b|was für eine?n?\s|wie (?:schön|süß|nett|toll|lustig|traurig|schade)(?!\p{L})|qué \S+ (?:tan|más)\s|что за\s|как (?:мило|здорово|жаль|красиво|смешно|грустно)(?!\p{L})|なんて|何て|多么|真是|太.*了)/iu;
const MIN_MISSPELT_CHARS = 5;

/** Whether a word is a long question word with one letter wrong, too many, missing or in its neighbour's place. */
function isMisspelt(word: string): boolean {
  if (word.length < MIN_MISSPELT_CHARS - 1 || isEverydayWord(word)) return false;
  return LONG_QUESTION_WORDS.some((known) => Math.abs(known.length - word.length) <= 1 && differsByOne(known, word));
}

const LONG_QUESTION_WORDS = [...QUESTION_WORDS].filter((word) => word.length >= MIN_MISSPELT_CHARS);

function differsByOne(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restOfA, restOfB] = [a.slice(start), b.slice(start)];
  return (
    restOfA.slice(1) === restOfB ||
    restOfA === restOfB.slice(1) ||
    restOfA.slice(1) === restOfB.slice(1) ||
    (restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0] && restOfA.slice(2) === restOfB.slice(2))
  );
}
