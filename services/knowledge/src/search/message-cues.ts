import { foldedWord } from './everyday-words.js';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(foldedWord));

/** Words with which questions begin, also where the question mark is left out. */
const QUESTION_WORDS =
  setOf(`who whom whose what whats when where which why how is are was were can could may might do does did will would should
  shall must has have wer wem wen was wann wo wohin woher welche welcher welches welchem welchen warum wieso wie wieviel darf dürfen kann können gibt
  ist sind muss müssen soll bekomme bekommt quién quiénes qué cuándo dónde adónde cuál cuáles cómo cuánto cuánta cuántos cuántas por puedo puede pueden
  hay se es son кто кого что чем когда где куда откуда какой какая какое какие сколько как почему зачем можно нужно нельзя есть ли`);
const ASKED_IN_SCRIPTS_WITHOUT_SPACES =
  /か$|かな|吗|嗎|呢|什么|哪|几|多少|多久|怎|何|いつ|どこ|どう|いくら|どれ|だれ|誰|なぜ|ไหม|อะไร|อย่างไร|ยังไง|เมื่อไหร่|ที่ไหน/u;
const ENDS_AS_QUESTION = /[?？؟]|(?:か|吗|嗎|呢|ไหม)[。.]?$/u;
/** Words that address the bot. */
const ADDRESS =
  setOf(`you your yours yourself u ur du dich dir dein deine deinen bist hast kannst ihr tú tus ti te eres estás has puedes contigo ты тебя
  тебе тобой твой твоя твои`);
/** Words by which authors speak of themselves. */
const FIRST_PERSON =
  setOf(`i im me my mine we us our ich mir mich mein meine meinen wir uns unser yo me mi mis nos nosotros estoy tengo soy я мне
  меня мой моя моей моё мы нас`);
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
}

export function messageCues(message: string): MessageCues {
  const text = message.trim();
  const words = (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(foldedWord);
  const endsAsQuestion = ENDS_AS_QUESTION.test(text);
  const isAddressed = ADDRESS_IN_SCRIPTS_WITHOUT_SPACES.test(text) || words.some((word) => ADDRESS.has(word));
  const isOfAuthor = FIRST_PERSON_IN_SCRIPTS_WITHOUT_SPACES.test(text) || words.some((word) => FIRST_PERSON.has(word));
  const isQuestion =
    endsAsQuestion || ASKED_IN_SCRIPTS_WITHOUT_SPACES.test(text) || words.slice(0, 2).some((word) => QUESTION_WORDS.has(word));
  return { isQuestion, endsAsQuestion, isAddressed, isPersonal: isAddressed || isOfAuthor };
}
