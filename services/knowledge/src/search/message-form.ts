import { readFileSync } from 'node:fs';
import { judgedPart } from './judged-part.js';

/** What was learned of messages by bench/train-form.bench.ts: the weight of each part of a message. */
export interface FormWeights {
  readonly bias: number;
  readonly grams: Readonly<Record<string, number>>;
}

const WEIGHTS = JSON.parse(readFileSync(new URL('./form-weights.json', import.meta.url), 'utf8')) as FormWeights;

const LONGEST_GRAM = 4;

/** The parts of a message by which its form is judged: its words, and up to four characters of it in a row. */
export function gramsOf(message: string): Set<string> {
  const text = judgedPart(message)
    .trim()
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('؟', '?')
    .replaceAll(/\p{N}+/gu, '0')
    .replaceAll(/[?!]/g, '_$&')
    .replaceAll(/[^\p{L}\p{M}0?!]+/gu, '_');
  const grams = new Set(text.split('_').flatMap((word) => (word === '' ? [] : [`=${word}`])));
  const characters = [...`^${text}$`];
  for (let length = 1; length <= LONGEST_GRAM; length += 1)
    for (let start = 0; start + length <= characters.length; start += 1)
      grams.add(characters.slice(start, start + length).join(''));
  return grams;
}

/** From which share of a message's parts that have letters its form is told in full: of another script none is known, and it is neither. */
const ENOUGH_KNOWN = 0.1;
const HAS_LETTERS = /[\p{L}\p{M}0]/u;

/** How far a message looks like a question for information rather than small talk: the logarithm of the odds, 0 for neither. */
export function formOf(message: string, { bias, grams }: FormWeights = WEIGHTS): number {
  const all = [...gramsOf(message)];
  const known = all.filter((gram) => Object.hasOwn(grams, gram));
  const sum = known.reduce((total, gram) => total + (grams[gram] ?? 0), 0);
  const shareKnown =
    known.filter((gram) => HAS_LETTERS.test(gram)).length / (all.filter((gram) => HAS_LETTERS.test(gram)).length || 1);
  return Math.min(1, shareKnown / ENOUGH_KNOWN) * (bias + sum / Math.sqrt(known.length || 1));
}
