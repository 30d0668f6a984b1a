import type { Message } from './gate.js';

// How far the form of a message speaks for a question, by rules: what passages that are found by their meaning count by (meaning-fusion.ts). For those
// found by words gate.ts has learned it.

/** What a passage needs of the message itself when the rest comes from the one before. */
const MIN_OWN_RELEVANCE = 0.15;
const STATEMENT_FACTOR = 0.3;
const STATEMENT_AFTER_FACTOR = 0.6;
const ADDRESSED_FACTOR = 0.5;
/** How much of a question's relevance its everyday words cost: "What are you doing tonight?" has hardly others. */
const EVERYDAY_COST = 0.6;
const MAX_EVERYDAY_SHARE_OF_OPEN_END = 2 / 3;
const MAX_EVERYDAY_SHARE = 1 / 3;

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
