import type { RecognizedText, TextRecognition } from '#extraction/text-recognition';
import { franc } from 'franc';

/** Of Latin script, English first: its model reads enough of the others to tell which it is. */
const LATIN_LANGUAGES = ['eng', 'deu', 'fra', 'spa'] as const;
const OTHER_LANGUAGES = ['jpn', 'chi_sim'] as const;
/** The languages that there are models of. */
type Language = (typeof LATIN_LANGUAGES)[number] | (typeof OTHER_LANGUAGES)[number];
/** A text of fewer characters does not tell its language. */
const MIN_CHARS_OF_LANGUAGE = 30;
/** From 0 to 100. A photo without text, and a text in another script, is read as letters too, which nobody is sure of. */
const MIN_CONFIDENCE = 60;
/** Of a text that may be none: so few letters are seen in stains and shades too, and such words in a text of another script. */
const MIN_CONFIDENCE_OF_DOUBTFUL = 80;
const FEW_LETTERS = 4;
/** More of the words than this have a capital, or a digit, within them. */
const GARBLED_SHARE = 0.3;
const GARBLED_WORD = /\p{Ll}\p{Lu}|\p{L}\p{N}+\p{L}/u;
/** Of the letters of a text in Japanese or Chinese, at least; it may have names and words in Latin letters. */
const SHARE_OF_SCRIPT = 1 / 3;
/** By how much less sure the model of the language that was found may be. */
const LANGUAGE_BONUS = 5;

export interface Reading extends RecognizedText {
  readonly language: Language;
}

/**
 * The text of the picture that is shown; undefined when no model is sure of it. No language is tried after `endsAt`. `likely`: the language of the
 * page before, which is not questioned when its model is sure.
 */
export function recognizedText(recognition: TextRecognition, endsAt: number, likely?: Language): Reading | undefined {
  const read = (language: Language): Reading => ({ ...recognition.read(language), language });
  const expected = likely && likely !== 'eng' ? read(likely) : undefined;
  if (expected && isSure(expected)) return cleaned(expected);
  let best = read('eng');
  const isLatin = best.confidence >= MIN_CONFIDENCE;
  for (const language of isLatin ? otherLatinLanguage(best) : OTHER_LANGUAGES) {
    if (performance.now() > endsAt) break;
    if (language === likely) continue;
    const other = read(language);
    if (other.confidence + (isLatin ? LANGUAGE_BONUS : 0) > best.confidence && isOfItsScript(other)) best = other;
  }
  return isSure(best) ? cleaned(best) : undefined;
}

function isSure(reading: Reading): boolean {
  const { text, confidence } = reading;
  const letters = text.match(/[\p{L}\p{N}]/gu) ?? [];
  const isDoubtful = letters.length <= FEW_LETTERS || isGarbled(text);
  return confidence >= (isDoubtful ? MIN_CONFIDENCE_OF_DOUBTFUL : MIN_CONFIDENCE) && isOfItsScript(reading);
}

function isGarbled(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return words.filter((word) => GARBLED_WORD.test(word)).length > GARBLED_SHARE * words.length;
}

/** The models of Japanese and Chinese read Latin letters too, and letters of other scripts as these. */
function isOfItsScript({ text, language }: Reading): boolean {
  if (!OTHER_LANGUAGES.some((other) => other === language)) return true;
  const letters = text.match(/\p{L}/gu) ?? [];
  const own = letters.filter((letter) => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(letter));
  return own.length >= SHARE_OF_SCRIPT * letters.length;
}

const cleaned = (reading: Reading): Reading => ({ ...reading, text: withoutMarks(reading.text) });

function otherLatinLanguage({ text }: RecognizedText): (typeof LATIN_LANGUAGES)[number][] {
  const found = franc(text, { only: [...LATIN_LANGUAGES], minLength: MIN_CHARS_OF_LANGUAGE });
  return LATIN_LANGUAGES.filter((language) => language !== 'eng' && language === found);
}

/** Without lines of single marks, which frames and stains are read as, and without the gaps between characters of Chinese and Japanese. */
const withoutMarks = (text: string): string =>
  text
    .replaceAll(/(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}、。]) +(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}、。])/gu, '')
    .split('\n')
    .filter((line) => line.trim() === '' || /[\p{L}\p{N}]{2}|\p{sc=Han}/u.test(line))
    .join('\n');
