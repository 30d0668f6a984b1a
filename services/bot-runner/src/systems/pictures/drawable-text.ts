import { createRequire } from 'node:module';

/** The parts of the font: what its package splits it into. */
export const FONT_SUBSETS = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
  'devanagari',
] as const;
const MAX_MARKS = 2;

const covered: readonly (readonly [first: number, last: number])[] = readRanges();

/**
 * The text as far as the font can show it, in one line: letters of other scripts and emoji are left out instead of being drawn as boxes, and letters in
 * disguise ("𝓐") are drawn as themselves. '' when nothing is left.
 */
export function drawable(text: string): string {
  const known = [...text.normalize('NFKC')].filter((character) => isCovered(character.codePointAt(0) ?? 0)).join('');
  return known
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replaceAll(/(\p{M}{2})\p{M}+/gu, (_whole, marks: string) => marks.slice(0, MAX_MARKS))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The name, or the first of the others of which anything can be drawn. */
export const drawableName = (...names: readonly string[]): string =>
  names.map(drawable).find((name) => /[\p{L}\p{N}]/u.test(name)) ?? 'Member';

const isCovered = (code: number): boolean => covered.some(([first, last]) => code >= first && code <= last);

function readRanges(): (readonly [number, number])[] {
  const ranges = createRequire(import.meta.url)('@fontsource/noto-sans/unicode.json') as Record<string, string>;
  return FONT_SUBSETS.flatMap((subset) => (ranges[subset] ?? '').split(',')).flatMap((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-');
    return first === '' ? [] : [[Number.parseInt(first, 16), Number.parseInt(last, 16)] as const];
  });
}
