import type { Keyring } from '@kith/kit';
import type { TranscriptLine } from './transcript.js';

/** Lines that are encrypted together: a page of a transcript is read without the parts that it does not show. */
const PART_LINES = 100;

/** Parameters: the ticket, the first and the last part of the page, from 1. The last part of all tells how many lines there are. */
export const READ_PARTS = `
  select cardinality(transcript) as count, transcript[$2:$3] as parts, transcript[cardinality(transcript):] as last
  from runner.ticket where id = $1 and transcript is not null`;

export interface StoredParts {
  /** How many parts the transcript has. */
  readonly count: number;
  /** Those of the page. */
  readonly parts: readonly string[];
  readonly last: readonly string[];
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Which parts a page is read from, from 1. */
export const partsOfPage = ({ limit, offset }: Page): readonly [first: number, last: number] => [
  Math.floor(offset / PART_LINES) + 1,
  Math.floor((offset + limit - 1) / PART_LINES) + 1,
];

/** `place` is where the transcript stands: each part can be decrypted in its own place only. */
export function encryptLines(keyring: Keyring, place: string, lines: readonly TranscriptLine[]): string[] {
  const parts = Array.from({ length: Math.ceil(lines.length / PART_LINES) }, (_, at) =>
    lines.slice(at * PART_LINES, (at + 1) * PART_LINES),
  );
  return parts.map((part, at) => keyring.encrypt(JSON.stringify(part), placeOfPart(place, at)));
}

/** `first` is the place of the first of these parts, from 0. */
export function decryptLines(keyring: Keyring, place: string, parts: readonly string[], first = 0): TranscriptLine[] {
  return parts.flatMap((part, at) => JSON.parse(keyring.decrypt(part, placeOfPart(place, first + at))) as TranscriptLine[]);
}

/** The lines of a page, and how many the transcript has. */
export function readPage(
  keyring: Keyring,
  place: string,
  { count, parts, last }: StoredParts,
  page: Page,
): { readonly lines: TranscriptLine[]; readonly total: number } {
  const [first] = partsOfPage(page);
  const start = page.offset % PART_LINES;
  const lines = decryptLines(keyring, place, parts, first - 1).slice(start, start + page.limit);
  if (count === 0) return { lines, total: 0 };
  return { lines, total: (count - 1) * PART_LINES + decryptLines(keyring, place, last, count - 1).length };
}

const placeOfPart = (place: string, at: number): string => `${place}.transcript.${at}`;
