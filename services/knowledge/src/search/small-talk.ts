import type { Message } from './gate.js';

/** Three of four messages of small talk by which no weight was learned have such a form, and two of a hundred questions (small-talk.spec.ts). */
const MAX_FORM_OF_SMALL_TALK = -0.4;

/** Whether a message looks like small talk, whatever it finds. `isAfterAnother`: it may ask on. Of a script that was not learned the form is 0. */
export const looksLikeSmallTalk = ({ forms }: Pick<Message, 'forms'>, isAfterAnother: boolean): boolean =>
  (isAfterAnother ? forms.after : forms.alone) < MAX_FORM_OF_SMALL_TALK;
