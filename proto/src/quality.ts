import { z } from 'zod';
import { Actor } from './actor.js';
import { RequestId } from './chat.js';
import { area } from './contract.js';
import { id, isoTime, Message, paging, text, trimmedText } from './fields.js';
import { RATING_REASONS } from './ratings.js';
import { KnowledgeItem, KnowledgeText } from './knowledge.js';

/** A rating of a reply. Null takes it back; a reason is kept only with one that is not good. */
export const RatingInput = z.object({
  isGood: z.boolean().nullable().default(null),
  reason: z.enum(RATING_REASONS).nullable().default(null),
});
export type RatingInput = z.infer<typeof RatingInput>;

/** What an owner has done about a question of the inbox. */
export const INBOX_STATES = ['open', 'answered', 'dismissed'] as const;
export type InboxState = (typeof INBOX_STATES)[number];

/** Why a question is in the inbox: nothing to answer it with, nothing taught that fits, or a reply that was rated as not good. */
export const INBOX_CAUSES = ['unanswered', 'uncertain', 'disliked'] as const;
export type InboxCause = (typeof INBOX_CAUSES)[number];

/** Questions that mean the same, as the inbox shows them. Without who asked. */
export const InboxQuestion = z.object({
  id,
  question: z.string().describe('As it was asked last.'),
  reply: z.string().describe('To the question as it was asked last.'),
  state: z.enum(INBOX_STATES),
  count: z.number().int().describe('How often it was asked.'),
  causes: z.array(z.enum(INBOX_CAUSES)),
  reasons: z.array(z.enum(RATING_REASONS)).describe('Why replies were rated as not good.'),
  channel: z.enum(['web', 'discord']).describe('Where it was asked last.'),
  lastAt: isoTime,
});
export type InboxQuestion = z.infer<typeof InboxQuestion>;

/**
 * What a draft was made from: a passage that answers the question as far as the search can tell, an outline with the passages that come closest, an
 * outline alone, or passages by a language model.
 */
export const DRAFT_KINDS = ['passage', 'closest', 'outline', 'written'] as const;
export type DraftKind = (typeof DRAFT_KINDS)[number];

/** Stands in a draft where its owner has to fill something in. */
export const DRAFT_GAP = '[…]';

export const MAX_PINNED_QUESTIONS = 10;
export const MAX_PINNED_QUESTION_CHARS = 300;
export const MAX_PINNED_ANSWER_CHARS = 4000;

/** How an answer may begin. Never the reply that is to be bettered: nobody checked it. */
export const AnswerDraft = z.object({
  title: z.string(),
  questions: z
    .array(z.string())
    .describe(
      'The different questions of the group that an answer can be pinned to, as they were asked, the newest first. Without those that another pinned answer has.',
    ),
  answer: z.string().describe('Holds `[…]` wherever something is to be filled in.'),
  kind: z.enum(DRAFT_KINDS),
  canBeWritten: z.boolean().describe('Whether a language model can write a draft from passages that were found.'),
});
export type AnswerDraft = z.infer<typeof AnswerDraft>;

/** What the owner writes once for the same question, asked in up to ten ways. */
export const PinnedAnswerInput = z.object({
  questions: z
    .array(trimmedText(MAX_PINNED_QUESTION_CHARS).min(1, 'Please enter a question'))
    .min(1, 'Please enter a question')
    .max(MAX_PINNED_QUESTIONS),
  answer: trimmedText(MAX_PINNED_ANSWER_CHARS).min(1, 'Please enter the answer'),
});

export const PinnedAnswer = z.object({
  id,
  questions: z.array(z.string()),
  answer: z.string(),
  isActive: z.boolean().describe("False above the number that the owner's plan allows."),
  createdAt: isoTime,
});
export type PinnedAnswer = z.infer<typeof PinnedAnswer>;

const ofBot = { actor: Actor, botId: id };
const ofQuestion = { ...ofBot, questionId: id };

export const quality = area('chat', 'quality', {
  /** The owner rates a reply of the test chat, by the id of its request; the last rating counts. NOT_FOUND. */
  rate: { input: RatingInput.extend({ ...ofBot, requestId: RequestId }), output: RatingInput, repeatable: true },
  /**
   * Questions of the test chat, and of Discord servers where members are told so, that need a better answer; grouped by meaning, the latest
   * first. NOT_FOUND.
   */
  inbox: {
    input: z.object({ ...ofBot, state: z.enum(INBOX_STATES).default('open'), ...paging }),
    output: z.object({ questions: z.array(InboxQuestion), total: z.number().int() }),
    isRead: true,
    repeatable: true,
  },
  /** Dismisses a question, or opens it again. NOT_FOUND. */
  setState: { input: z.object({ ...ofQuestion, state: z.enum(INBOX_STATES) }), output: Message, repeatable: true },
  /** What an answer may begin with, without asking a model. NOT_FOUND. */
  draft: { input: z.object(ofQuestion), output: AnswerDraft, isRead: true, repeatable: true },
  /**
   * Has the language model of the bot write the draft, from what the bot was taught. Charged like a message of the test chat when it wrote one; where
   * nothing that was taught answers the question, the outline is answered and nothing is charged. NOT_FOUND, MODEL_UNAVAILABLE without a model, and
   * the errors of the test chat.
   */
  writeDraft: { input: z.object(ofQuestion), output: AnswerDraft, timeoutMs: 60_000 },
  /** Adds the answer to what the bot knows, and marks the question as answered. NOT_FOUND, VERSION_CONFLICT when it is answered already, UPGRADE_REQUIRED. */
  teach: {
    input: z.object({ ...ofQuestion, title: trimmedText(200).min(1, 'Please enter a title'), content: KnowledgeText }),
    output: KnowledgeItem,
    timeoutMs: 20_000,
  },
  /** The pinned answers of a bot, the latest first. NOT_FOUND. */
  pinned: {
    input: z.object({ ...ofBot, search: text(100).optional(), ...paging }),
    output: z.object({ answers: z.array(PinnedAnswer), total: z.number().int(), max: z.number().int() }),
    isRead: true,
    repeatable: true,
  },
  /**
   * Pins an answer; with `questionId` that question of the inbox is answered by it. BAD_INPUT for a question that another pinned answer has.
   * UPGRADE_REQUIRED above the number that the plan allows. NOT_FOUND.
   */
  pin: { input: PinnedAnswerInput.extend({ ...ofBot, questionId: id.nullish() }), output: PinnedAnswer },
  /** Changes a pinned answer. Errors as for `pin`. */
  changePinned: { input: PinnedAnswerInput.extend({ ...ofBot, answerId: id }), output: PinnedAnswer, repeatable: true },
  /** Deletes a pinned answer. NOT_FOUND. */
  unpin: { input: z.object({ ...ofBot, answerId: id }), output: Message },
});
