import { AppError } from '@kith/proto';

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

// Control characters, line breaks, and bidirectional marks, which would show the letters in another order.
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Throws BAD_INPUT for an unreadable new username and USERNAME_TAKEN for one that resembles the reserved one (docs/decisions.md A2). */
export function checkUsername(username: string, reserved: string): void {
  const problem =
    nameKey(username).length < 3
      ? 'Username must be at least 3 characters'
      : UNPRINTABLE.test(username)
        ? 'Contains characters that cannot be used'
        : undefined;
  if (problem) throw new AppError('BAD_INPUT', problem, { fields: { username: problem } });
  if (looksLike(username, reserved)) throw new AppError('USERNAME_TAKEN');
}

/** True when a reader could take `username` for `reserved`: look-alike letters, accents and separators are ignored. */
export const looksLike = (username: string, reserved: string): boolean => skeleton(username) === skeleton(reserved);

// For each Latin letter the look-alikes among Cyrillic, Greek, Armenian and Cherokee lower-case letters, digits and symbols.
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑ@4ⲁ',
  b: 'Ььвβ68',
  c: 'сϲςⲥᴄ',
  d: 'ԁɗᏧժ',
  e: 'еєёε3ҽ',
  f: 'ғƒϝ',
  g: 'ɡց9',
  h: 'һհнᏂ',
  i: 'іїıιɩ1!|lӏ',
  j: 'јϳ',
  k: 'кκ',
  m: 'мϻᴍ',
  n: 'пոηռ',
  o: 'оοσօ0ⲟᴏө',
  p: 'рρ⍴ⲣ',
  q: 'ԛզ',
  r: 'гⲅᴦꭇ',
  s: 'ѕꜱ5$',
  t: 'тτ7+',
  u: 'υսцᴜ',
  v: 'ѵνᴠ',
  w: 'ԝωшѡɯᴡ',
  x: 'хχ×',
  y: 'уγүʏ',
  z: 'ᴢ2ʐ',
};
const LATIN = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, others]) => [...others].map((other): [string, string] => [nameKey(other), latin])),
);

function skeleton(username: string): string {
  const letters = nameKey(username).normalize('NFKD').replace(/\p{M}/gu, '');
  return [...letters]
    .map((letter) => LATIN.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('ci', 'd');
}
