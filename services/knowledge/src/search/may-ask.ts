import type { Message } from './gate.js';

/**
 * Whether a message looks as if it asks for something. Wider than the gate, which such a message did not pass. Of a script that was not learned the form
 * is 0 and tells nothing.
 */
export const mayAsk = ({ isReaction, isQuestion, isAddressed, isContinuing, forms }: Message): boolean =>
  !isReaction && (forms.after >= 0 || isContinuing || (isQuestion && !isAddressed));
