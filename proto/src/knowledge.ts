import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { PLANS } from './plans.js';
import { id, isoTime, paging, text, trimmedText } from './text.js';

/** More kinds follow with uploads and addresses; the status says how far extraction has come (decision W1). */
export const KNOWLEDGE_TYPES = ['text'] as const;
export const KNOWLEDGE_STATUSES = ['queued', 'processing', 'ready', 'failed'] as const;

const position = z.object({ x: z.number().min(0).max(10_000), y: z.number().min(0).max(10_000) });

export const KnowledgeItem = z.object({
  id,
  botId: id,
  title: z.string(),
  content: z.string(),
  type: z.enum(KNOWLEDGE_TYPES),
  tags: z.array(z.string()),
  position,
  status: z.enum(KNOWLEDGE_STATUSES),
  statusReason: z.string().nullable(),
  createdAt: isoTime,
});
export type KnowledgeItem = z.infer<typeof KnowledgeItem>;

/** What the add dialog sends. Content may be long: from 20,000 characters on it is indexed in the background. */
export const KnowledgeCreation = z.object({
  title: trimmedText(200).min(1, 'Please enter a title'),
  content: text(200_000).refine((value) => value.trim() !== '', 'Please enter the content'),
  type: z.enum(KNOWLEDGE_TYPES).default('text'),
  tags: z.array(trimmedText(50).min(1)).max(20).default([]),
  position: position.default({ x: 350, y: 250 }),
});
export const KnowledgeChanges = z.object({
  title: KnowledgeCreation.shape.title.optional(),
  content: KnowledgeCreation.shape.content.optional(),
  tags: z.array(trimmedText(50).min(1)).max(20).optional(),
  position: position.optional(),
});

/** One piece of knowledge found for a question. */
export const Passage = z.object({
  itemId: id,
  title: z.string(),
  body: z.string(),
  /** BM25, higher is better; comparable within one answer only. */
  score: z.number(),
});
export type Passage = z.infer<typeof Passage>;

const byId = z.object({ actor: Actor, botId: id, itemId: id });
/** Above the cap of this plan only the first items are active (decision B14); absent: all are. */
const ownerPlan = z.enum(PLANS).optional();

export const knowledge = area('knowledge', 'knowledge', {
  /** Teaches a companion of the actor. UPGRADE_REQUIRED above the plan's number of items (decision W3). */
  create: { input: KnowledgeCreation.extend({ actor: Actor, botId: id }), output: KnowledgeItem },
  /** What a companion knows, oldest first. */
  list: {
    input: z.object({ actor: Actor, botId: id, ...paging }),
    output: z.object({ items: z.array(KnowledgeItem), total: z.number().int() }),
    repeatable: true,
  },
  /** Changes the named fields and indexes again. */
  update: { input: KnowledgeChanges.extend({ actor: Actor, botId: id, itemId: id }), output: KnowledgeItem },
  /** Forgets one item and what was indexed of it. */
  remove: { input: byId, output: z.object({ message: z.string() }), repeatable: true },
  /** For the chat service: the best passages, and which share (0-1) of the question's weight the best one covers. */
  search: {
    input: z.object({ botId: id, query: z.string().max(4000), limit: z.number().int().min(1).max(20).default(6), ownerPlan }),
    output: z.object({ passages: z.array(Passage), coverage: z.number() }),
    repeatable: true,
  },
  /** Titles, for a companion that says what it knows about. */
  titles: { input: z.object({ botId: id, ownerPlan }), output: z.object({ titles: z.array(z.string()) }), repeatable: true },
  /** Wipes the knowledge of a deleted companion. */
  purge: { input: z.object({ botId: id }), output: z.object({}), repeatable: true },
});
