import type { MessageCues } from './message-cues.js';

/** What is known of a message before its passages are judged. */
export interface Message extends MessageCues {
  /** The share of its words, without stop words, that belong to everyday talk: 0 to 1. */
  readonly everydayShare: number;
  /** How many different words it has, without stop words. */
  readonly words: number;
  /** How far it looks like a question for information rather than small talk (src/search/message-form.ts). */
  readonly form: number;
  /** How many pairs of characters one word of it is found by: their strengths add up. */
  readonly pairsPerWord: number;
}

const SOUTH_EAST_ASIAN = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const HANGUL = /\p{Script=Hangul}/gu;

/** By how much more small talk in these scripts is found than in others: a passage has some of its pairs of characters by chance. */
export function pairsPerWord(text: string): number {
  const letters = (text.match(/[\p{L}\p{M}\p{N}]/gu) ?? []).length || 1;
  const shareOf = (script: RegExp): number => (text.match(script) ?? []).length / letters;
  return Math.exp(2.4 * shareOf(SOUTH_EAST_ASIAN) + 0.8 * shareOf(HANGUL));
}

/** The relevance from which passages enter the prompt. Chosen by messages of bench/questions. */
export const MIN_RELEVANCE = 0.15;
/** What a passage needs of the message itself when the rest comes from the one before. */
const MIN_OWN_RELEVANCE = 0.15;
const STATEMENT_FACTOR = 0.3;
const STATEMENT_AFTER_FACTOR = 0.6;
const ADDRESSED_FACTOR = 0.5;
/** How much of a question's relevance its everyday words cost: "What are you doing tonight?" has hardly others. */
const EVERYDAY_COST = 0.6;
const MAX_EVERYDAY_SHARE_OF_OPEN_END = 2 / 3;
const MAX_EVERYDAY_SHARE = 1 / 3;
/** A question with as many words of its own says what it is about. */
const MIN_WORDS_OF_OTHER_SUBJECT = 2;

/** How far the form of a message speaks for a question about what was taught: 0 to 1. "I love cake" and "Do you like cake?" are about nothing taught. */
export function questionFactor(message: Message): number {
  const { isQuestion, endsAsQuestion, isAddressed, isPersonal, isReaction, everydayShare, words } = message;
  // "How beautiful" only begins as a question does.
  const asks = isQuestion && (endsAsQuestion || everydayShare < MAX_EVERYDAY_SHARE_OF_OPEN_END);
  if (asks) return (isAddressed ? ADDRESSED_FACTOR : 1) * (1 - EVERYDAY_COST * everydayShare);
  // A few words as people type them into a search: "wifi password".
  if (everydayShare === 0 && !isPersonal && !isReaction) return 1;
  // One word alone may be typed into a search too, also an everyday one: "colours".
  return STATEMENT_FACTOR * (words === 1 && !isPersonal && !isReaction ? 1 : 1 - everydayShare);
}

/** The same for a message that follows another: what is no question is more often said about the reply before than a search. */
export const questionFactorAfter = (message: Message): number =>
  questionFactor(message) * (message.isQuestion ? 1 : STATEMENT_AFTER_FACTOR);

/**
 * The relevance of a passage to a message that follows another: `own` to the message alone, `together` to both. The message before counts when
 * the passage fits the message itself too, or when the message asks on, as "And in winter?" does; otherwise every "thanks" would repeat the search.
 */
export const relevanceAfter = (message: Message, own: number, together: number): number =>
  asksOn(message) || own >= MIN_OWN_RELEVANCE ? Math.max(own, together) : own;

function asksOn({ isContinuing, everydayShare, endsAsQuestion, isAddressed }: Message): boolean {
  return endsAsQuestion && !isAddressed && (isContinuing || everydayShare < MAX_EVERYDAY_SHARE);
}

/** The numbers below were chosen by messages that the form was not learned by (bench/gate.bench.ts). */
const MIN_LOG_ODDS = -2.5;
const LEAST_STRENGTH = 0.03;
/** How much the message before says of one that asks on without words such as "and", by which it would be its continuation. */
const SHARE_OF_PREVIOUS = 0.15;
/** By how much more a few words without a sentence, "opening hours", look like a question than their form says. */
const LOG_ODDS_OF_SUBJECT = 1.2;
const FORM_WEIGHT = 0.35;
const MAX_FORM = 0.5;

/** How well a passage fits a message. */
export interface Fit {
  /** Its relevance to the message alone. */
  readonly own: number;
  /** Its relevance to the message together with the one before it. */
  readonly together: number;
  /** The share of the message's weight that it contains, 0 to 1. */
  readonly coverage: number;
}

/** Less than 1, as coverage is a sum of shares. */
export const WHOLE_COVERAGE = 0.99;

/** The relevance of a passage by the form of the message: a little more for what looks like a question, below the gate for what is rather small talk. */
export function relevanceByForm(message: Message, fit: Fit, relevance: number): number {
  const { everydayShare, isPersonal, isReaction } = message;
  const isWhollyFound = fit.coverage >= WHOLE_COVERAGE && everydayShare === 0 && !isPersonal && !isReaction;
  const lacking = isWhollyFound ? 0 : logOddsOfQuestion(message, fit) - MIN_LOG_ODDS;
  if (lacking < 0) return Math.min(relevance, MIN_RELEVANCE * Math.exp(lacking));
  return relevance * Math.exp(FORM_WEIGHT * Math.max(0, Math.min(MAX_FORM, message.form)));
}

/** How likely a message is a question that the passage answers rather than small talk, by its form and by how much of it the passage has. */
function logOddsOfQuestion(message: Message, { own, together }: Fit): number {
  const { form, pairsPerWord: pairs, isContinuing, endsAsQuestion, isSubject, everydayShare } = message;
  const shareOfPrevious = isContinuing && endsAsQuestion ? 1 : asksOn(message) ? SHARE_OF_PREVIOUS : 0;
  const strength = Math.max(own, shareOfPrevious * together);
  return form + Math.log((strength + LEAST_STRENGTH) / pairs) + (isSubject && everydayShare === 0 ? LOG_ODDS_OF_SUBJECT : 0);
}

/** Whether a question names a subject of its own, of which nothing taught has a word: "What is the capital of France?" after one about the ferry. */
export const isAboutSomethingElse = (message: Message, ownCoverage: number): boolean =>
  message.isWholeQuestion && message.words >= MIN_WORDS_OF_OTHER_SUBJECT && ownCoverage === 0;
