import { z } from 'zod';
import { area } from './contract.js';
import { discordId, proactiveEventId } from './discord-jobs.js';
import { id, text } from './fields.js';
import { MAX_PROACTIVE_CHARS, PROACTIVE_EVENTS } from './proactive-messages.js';

/** For how long a model may write a proactive message, with the models that stand in for it. */
export const PROACTIVE_TIMEOUT_MS = 120_000;

/** Identifies a proactive message, also in billing: each attempt has the same one. */
const message = { botId: id, channelId: discordId, eventId: proactiveEventId };

/** Proactive messages that a language model writes (docs/decisions.md C41). */
export const proactive = area('chat', 'proactive', {
  /**
   * For runners: a message with which the bot begins a conversation. Counts as one message of the owner, once however often it is asked for, until
   * `end` settles or releases it; nothing is kept where this fails. MODEL_UNAVAILABLE (also without a language model, for an answer that cannot be
   * posted as it is, and from a model that is too slow), OWN_KEY_FAILED, PROMPT_REFUSED, DAILY_LIMIT, CAP_REACHED, NOT_FOUND; RATE_LIMITED after
   * many that were written and never paid.
   */
  write: {
    input: z.object({
      ...message,
      guildId: discordId,
      event: z.enum(PROACTIVE_EVENTS),
      quietDays: z.number().int().min(1),
      hint: text(500),
    }),
    output: z.object({ text: text(MAX_PROACTIVE_CHARS).min(1), isCharged: z.boolean() }),
    repeatable: true,
    callers: ['bot-runner'],
    // Longer than the chat service waits for a model: its answer says that the model is too slow, which an elapsed deadline does not.
    timeoutMs: PROACTIVE_TIMEOUT_MS + 10_000,
  },
  /**
   * For runners: the message was posted, which settles its charge, or never will be, which releases it. One that was released meanwhile, because it
   * was reserved for long, is charged again; nothing is charged where `isCharged` is false.
   */
  end: {
    input: z.object({ ...message, ownerId: id, guildId: discordId.nullable(), isPosted: z.boolean(), isCharged: z.boolean() }),
    output: z.object({}),
    repeatable: true,
    callers: ['bot-runner'],
  },
});
