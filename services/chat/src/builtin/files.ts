import type { AttachedFile } from '../replies/attached-file.js';
import { KNOWN_FROM } from '../writer.js';
import { bestSentences, type Quote } from './best-sentences.js';
import { stem, topicWords } from './words.js';

// Finding sentences compares each word with each: a long message is known by its first words.
const MAX_TERMS = 30;

/** The sentences of an attached file that answer the question, as knowledge is quoted; undefined when no file is about it. */
export function quoteFile(question: string, files: readonly AttachedFile[], limit: number): Quote | undefined {
  const terms = [...new Set(topicWords(question))].slice(0, MAX_TERMS);
  const [best] = files
    .map(({ name, text }) => ({ name, body: text ?? '', share: shareHeld(terms, text ?? '') }))
    .filter(({ share }) => share >= KNOWN_FROM)
    .toSorted((a, b) => b.share - a.share);
  if (!best) return undefined;
  const { name, body, share } = best;
  return bestSentences(terms.join(' '), [{ itemId: name, title: speakable(name), body, score: share }], limit);
}

/** Which files came, and which of them cannot be read; empty without files. */
export function receiptOf(files: readonly AttachedFile[]): string {
  const unread = files.filter(({ text }) => text === null);
  return [files.length === 0 ? '' : `I received ${listOf(files)}.`, unread.length === 0 ? '' : `I cannot read ${listOf(unread)}.`]
    .filter(Boolean)
    .join(' ');
}

function shareHeld(terms: readonly string[], text: string): number {
  const held = new Set(topicWords(text).map(stem));
  return terms.length === 0 ? 0 : terms.filter((term) => held.has(stem(term))).length / terms.length;
}

const listOf = (files: readonly AttachedFile[]): string => files.map(({ name }) => `“${speakable(name)}”`).join(', ');

/** A name that pings nobody and formats nothing. */
const speakable = (name: string): string => name.replace(/[@`*~|<>“”[\]]/g, '');
