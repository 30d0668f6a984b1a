import { AppError, ERRORS } from '@kith/proto';
import type { FailureReason, ModelFailure } from './model-provider.js';

/** What people read about a failure: the owner in the test chat, and members on Discord in the words of the companion. */
export interface FailureTexts {
  readonly owner: string;
  readonly member: string;
}

const ABOUT_MESSAGE: Readonly<Partial<Record<FailureReason, FailureTexts>>> = {
  refused: {
    owner: ERRORS.PROMPT_REFUSED.text,
    member: 'My language model refused to answer this. Please say it differently.',
  },
  filtered: {
    owner: 'The content filter of the language model refused this message. Nothing was charged. Please say it differently.',
    member: 'The content filter of my language model refused this message. Please say it differently.',
  },
  too_long: {
    owner:
      'This is too long for the language model. Nothing was charged. Please send a shorter message, or fewer or smaller files.',
    member: 'This is too long for my language model. Please send a shorter message, or fewer or smaller files.',
  },
  picture: {
    owner:
      'The language model does not accept a picture of this message. Nothing was charged. Please send another picture, or none.',
    member: 'My language model does not accept a picture of this message. Please send another one, or none.',
  },
  empty: {
    owner: 'The language model gave an empty answer to this. Nothing was charged. Please say it differently.',
    member: 'My language model gave an empty answer to this. Please say it differently.',
  },
};

const MINUTE_S = 60;

/** No reply could be written. Carries words for each channel. */
export class ReplyFailure extends AppError {
  /** For members on Discord. */
  readonly memberText: string;

  constructor({ origin, retryAfterMs }: ModelFailure, { owner, member }: FailureTexts) {
    const details = retryAfterMs === undefined ? {} : { retryAfterS: secondsOf(retryAfterMs) };
    super(origin === 'message' ? 'PROMPT_REFUSED' : 'MODEL_UNAVAILABLE', owner, details);
    this.memberText = member;
  }
}

/** The failure of a language model, as it is told. */
export const replyFailure = (failure: ModelFailure): ReplyFailure => new ReplyFailure(failure, textsOf(failure));

function textsOf({ reason, origin, explanation, retryAfterMs }: ModelFailure): FailureTexts {
  const about = ABOUT_MESSAGE[reason];
  if (about) return about;
  const wait = waitInWords(retryAfterMs);
  const member = `I cannot reach my language model right now. Please try again in ${wait}.`;
  if (explanation !== undefined) return { owner: explanation, member };
  if (origin === 'ours') return { owner: NOT_SET_UP, member };
  if (retryAfterMs === undefined) return { owner: ERRORS.MODEL_UNAVAILABLE.text, member };
  return { owner: `The language model is very busy right now. Nothing was charged. Please try again in ${wait}.`, member };
}

const NOT_SET_UP =
  'The language model is not set up correctly on this installation. Nothing was charged. Please tell the people who run it.';

/** Below a reply that a failure ended in the middle. */
export function interruptionText({ reason }: ModelFailure, isCharged: boolean): string {
  const what =
    reason === 'filtered' ? 'The content filter of the language model ended this reply' : 'The language model broke off';
  return isCharged ? `${what} here, so it cost nothing.` : `${what} here.`;
}

/** `20 seconds`, `5 minutes`; `a minute` when it is not known. */
export function waitInWords(ms: number | undefined): string {
  const seconds = ms === undefined ? MINUTE_S : secondsOf(ms);
  if (seconds < MINUTE_S) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / MINUTE_S);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));
