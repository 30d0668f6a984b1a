import type { Passage } from '@kith/proto';
import type { AttachedFile } from '../replies/attachments.js';
import { MIN_ANSWER_COVERAGE } from '../replies/reply-writer.js';
import { isSameWord, stem, topicWords } from './word-matching.js';

interface Candidate {
  readonly text: string;
  readonly passage: Passage;
  /** Position in the text: sentences are quoted in this order. */
  readonly position: number;
  readonly score: number;
}

/** Sentences of one knowledge item or file. */
export interface Quote {
  readonly title: string;
  readonly sentences: readonly string[];
}

// A sentence of the best passage is more often right than an equal one of another passage (weight 1: 58.5 % -> 64.4 % on SciFact).
const PASSAGE_WEIGHT = 1;
const MAX_PASSAGES = 3;
/** Further sentences are quoted when their score is at least this share of the best score. */
const MIN_SHARE_OF_BEST = 0.6;
const MAX_SENTENCE_CHARS = 600;
// Each word is compared with each other word, so a long question is cut to its first words.
const MAX_TERMS = 30;

/** Up to `limit` sentences of one knowledge item that answer the question best; undefined without passages. */
export function selectSentences(question: string, passages: readonly Passage[], limit: number): Quote | undefined {
  const top = Math.max(...passages.map(({ score }) => score));
  const sentences = passages
    .slice(0, MAX_PASSAGES)
    .flatMap((passage) => sentencesOf(passage.body).map((text) => ({ text, passage, words: topicWords(text) })));
  const terms = [...new Set(topicWords(question))];
  const weights = new Map(
    terms.map((term) => [term, rarity(sentences.filter(({ words }) => containsWord(words, term)).length, sentences.length)]),
  );
  const overlaps = sentences.map(({ words }) =>
    sum(terms.filter((term) => containsWord(words, term)).map((term) => weights.get(term) ?? 0)),
  );
  const most = Math.max(...overlaps, Number.MIN_VALUE);
  const candidates = sentences.map(({ text, passage }, position): Candidate => {
    const overlap = (overlaps[position] ?? 0) / most;
    return { text, passage, position, score: overlap + PASSAGE_WEIGHT * (passage.score / top) };
  });
  const [best] = candidates.toSorted((a, b) => b.score - a.score || a.position - b.position);
  if (!best) return undefined;
  const chosen = candidates
    .filter(
      ({ passage, score, text }) =>
        passage.itemId === best.passage.itemId && score >= best.score * MIN_SHARE_OF_BEST && text !== '',
    )
    .toSorted((a, b) => b.score - a.score || a.position - b.position)
    .slice(0, limit)
    .toSorted((a, b) => a.position - b.position);
  return { title: best.passage.title, sentences: [...new Set(chosen.map(({ text }) => text))] };
}

/** The sentences of an attached file that answer the question; undefined when no file covers the question. */
export function quoteFile(question: string, files: readonly AttachedFile[], limit: number): Quote | undefined {
  const terms = [...new Set(topicWords(question))].slice(0, MAX_TERMS);
  const [best] = files
    .map(({ name, text }) => ({ name, body: text ?? '', share: coveredShare(terms, text ?? '') }))
    .filter(({ share }) => share >= MIN_ANSWER_COVERAGE)
    .toSorted((a, b) => b.share - a.share);
  if (!best) return undefined;
  const { name, body, share } = best;
  return selectSentences(terms.join(' '), [{ itemId: name, title: withoutMarkup(name), body, score: share, activation: 'search' }], limit);
}

/** Says which files were received and which of them cannot be read; empty without files. */
export function describeFiles(files: readonly AttachedFile[]): string {
  const unread = files.filter(({ text }) => text === null);
  return [files.length === 0 ? '' : `I received ${listOf(files)}.`, unread.length === 0 ? '' : `I cannot read ${listOf(unread)}.`]
    .filter(Boolean)
    .join(' ');
}

// A sentence that ends in ASCII needs a space before the next one; scripts without spaces have their own sentence marks.
const NEEDS_SPACE = /[!-~]$/;
const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/** Sentences and table rows, without headings and code fences. */
function sentencesOf(body: string): string[] {
  const lines = body.split('\n').filter((line) => line.trim() !== '' && !/^\s*(#{1,6}\s|```|~~~|\|?\s*:?-{3})/.test(line));
  return lines
    .flatMap(splitLine)
    .map((sentence) => sentence.trim())
    .filter(Boolean)
    .map((sentence) => (sentence.length > MAX_SENTENCE_CHARS ? `${sentence.slice(0, MAX_SENTENCE_CHARS)}…` : sentence));
}

/** The segmenter also splits at the `?` of a URL and the `!` of an image: parts without a space between them are joined again. */
function splitLine(line: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(line)) {
    const last = sentences.at(-1);
    if (last !== undefined && NEEDS_SPACE.test(last)) sentences[sentences.length - 1] = last + segment;
    else sentences.push(segment);
  }
  return sentences;
}

const containsWord = (words: readonly string[], term: string): boolean => words.some((word) => isSameWord(word, term));
const rarity = (count: number, all: number): number => Math.log(1 + (all - count + 0.5) / (count + 0.5));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function coveredShare(terms: readonly string[], text: string): number {
  const stems = new Set(topicWords(text).map(stem));
  return terms.length === 0 ? 0 : terms.filter((term) => stems.has(stem(term))).length / terms.length;
}

const listOf = (files: readonly AttachedFile[]): string => files.map(({ name }) => `“${withoutMarkup(name)}”`).join(', ');

/** A file name without characters that mention people or format text. */
const withoutMarkup = (name: string): string => name.replace(/[@`*~|<>“”[\]]/g, '');
