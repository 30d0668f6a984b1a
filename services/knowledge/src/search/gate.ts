import { readFileSync } from 'node:fs';
import type { MessageCues } from './message-cues.js';
import type { Forms } from './message-form.js';

/** What is known of a message before its passages are judged. */
export interface Message extends MessageCues {
  /** The share of its words, without stop words, that belong to everyday talk: 0 to 1. */
  readonly everydayShare: number;
  /** How many different words it has, without stop words. */
  readonly words: number;
  /** Whether all passages of the bot are of one language: among those of several, one has words of small talk by chance more often. */
  readonly isOfOneLanguage: boolean;
  /** How far it looks like a question for information rather than small talk (src/search/message-form.ts). */
  readonly forms: Forms;
  /** Which share of its letters belongs to scripts that are searched by pairs of characters: a passage has some of these by chance. */
  readonly pairs: Readonly<Record<PairedScript, number>>;
  /** The characters in a row that its words have (src/search/character-runs.ts). */
  readonly runs: ReadonlySet<string>;
}

const PAIRED_SCRIPTS = {
  southEastAsian: /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu,
  hangul: /\p{Script=Hangul}/gu,
  hanAndKana: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
};
type PairedScript = keyof typeof PAIRED_SCRIPTS;

export function pairsIn(text: string): Message['pairs'] {
  const letters = (text.match(/[\p{L}\p{M}\p{N}]/gu) ?? []).length || 1;
  const shareOf = (script: PairedScript): number => (text.match(PAIRED_SCRIPTS[script]) ?? []).length / letters;
  return { southEastAsian: shareOf('southEastAsian'), hangul: shareOf('hangul'), hanAndKana: shareOf('hanAndKana') };
}

/** How well a passage fits a message. */
export interface Fit {
  /** Its relevance to the message alone, as knowledge.search (SQL) computes it. */
  readonly own: number;
  /** Its relevance to the message together with the one before it; null where that one does not count. */
  readonly together: number | null;
  /** The share of the message's weight that it contains, 0 to 1. */
  readonly coverage: number;
  /** How many of the message's runs of characters it has. */
  readonly shared: number;
}

/** Less than 1, as coverage is a sum of shares. */
export const WHOLE_COVERAGE = 0.99;

/** Keeps a passage without any word of the message from counting endlessly little. */
const LEAST_STRENGTH = 0.02;
/** A form far beyond others says no more than they do. */
const MAX_FORM = 6;

/** What the decision about a passage is made by; each has one weight in gate-weights.json. */
export function gateFeatures(message: Message, { own, together, coverage, shared }: Fit) {
  const { forms, words, everydayShare, isPersonal, isReaction, pairs } = message;
  const form = together === null ? forms.alone : forms.after;
  const strength = Math.log(own + LEAST_STRENGTH);
  const gain = Math.max(0, Math.log((together ?? 0) + LEAST_STRENGTH) - strength);
  const namesSubject = everydayShare === 0;
  return {
    /** How far the message looks like a question by its words and characters. */
    form: bounded(form),
    /** How well the passage fits the message alone, how much of it it has, and whether it has every word of one that may be a search. */
    strength,
    coverage,
    shared: Math.log(1 + shared),
    isWhole: Number(coverage >= WHOLE_COVERAGE && namesSubject && !isPersonal && !isReaction),
    /** How much better it fits with the message before, and the same for a message that ends as questions do. */
    gain,
    gainOfQuestion: message.endsAsQuestion ? gain : 0,
    /** How many words the passage does not have: small talk says more that is about nothing taught than a follow-up does. */
    unmatched: Math.log(1 + words * (1 - Math.min(1, coverage))),
    /** A passage has several words of a message less likely by chance than one, and everyday words say little about its subject. */
    words: Math.log(1 + words),
    everydayShare,
    /** What the lists of words tell (message-cues.ts). */
    isQuestion: Number(message.isQuestion),
    endsAsQuestion: Number(message.endsAsQuestion),
    isWholeQuestion: Number(message.isWholeQuestion),
    isSubject: Number(message.isSubject && namesSubject),
    isContinuing: Number(message.isContinuing),
    isReaction: Number(isReaction),
    isAddressed: Number(message.isAddressed),
    isPersonal: Number(isPersonal),
    /** In these scripts a passage has more of a message by chance: they are searched by pairs of characters. */
    ...pairs,
  };
}
export type GateFeature = keyof ReturnType<typeof gateFeatures>;

/** A weight of each feature, and what a message needs by the languages of the bot's passages. */
export interface WeightsOfPlace {
  readonly bias: { readonly oneLanguage: number; readonly severalLanguages: number };
  readonly weights: Readonly<Record<GateFeature, number>>;
}
/** What tells whether a message goes on from the one before: the features above, and the form that it has alone. */
export type ContinuationFeature = GateFeature | 'formAlone';
export interface ContinuationWeights {
  readonly bias: number;
  readonly weights: Readonly<Record<ContinuationFeature, number>>;
}
/** What bench/train-form.bench.ts learned: for messages that are judged alone, and for those that are judged with the one before. */
export interface GateWeights {
  readonly alone: WeightsOfPlace;
  readonly after: WeightsOfPlace;
  /** Of those after another, whose passage is not that of the message alone. */
  readonly goesOn: ContinuationWeights;
}

const LEARNED = JSON.parse(readFileSync(new URL('./gate-weights.json', import.meta.url), 'utf8')) as GateWeights;

/** The relevance from which passages enter the prompt. */
export const MIN_RELEVANCE = 0.15;
const MIN_LOG_ODDS = Math.log(MIN_RELEVANCE / (1 - MIN_RELEVANCE));

/**
 * What a passage must fit a message or both messages at least, where there is one before: that a message asks on is no sign of a passage that has
 * little of either. Of 346 follow-ups whose answer entered, the one that fits least has 0.108 (bench/questions, bench/unseen, -3 and -4).
 */
const LEAST_FIT_AFTER = 0.1;

/** How far a passage must be above the gate by the message alone, so that it does not matter whether the message goes on. */
export const SURE_ALONE = 0.5;

/**
 * How relevant a passage is to a message, 0 to 1: one logistic model over the features above. Neither a message that looks like a question nor a
 * passage with its words is enough alone: "What are you doing tonight?" is asked, and "I love cake" is about cake. A passage that the message has
 * with the one before it must not only pass: it must be sure by the message alone, or the message must look like one that goes on.
 */
export function relevanceOf(message: Message, fit: Fit): number {
  if (fit.together !== null && Math.max(fit.own, fit.together) < LEAST_FIT_AFTER) return 0;
  return 1 / (1 + Math.exp(-MIN_LOG_ODDS - oddsOf(message, fit)));
}

/** How far a passage is above the gate, or below it (negative). */
export function oddsOf(message: Message, fit: Fit, learned: GateWeights = LEARNED): number {
  const odds = logOdds(message, fit, learned);
  if (fit.together === null || odds < 0) return odds;
  const { bias, weights } = learned.goesOn;
  const goesOn = bias + weighted(continuationFeatures(message, fit), weights);
  return Math.min(odds, Math.max(oddsAlone(message, fit, learned) - SURE_ALONE, goesOn));
}

/** The same by the model of its place alone. */
export function logOdds(message: Message, fit: Fit, { alone, after }: Pick<GateWeights, 'alone' | 'after'> = LEARNED): number {
  const { bias, weights } = fit.together === null ? alone : after;
  const least = message.isOfOneLanguage ? bias.oneLanguage : bias.severalLanguages;
  return least + weighted(gateFeatures(message, fit), weights);
}

/** The same by the message alone. */
export const oddsAlone = (message: Message, fit: Fit, weights: Pick<GateWeights, 'alone' | 'after'> = LEARNED): number =>
  logOdds(message, { ...fit, together: null }, weights);

export const continuationFeatures = (message: Message, fit: Fit): Readonly<Record<ContinuationFeature, number>> => ({
  ...gateFeatures(message, fit),
  formAlone: bounded(message.forms.alone),
});

const bounded = (form: number): number => Math.max(-MAX_FORM, Math.min(MAX_FORM, form));

function weighted<Name extends string>(
  features: Readonly<Record<Name, number>>,
  weights: Readonly<Record<Name, number>>,
): number {
  const values = Object.entries(features) as [Name, number][];
  return values.reduce((sum, [name, value]) => sum + weights[name] * value, 0);
}

/** A question with as many words of its own says what it is about. */
const MIN_WORDS_OF_OTHER_SUBJECT = 2;

/** Whether a question names a subject of its own, of which nothing taught has a word: "What is the capital of France?" after one about the ferry. */
export const isAboutSomethingElse = (message: Message, ownCoverage: number): boolean =>
  message.isWholeQuestion && message.words >= MIN_WORDS_OF_OTHER_SUBJECT && ownCoverage === 0;
