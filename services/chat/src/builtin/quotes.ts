import type { Passage } from '@kith/proto';
import type { AttachedFile } from '../replies/attachments.js';
import { folded } from './folded-text.js';
import { sentencesOf, statementsOf } from './sentences.js';
import { asksTime, namesTime } from './times.js';
import { isSameWord, stem, topicWords } from './word-matching.js';

interface Candidate {
  readonly text: string;
  readonly passage: Passage;
  /** Position in the text: sentences are quoted in this order. */
  readonly position: number;
  /** The share of the question's weight that it holds, in relation to the best sentence. */
  readonly overlap: number;
  readonly score: number;
}

/** Sentences of one knowledge item or file. */
export interface Quote {
  readonly title: string;
  readonly sentences: readonly string[];
}

export interface QuoteOptions {
  readonly limit: number;
  /** Words that are no topic of the question. */
  readonly stopWords?: ReadonlySet<string>;
  /** Whether the question asks for a number, a price or a time. */
  readonly asksAmount?: boolean;
  /** What was asked before: its words count less. */
  readonly previous?: string | undefined;
  /** Whether a sentence was said just now: others that answer the question about as well come first. */
  readonly wasSaid?: (sentence: string) => boolean;
}

// A sentence of the best passage is more often right than an equal one of another passage (weight 1: 58.5 % -> 64.4 % on SciFact).
const PASSAGE_WEIGHT = 1;
const AMOUNT_WEIGHT = 0.2;
/** "What time is breakfast?" is not answered by its price, although that has the words. */
const TIME_WEIGHT = 0.5;
const MAX_PASSAGES = 3;
/** Further sentences are quoted when they hold at least this share of what the best one holds. */
const MIN_SHARE_OF_BEST = 0.6;
/** A sentence that was not said yet is quoted before one that was, when it holds at least this share of what that holds. */
const MIN_SHARE_OF_UNSAID = 0.7;
/** "And a small one?" is about what was asked before, and "who runs it?" about something else of it. */
const PREVIOUS_WEIGHT = 0.3;
/** Of a word that stands in the question above a sentence, and not in it. */
const ANSWER_WEIGHT = 0.8;
/** A list whose title is asked for is quoted up to this length. */
const MAX_LIST_CHARS = 400;
const MIN_ENTRIES = 3;
/** The share of a question's words from which a text answers it that no search has judged: an attached file, or what is always active. */
const MIN_UNJUDGED_SHARE = 0.4;
// Each word is compared with each other word, so a long question is cut to its first words.
const MAX_TERMS = 30;

/** Up to `limit` sentences of one knowledge item that answer the question best; undefined without passages. */
export function selectSentences(question: string, passages: readonly Passage[], options: QuoteOptions): Quote | undefined {
  const { limit, wasSaid = () => false } = options;
  const list = listOf(question, passages, options);
  if (list) return list;
  const all = candidatesFor(question, passages, options);
  const unsaid = all.filter(({ text, overlap }) => overlap >= MIN_SHARE_OF_UNSAID && !wasSaid(text));
  const candidates = unsaid.length > 0 ? unsaid : all;
  const [best] = candidates.toSorted((a, b) => b.score - a.score || a.position - b.position);
  // Without a word of the question only a text that was searched for answers it: its title may hold the word.
  if (!best || (best.overlap === 0 && best.passage.score === 0)) return undefined;
  const chosen = candidates
    .filter(({ passage, overlap }) => passage.itemId === best.passage.itemId && overlap >= best.overlap * MIN_SHARE_OF_BEST)
    .filter((candidate) => candidate.overlap > 0 || best.overlap === 0)
    .toSorted((a, b) => b.score - a.score || a.position - b.position)
    .slice(0, limit)
    .toSorted((a, b) => a.position - b.position);
  return { title: best.passage.title, sentences: [...new Set(chosen.map(({ text }) => text))] };
}

/** The entries of the best passage, when its title is all that is asked for: "what are the rules?". */
function listOf(question: string, [best]: readonly Passage[], { stopWords, asksAmount, limit }: QuoteOptions): Quote | undefined {
  if (!best || asksAmount === true || limit === 1) return undefined;
  const title = topicWords(best.title);
  const terms = topicWords(question, stopWords);
  if (terms.length === 0 || !terms.every((term) => containsWord(title, term))) return undefined;
  const entries = statementsOf(best.body).flatMap(({ text, isEntry }) => (isEntry ? ended(text) : []));
  let chars = 0;
  const quoted = entries.filter((entry) => (chars += entry.length) <= MAX_LIST_CHARS);
  return entries.length < MIN_ENTRIES ? undefined : { title: best.title, sentences: [...new Set(quoted)] };
}

const isBound = ({ activation }: Passage): boolean => activation === 'keywords';

const ended = (text: string): string => (/[\p{P}\p{S}]$/u.test(text) ? text : `${text}.`);

function candidatesFor(
  question: string,
  passages: readonly Passage[],
  { stopWords, asksAmount = false, previous = '' }: QuoteOptions,
): Candidate[] {
  const top = Math.max(...passages.map(({ score }) => score), Number.MIN_VALUE);
  // However many a key word activates, what the search found is read, too.
  const [bound, others] = [passages.filter(isBound), passages.filter((passage) => !isBound(passage))];
  const read = [...bound.slice(0, MAX_PASSAGES), ...others.slice(0, MAX_PASSAGES)];
  const sentences = read.flatMap((passage) =>
    statementsOf(passage.body).map(({ text, question: answered }) => ({
      text,
      passage,
      words: topicWords(text),
      answered: topicWords(answered),
    })),
  );
  const terms = [...new Set(topicWords(question, stopWords))].slice(0, MAX_TERMS);
  const title = topicWords(passages[0]?.title ?? '');
  // Who names a title asks about that.
  const asksOn = !terms.some((term) => containsWord(title, term));
  const before = asksOn ? [...new Set(topicWords(previous, stopWords))].filter((term) => !terms.includes(term)) : [];
  const weights = new Map(
    [...terms, ...before.slice(0, MAX_TERMS)].map((term, at) => {
      const held = sentences.filter(({ words, answered }) => containsWord([...words, ...answered], term)).length;
      return [term, rarity(held, sentences.length) * (at < terms.length ? 1 : PREVIOUS_WEIGHT)];
    }),
  );
  const weighed = sentences.map(({ words, answered }) =>
    sum(
      [...weights].map(([term, weight]) => {
        if (containsWord(words, term)) return weight;
        return containsWord(answered, term) ? weight * ANSWER_WEIGHT : 0;
      }),
    ),
  );
  const isAboutTime = asksTime(question);
  const most = Math.max(...weighed, Number.MIN_VALUE);
  return sentences.map(({ text, passage }, position): Candidate => {
    const overlap = (weighed[position] ?? 0) / most;
    const time = isAboutTime && namesTime(text) ? TIME_WEIGHT : 0;
    const amount = asksAmount && /\p{N}/u.test(text) ? AMOUNT_WEIGHT : 0;
    return { text, passage, position, overlap, score: overlap + amount + time + PASSAGE_WEIGHT * (passage.score / top) };
  });
}

/** The sentences that follow what was said of these passages, in their order; none of them was said before. */
export function furtherSentences(passages: readonly Passage[], said: readonly string[], limit: number): Quote | undefined {
  const isSaid = (sentence: string): boolean => said.some((text) => text.includes(sentence));
  const spoken = passages.find(({ body }) => sentencesOf(body).some(isSaid)) ?? passages[0];
  if (!spoken) return undefined;
  const sentences = passages.filter(({ itemId }) => itemId === spoken.itemId).flatMap(({ body }) => sentencesOf(body));
  const last = sentences.findLastIndex(isSaid);
  const unsaid = [...sentences.slice(last + 1), ...sentences.slice(0, Math.max(0, last))].filter((sentence) => !isSaid(sentence));
  return unsaid.length === 0 ? undefined : { title: spoken.title, sentences: [...new Set(unsaid)].slice(0, limit) };
}

/** Why something is so that was said last: the reason in the same sentence or in the next one. */
export function reasonIn(passages: readonly Passage[], because: readonly string[], said: string): Quote | undefined {
  for (const { title, body } of passages) {
    const sentences = sentencesOf(body);
    const last = sentences.findLastIndex((sentence) => said.includes(sentence));
    if (last < 0) continue;
    const inSame = reasonOf(sentences[last] ?? '', because);
    const next = sentences[last + 1];
    const reason = inSame ?? (next !== undefined && hasBeginning(next, because) ? next : undefined);
    if (reason !== undefined) return { title, sentences: [reason] };
  }
  return undefined;
}

/** The part of a sentence that begins with "because". */
function reasonOf(sentence: string, because: readonly string[]): string | undefined {
  const starts = because.map((word) =>
    ` ${sentence.toLowerCase()}`.search(new RegExp(`(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])${word}`, 'u')),
  );
  const start = Math.min(...starts.filter((at) => at > 0).map((at) => at - 1));
  return Number.isFinite(start) ? `… ${sentence.slice(start)}` : undefined;
}

/** Whether a word of the text begins with one of these. Scripts without spaces are searched as they are. */
export function hasBeginning(text: string, beginnings: readonly string[]): boolean {
  const words = folded(text).split(' ');
  const whole = folded(text);
  return beginnings
    .map(folded)
    .some((beginning) =>
      /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(beginning)
        ? whole.includes(beginning)
        : words.some((word) => word.startsWith(beginning)),
    );
}

/** The sentences of an attached file that answer the question; undefined when no file covers the question. */
export const quoteFile = (question: string, files: readonly AttachedFile[], options: QuoteOptions): Quote | undefined =>
  quoteCovering(
    question,
    files.map(({ name, text }) => ({ itemId: name, title: withoutMarkup(name), body: text ?? '', covering: text ?? '' })),
    options,
  );

/** The same of passages that no search has judged, whose titles count, too. */
export const quotePassage = (question: string, passages: readonly Passage[], options: QuoteOptions): Quote | undefined =>
  quoteCovering(
    question,
    passages.map(({ itemId, title, body }) => ({ itemId, title, body, covering: `${title}\n${body}` })),
    options,
  );

type Unjudged = Pick<Passage, 'itemId' | 'title' | 'body'> & { readonly covering: string };

function quoteCovering(question: string, texts: readonly Unjudged[], options: QuoteOptions): Quote | undefined {
  const terms = [...new Set(topicWords(question, options.stopWords))].slice(0, MAX_TERMS);
  const [best] = texts
    .map(({ covering, ...text }) => ({ ...text, score: coveredShare(terms, covering) }))
    .filter(({ score }) => score >= MIN_UNJUDGED_SHARE)
    .toSorted((a, b) => b.score - a.score);
  return best && selectSentences(terms.join(' '), [{ ...best, activation: 'search' }], options);
}

/** How a text begins; undefined for one without sentences. */
export function firstSentences({ title, body }: Pick<Passage, 'title' | 'body'>, limit: number): Quote | undefined {
  const sentences = [...new Set(sentencesOf(body))].slice(0, limit);
  return sentences.length === 0 ? undefined : { title, sentences };
}

const containsWord = (words: readonly string[], term: string): boolean => words.some((word) => isSameWord(word, term));
const rarity = (count: number, all: number): number => Math.log(1 + (all - count + 0.5) / (count + 0.5));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function coveredShare(terms: readonly string[], text: string): number {
  const stems = new Set(topicWords(text).map(stem));
  return terms.length === 0 ? 0 : terms.filter((term) => stems.has(stem(term))).length / terms.length;
}

/** A name or title without characters that mention people or format text. */
export const withoutMarkup = (name: string): string => name.replace(/[@`*~|<>“”[\]]/g, '');
