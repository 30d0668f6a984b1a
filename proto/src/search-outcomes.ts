/** Whether a search has passages for the prompt: `not_relevant` when none of those it found fits the message well enough. */
export const SEARCH_OUTCOMES = ['found', 'not_relevant', 'nothing_found'] as const;

/** The longest text that the knowledge is searched for, in characters. */
export const MAX_SEARCHED_CHARS = 4000;
