import type { MessageCues } from './message-cues.js';

/** What is known of a message before its passages are judged. */
export interface Message extends MessageCues {
  /** The share of its words, without stop words, that belong to everyday talk: 0 to 1. */
  readonly everydayShare: number;
  /** How many different words it has, without stop words. */
  readonly words: number;
}

/** The relevance from which passages enter the prompt. Chosen by one half of the messages of bench/gate.bench.ts; the other half is the report. */
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
export function relevanceAfter(message: Message, own: number, together: number): number {
  const isAboutMore = message.isContinuing || message.everydayShare < MAX_EVERYDAY_SHARE;
  const asksOn = message.endsAsQuestion && !message.isAddressed && isAboutMore;
  return asksOn || own >= MIN_OWN_RELEVANCE ? Math.max(own, together) : own;
}

/** Whether a question names a subject of its own, of which nothing taught has a word: "What is the capital of France?" after one about the ferry. */
export const isAboutSomethingElse = (message: Message, ownCoverage: number): boolean =>
  message.isWholeQuestion && message.words >= MIN_WORDS_OF_OTHER_SUBJECT && ownCoverage === 0;
