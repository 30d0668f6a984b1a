import type { ExtractText } from '#extraction/extraction';
import { startTextRecognition, type RecognizedText } from '#extraction/text-recognition';
import { franc } from 'franc';

/** Of Latin script, English first: its model reads enough of the others to tell which it is. */
const LATIN_LANGUAGES = ['eng', 'deu', 'fra', 'spa'] as const;
const OTHER_LANGUAGES = ['jpn', 'chi_sim'] as const;
/** A text of fewer characters does not tell its language. */
const MIN_CHARS_OF_LANGUAGE = 30;
/** From 0 to 100. A photo without text is read as letters too, which nobody is sure of. */
const MIN_CONFIDENCE = 60;
/** By how much less sure the model of the language that was found may be. */
const LANGUAGE_BONUS = 5;
// Well before the process is killed at 30 s; one more language takes up to ten.
const TIME_BUDGET_MS = 15_000;

/** The text in a picture of text: a notice, a menu, a screenshot. Empty for a picture without. */
export const extract: ExtractText = async ({ bytes }) => {
  const end = performance.now() + TIME_BUDGET_MS;
  const recognition = await startTextRecognition(bytes);
  let best = recognition.read('eng');
  const isLatin = best.confidence >= MIN_CONFIDENCE;
  for (const language of isLatin ? otherLatinLanguage(best) : OTHER_LANGUAGES) {
    if (performance.now() > end) break;
    const other = recognition.read(language);
    if (other.confidence + (isLatin ? LANGUAGE_BONUS : 0) > best.confidence) best = other;
  }
  const text = best.confidence < MIN_CONFIDENCE ? '' : withoutMarks(best.text);
  return { text, isTruncated: false };
};

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
