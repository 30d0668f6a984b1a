import type { BotValues } from './bot-values.js';

/** What was typed into one of the two forms of a new companion, on its way to the other one. */
export interface Draft {
  /** What the form held before somebody typed. */
  readonly start: BotValues;
  readonly values: BotValues;
}

// In memory alone: a token may be in it.
let carried: Draft | null = null;

export const carryDraft = (draft: Draft): void => {
  carried = draft;
};
export const carriedDraft = (): Draft | null => carried;
export const dropDraft = (): void => {
  carried = null;
};
