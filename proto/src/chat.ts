import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { id, text } from './text.js';

/** Who wrote a reply: a language model, or the labelled companion built into Kith that needs none. */
export const ENGINES = ['openai', 'builtin'] as const;
export type Engine = (typeof ENGINES)[number];

/** Shown wherever the built-in companion answers (ai.md, section 4). */
export const BUILTIN_LABEL =
  "Built-in companion: no language model is configured. Answers come from this bot's knowledge and simple rules.";

/** One step of a streamed reply. */
export const ReplyFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('delta'), text: z.string() }),
  z.object({
    type: z.literal('done'),
    /** The whole reply. */
    response: z.string(),
    engine: z.enum(ENGINES),
    /** Titles of the knowledge items it rests on. */
    sources: z.array(z.string()),
    /** True when the model stopped in the middle: what came is kept. */
    truncated: z.boolean(),
  }),
]);
export type ReplyFrame = z.infer<typeof ReplyFrame>;

export const ChatMessage = z.object({
  message: text(4000).refine((value) => value.trim() !== '', 'Please write a message'),
  /** Chosen by the client: a repeated send is answered and charged once. */
  requestId: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional(),
});

export const chat = area('chat', 'chat', {
  /** One message in the test chat of the owner (decision T3), answered piece by piece. DAILY_LIMIT, MODEL_UNAVAILABLE. */
  say: { input: ChatMessage.extend({ actor: Actor, botId: id }), output: ReplyFrame, stream: true, timeoutMs: 120_000 },
  /** Which engine would answer. */
  engine: {
    input: z.object({ actor: Actor, botId: id }),
    output: z.object({ engine: z.enum(ENGINES), label: z.string().nullable() }),
    repeatable: true,
  },
  /** Delivered replies per companion (decision M14). */
  counts: {
    input: z.object({ botIds: z.array(id).max(200) }),
    output: z.object({ counts: z.record(id, z.number().int()) }),
    repeatable: true,
  },
  /** For runners: the reply is on Discord; settles the charge and counts it once. */
  delivered: { input: z.object({ botId: id, messageId: z.string().max(40) }), output: z.object({}), repeatable: true },
  /** For runners: the reply can never be posted; releases the charge. */
  undeliverable: {
    input: z.object({ botId: id, messageId: z.string().max(40), reason: text(500) }),
    output: z.object({}),
    repeatable: true,
  },
  /** Wipes everything said with a deleted companion. */
  purge: { input: z.object({ botId: id }), output: z.object({}), repeatable: true },
});
