import { isAscii } from './is-ascii.js';

const MARKED_LETTER = /([\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{M}+/gu;
/** Vowels that Arabic and Hebrew write or leave out. Marks of other scripts make other letters or vowels, and stay. */
const OPTIONAL_VOWEL = /[\u064b-\u0652\u0640\u0591-\u05c7]/g;

/**
 * The letters of a text in the one form in which texts are compared: lower case, without accents and other signs that people leave out, and with
 * letters that have two spellings in one of them. Spaces and punctuation stay.
 */
export const foldedLetters = (text: string): string => (isAscii(text) ? text.toLowerCase() : foldedMarks(text));

const foldedMarks = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(MARKED_LETTER, '$1')
    .normalize('NFC')
    .replace(OPTIONAL_VOWEL, '')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('ı', 'i');
