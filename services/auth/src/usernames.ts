import { AppError } from '@kith/proto';
import unhomoglyph from 'unhomoglyph';

/**
 * The form in which usernames are compared: without compatibility forms (full-width, ligatures), letter case and invisible characters
 * (docs/decisions.md A8; Unicode's NFKC_Casefold as far as JavaScript offers it).
 */
export function nameKey(username: string): string {
  return username
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .trim();
}

/** Throws BAD_INPUT for a new username that is too short and USERNAME_TAKEN for one that resembles the reserved one (docs/decisions.md A2). */
export function checkUsername(username: string, reserved: string): void {
  if (nameKey(username).length < 3) {
    const problem = 'Username must be at least 3 characters';
    throw new AppError('BAD_INPUT', problem, { fields: { username: problem } });
  }
  if (looksLike(username, reserved)) throw new AppError('USERNAME_TAKEN');
}

/** True when a reader could take `username` for `reserved`: look-alike letters, letter case, accents and separators are ignored. */
export const looksLike = (username: string, reserved: string): boolean => skeleton(username) === skeleton(reserved);

// What readers take for a Latin letter beyond the table of Unicode: small capitals, digits, symbols, and letters that are similar only.
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: '@4ᴀⲁ',
  b: '68ßƅʙ',
  c: 'ς',
  d: 'ժᴅ',
  e: '3ꞓᴇ',
  f: 'ϝꜰ',
  g: '9ɢ',
  h: 'ʜ',
  i: '1!|│lɪʟ',
  j: 'ᴊ',
  k: 'ĸᴋ',
  m: 'ʍϻᴍ',
  n: 'πпɴ',
  p: 'ᴘ',
  q: 'ꞯ',
  r: 'ʀ',
  s: '5$',
  t: '7+ᴛ',
  u: 'ц',
  w: 'ωш',
  x: 'χ',
  y: 'ʏ',
  z: '2',
  o: '0',
};
const LATIN = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, others]) => [...others].map((other): [string, string] => [other, latin])),
);

// Alphabets of 26 symbols from A to Z: letters in black circles and squares, and those of which flags are made.
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];

/** The skeleton of Unicode's UTS 39, with Latin letters for everything that resembles one. Equal for texts that look alike. */
function skeleton(username: string): string {
  const letters = [...username].map(fromAlphabet).join('');
  // Before and after the change to lower case: a Greek capital nu looks like N, a small one like v.
  return [...prototypes(prototypes(letters).toLowerCase()).toLowerCase()]
    .map((letter) => LATIN.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('ci', 'd');
}

const prototypes = (text: string): string =>
  unhomoglyph(text.normalize('NFKD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, ''));

function fromAlphabet(symbol: string): string {
  const at = ALPHABETS.map((first) => (symbol.codePointAt(0) ?? 0) - first).find((offset) => offset >= 0 && offset < 26);
  return at === undefined ? symbol : String.fromCharCode(65 + at);
}
