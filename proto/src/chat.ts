import { z } from 'zod';
import { Actor } from './actor.js';
import { Analytics } from './analytics.js';
import { API_KEY_STATES, KEY_PROVIDERS } from './api-keys.js';
import { Attachment, MAX_ATTACHMENTS } from './attachments.js';
import { area } from './contract.js';
import { id, isoTime, text } from './fields.js';
import { RATING_REASONS } from './ratings.js';
import { CATALOGUE_LABELS, CATALOGUE_PROVIDERS, EditableModel, ImageModel, ModelEntry, ModelEntryInput } from './models.js';
import { PromptReport, ShowPrompt } from './prompt-reports.js';

/** What wrote a reply: a language model, by its provider, the built-in companion, which needs none, or the owner, who pinned the answer. */
export const ENGINES = [...CATALOGUE_PROVIDERS, 'builtin', 'pinned'] as const;
export type Engine = (typeof ENGINES)[number];

/** What people read instead of a model's name while no language model is configured (docs/decisions.md D2). */
export const BUILTIN_NAME = 'Built-in companion';
/** Shown wherever the built-in companion answers. */
export const BUILTIN_LABEL = `${BUILTIN_NAME}: no language model is configured. Answers come from this bot's knowledge and simple rules.`;

/** What a reply says that it rests on. */
export const Citation = z.object({
  itemId: id,
  title: z.string(),
  passages: z.array(z.string()).describe('Those that are cited, in the order in which they are.'),
});
export type Citation = z.infer<typeof Citation>;

/** One step of a streamed reply. */
export const ReplyFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({
    type: z.literal('done'),
    response: z.string().describe('The whole reply.'),
    engine: z.enum(ENGINES),
    sources: z
      .array(z.string())
      .describe('Titles of the knowledge items that the reply rests on; `[1]` in the text of a model is the first of them.'),
    citations: z.array(Citation).optional().describe('The sources with their passages; absent without any.'),
    prompt: PromptReport.optional().describe('Where it was asked for, and a language model wrote the reply.'),
    truncated: z.boolean().describe('The model stopped early; the reply ends where it stopped.'),
    notes: z
      .array(z.string())
      .optional()
      .describe('Sentences about how the reply came to be: which model answered in place of another, or that it broke off.'),
  }),
]);
export type ReplyFrame = z.infer<typeof ReplyFrame>;

/** The alternative text that marks a generated image in a reply. */
export const GENERATED_IMAGE_ALT = 'Generated Image';

/** Where the owner of a bot loads an image that it generated. Replies show no other images (docs/decisions.md T5). */
export const generatedImagePath = (botId: string, imageId: string): string => `/api/bots/${botId}/images/${imageId}`;

const IMAGE_PATH = /^\/api\/bots\/[0-9a-f-]{36}\/images\/[0-9a-f-]{36}$/;

/** True only for paths that `generatedImagePath` returns. */
export const isGeneratedImagePath = (path: string): boolean => IMAGE_PATH.test(path);

/** An image that was generated for the actor, in the file store. */
export const GeneratedImage = z.object({
  key: z.string().max(200),
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  bytes: z.number().int(),
});
export type GeneratedImage = z.infer<typeof GeneratedImage>;

/** Chosen by the client of the test chat for each message. */
export const RequestId = z.string().regex(/^[\w-]{8,64}$/);

export const ChatMessage = z.object({
  message: text(4000).refine((value) => value.trim() !== '', 'Please write a message'),
  requestId: RequestId.optional().describe('Chosen by the client: a message that is sent again is answered and charged once.'),
});

/** A conversation of the last days, without what was said. */
/** Of one conversation, so many replies are counted at most; one more stands for all that are more. */
export const MAX_COUNTED_REPLIES = 200;

export const Conversation = z.object({
  channel: z.enum(['web', 'discord']),
  channelId: z.string().nullable().describe('Of the Discord channel; null for the test chat.'),
  messages: z
    .number()
    .int()
    .describe(`Delivered replies; ${MAX_COUNTED_REPLIES + 1} stands for more than ${MAX_COUNTED_REPLIES}.`),
  people: z.number().int().describe('Who got the latest of these replies.'),
  lastAt: isoTime,
});
export type Conversation = z.infer<typeof Conversation>;

/** What the settings offer beside the own key. */
export const ModelOptions = z.object({
  offeredProviders: z
    .array(z.enum(CATALOGUE_PROVIDERS))
    .describe("Whose models this installation offers without a key of one's own; empty: the built-in companion answers."),
  ownModels: z.array(z.string().max(200)).max(200).describe('What the own key may run; empty without a key that works.'),
  keyProblem: z
    .string()
    .nullable()
    .describe('Why the models of the own key are not known, as a sentence; null when they are, or without a key.'),
});
export type ModelOptions = z.infer<typeof ModelOptions>;

/** The model catalogue as people read it. */
export const ModelCatalogue = z.object({
  isConfigured: z.boolean().describe('False while the built-in companion answers because no language model is configured.'),
  models: z.array(ModelEntry),
  localModel: z
    .string()
    .nullable()
    .describe(
      "What runs for users who chose the operator's own server in their settings, whatever their bots store; null without one.",
    ),
  imageModel: ImageModel.nullable().describe("What draws pictures; null where only a user's own API key can draw."),
});
export type ModelCatalogue = z.infer<typeof ModelCatalogue>;

const modelChange = { actor: Actor, label: z.enum(CATALOGUE_LABELS), version: z.number().int() };

export const chat = area('chat', 'chat', {
  /** One message in the test chat of the owner, with a streamed reply. UPGRADE_REQUIRED for files on the free plan, DAILY_LIMIT, MODEL_UNAVAILABLE, OWN_KEY_FAILED, PROMPT_REFUSED. */
  say: {
    input: ChatMessage.extend({
      actor: Actor,
      botId: id,
      attachments: z.array(Attachment).max(MAX_ATTACHMENTS).default([]),
      showPrompt: ShowPrompt,
    }),
    output: ReplyFrame,
    stream: true,
    timeoutMs: 120_000,
  },
  /** What a stored reply of the test chat of the actor cites; empty where nothing of it is kept. NOT_FOUND for the bot. */
  citations: {
    input: z.object({ actor: Actor, botId: id, requestId: RequestId }),
    output: z.object({ citations: z.array(Citation) }),
    isRead: true,
    repeatable: true,
  },
  /** Which engine would answer. */
  engine: {
    input: z.object({ actor: Actor, botId: id }),
    output: z.object({
      engine: z.enum(ENGINES),
      label: z.string().nullable().describe('To be shown where the built-in companion answers.'),
      isOwnKey: z.boolean().describe("The owner's own API key is used: replies cost neither messages nor credits."),
    }),
    isRead: true,
    repeatable: true,
  },
  /** For the auth service: what the provider says about a key, asked with a request that costs nothing; `untested` when it cannot be asked. */
  testApiKey: {
    input: z.object({ provider: z.enum(KEY_PROVIDERS), key: z.string().min(1).max(300) }),
    output: z.object({ state: z.enum(API_KEY_STATES) }),
    secret: true,
    repeatable: true,
    callers: ['auth'],
    timeoutMs: 12_000,
  },
  /** For the settings: what answers without a key of one's own, and which models the own key may run. */
  modelOptions: { input: z.object({ actor: Actor }), output: ModelOptions, isRead: true, repeatable: true, timeoutMs: 12_000 },
  /** The model catalogue. Public: it holds neither keys nor addresses. */
  models: { input: z.object({}), output: ModelCatalogue, isRead: true, repeatable: true, callers: ['gateway', 'bots'] },
  /** Super-admin: the model catalogue with what can be edited. FORBIDDEN, IMPERSONATING. */
  editableModels: {
    input: z.object({ actor: Actor }),
    output: z.object({ isConfigured: z.boolean(), models: z.array(EditableModel) }),
    isRead: true,
    repeatable: true,
  },
  /**
   * Super-admin: changes one row of the model catalogue, in all replicas within seconds. VERSION_CONFLICT when it was changed since, BAD_INPUT
   * when no model would be left for the free plan. FORBIDDEN, IMPERSONATING.
   */
  changeModel: { input: ModelEntryInput.extend(modelChange), output: EditableModel },
  /** Super-admin: gives a row its start value again. Errors as for `changeModel`. */
  resetModel: { input: z.object(modelChange), output: EditableModel },
  /**
   * For runners: whether a bot that may send pictures can draw them now: by the key or plan of its owner and the image model, so that the answer is that
   * of all bots of the owner. NOT_FOUND, UNAVAILABLE.
   */
  canDraw: {
    input: z.object({ botId: id }),
    output: z.object({ canDraw: z.boolean() }),
    isRead: true,
    repeatable: true,
    callers: ['bot-runner'],
  },
  /** An image that a bot of the actor generated for `/generate image`. NOT_FOUND. */
  image: { input: z.object({ actor: Actor, botId: id, imageId: id }), output: GeneratedImage, isRead: true, repeatable: true },
  /** Which of these keys of the file store belong to images, so that a sweep of the store keeps them. */
  keptFiles: {
    input: z.object({ keys: z.array(z.string().max(200)).max(500) }),
    output: z.object({ keys: z.array(z.string()) }),
    repeatable: true,
    callers: ['knowledge'],
  },
  /** For the weekly reports: delivered replies of the week that begins on a Monday, UTC, and how many bots wrote them; no row for users without any. */
  weeklyReplies: {
    input: z.object({ userIds: z.array(id).max(200), weekStart: z.iso.date() }),
    output: z.object({
      replies: z.array(z.object({ userId: id, replies: z.number().int(), activeBots: z.number().int() })),
    }),
    repeatable: true,
    callers: ['auth'],
  },
  /** Delivered replies per bot. */
  counts: {
    input: z.object({ botIds: z.array(id).max(200) }),
    output: z.object({ counts: z.record(id, z.number().int()) }),
    repeatable: true,
    callers: ['bots'],
  },
  /** The activity of a bot of the actor, computed from the message log. NOT_FOUND. */
  analytics: { input: z.object({ actor: Actor, botId: id }), output: Analytics, isRead: true, repeatable: true },
  /** The five latest conversations of a bot of the actor within 7 days, the latest first. NOT_FOUND. */
  conversations: {
    input: z.object({ actor: Actor, botId: id }),
    output: z.object({ conversations: z.array(Conversation) }),
    isRead: true,
    repeatable: true,
  },
  /** Administrators: delivered replies of the whole installation, and answers of care in the last 30 days. FORBIDDEN. */
  totals: {
    input: z.object({ actor: Actor }),
    output: z.object({ messages: z.number().int(), careAnswers: z.number().int() }),
    isRead: true,
    repeatable: true,
  },
  /** For runners: the reply was posted; settles its charge and counts it once. `messageId`: with a hyphen and the revision, of a changed message. */
  delivered: {
    input: z.object({ botId: id, messageId: z.string().max(50) }),
    output: z.object({}),
    repeatable: true,
    callers: ['bot-runner'],
  },
  /** For runners: a member found the reply good or not; the last rating of each counts. NOT_FOUND for one that is not kept any more. */
  rate: {
    input: z.object({
      botId: id,
      messageId: z.string().max(20),
      memberId: z.string().max(20),
      isGood: z.boolean(),
      reason: z.enum(RATING_REASONS).nullable().default(null),
      /** When the member chose it, in epoch ms: one that is delivered again, after a later one, changes nothing. */
      ratedAtMs: z.number().int().optional(),
    }),
    output: z.object({}),
    repeatable: true,
    timeoutMs: 1500,
    callers: ['bot-runner'],
  },
  /** For runners: the reply can never be posted; releases the charge. */
  undeliverable: {
    input: z.object({ botId: id, messageId: z.string().max(50), reason: text(500) }),
    output: z.object({}),
    repeatable: true,
    callers: ['bot-runner'],
  },
  /**
   * Deletes a part of the conversations of a bot that is reset or deleted, which takes some milliseconds: to be called until it is done. With the last
   * part go its generated images, of one that is deleted also its pinned answers.
   */
  purge: {
    input: z.object({ botId: id, isDeleted: z.boolean().default(false) }),
    output: z.object({ isDone: z.boolean() }),
    repeatable: true,
    timeoutMs: 120_000,
    callers: ['bots', 'bot-runner'],
  },
});
