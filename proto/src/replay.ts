import { z } from 'zod';
import { Actor } from './actor.js';
import { ENGINES, RequestId } from './chat.js';
import { area } from './contract.js';
import { id, isoTime, Message, trimmedText } from './fields.js';

/** Of one bot, and how long each is. */
export const MAX_SAVED_CONVERSATIONS = 20;
export const MAX_SAVED_QUESTIONS_EACH = 3;

/** How a bot answered the questions of a saved conversation once, in their order. */
export const ReplayedAnswers = z.object({
  answers: z.array(z.string()),
  engines: z.array(z.enum(ENGINES)).describe('What wrote each of them.'),
  answeredAt: isoTime,
});
export type ReplayedAnswers = z.infer<typeof ReplayedAnswers>;

/** Questions of one conversation that their owner asks again after changes. */
export const SavedConversation = z.object({
  id,
  questions: z.array(z.string()),
  latest: ReplayedAnswers.nullable().describe('Null until it was run.'),
  earlier: ReplayedAnswers.nullable().describe('Of the run before the latest.'),
});
export type SavedConversation = z.infer<typeof SavedConversation>;

export const SavedQuestionsInput = z
  .array(trimmedText(1000).min(1, 'Please enter a question'))
  .min(1, 'Please enter a question')
  .max(MAX_SAVED_QUESTIONS_EACH);

const ofBot = { actor: Actor, botId: id };
const ofConversation = { ...ofBot, conversationId: id };

export const replay = area('chat', 'replay', {
  /** The saved conversations of a bot of the actor, oldest first. NOT_FOUND. */
  list: {
    input: z.object(ofBot),
    output: z.object({ conversations: z.array(SavedConversation) }),
    isRead: true,
    repeatable: true,
  },
  /** Saves a conversation. BAD_INPUT when there are too many, and for a command or a message that is answered by care. NOT_FOUND. */
  save: { input: z.object({ ...ofBot, questions: SavedQuestionsInput }), output: SavedConversation },
  /** Deletes a saved conversation with its answers. NOT_FOUND. */
  remove: { input: z.object(ofConversation), output: Message },
  /**
   * Asks the questions of one conversation, as the test chat does, but alone: without history, memory and tools, and nothing of it is remembered
   * or counted as a conversation. Each answer is charged like one of the test chat when all are stored; a run that breaks off costs nothing. One
   * with the `requestId` of the latest or the earlier run of the conversation is neither asked nor charged again. The errors of the test chat;
   * NOT_FOUND, and RATE_LIMITED while another conversation of the actor is run, of whichever bot.
   */
  run: {
    input: z.object({ ...ofConversation, requestId: RequestId }),
    output: SavedConversation,
    timeoutMs: 120_000,
  },
});
