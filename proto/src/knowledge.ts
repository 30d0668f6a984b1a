import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { PLANS } from './plans.js';
import { boundedTotal, changesOf, id, isoTime, Message, paging, text, trimmedText } from './fields.js';
import { MAX_SEARCHED_CHARS, SEARCH_OUTCOMES } from './search-outcomes.js';

export const KNOWLEDGE_TYPES = ['text', 'file', 'image', 'url'] as const;
/** The progress of the extraction of a file or address; a text is ready at once unless it is long. */
export const KNOWLEDGE_STATUSES = ['queued', 'processing', 'ready', 'failed'] as const;

/** How an item enters prompts: when a search finds it, when one of its key words occurs in the messages, or always. */
export const KNOWLEDGE_ACTIVATIONS = ['search', 'keywords', 'always'] as const;

/** By when they were added. */
export const KNOWLEDGE_ORDERS = ['oldest', 'newest'] as const;

/** Of its node on the board of the brain. */
export const Position = z.object({ x: z.number().min(0).max(10_000), y: z.number().min(0).max(10_000) });
const DEFAULT_POSITION = { x: 350, y: 250 };

export const KnowledgeItem = z.object({
  id,
  botId: id,
  title: z.string(),
  content: z.string(),
  excerpt: z.string().describe('The first 200 characters (code points) of the content.'),
  type: z.enum(KNOWLEDGE_TYPES),
  tags: z.array(z.string()),
  activation: z.enum(KNOWLEDGE_ACTIVATIONS),
  keywords: z.array(z.string()),
  position: Position,
  fileUrl: z
    .string()
    .nullable()
    .describe('The address of an item of type url; where to download an item of type file or image; null for a text.'),
  status: z.enum(KNOWLEDGE_STATUSES),
  statusReason: z.string().nullable(),
  createdAt: isoTime,
});
export type KnowledgeItem = z.infer<typeof KnowledgeItem>;

/** An item without its content, for lists. */
export const KnowledgeSummary = KnowledgeItem.omit({ content: true });
export type KnowledgeSummary = z.infer<typeof KnowledgeSummary>;

/** The most text that its owner writes into an item. Of a longer text of a file or page the beginning is shown; all of it is searched. */
export const MAX_KNOWLEDGE_CHARS = 200_000;

/** The largest file that can be uploaded. */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

const title = trimmedText(200).min(1, 'Please enter a title');
const content = text(MAX_KNOWLEDGE_CHARS);
const tags = z.array(trimmedText(50).min(1)).max(20);
const activation = z
  .enum(KNOWLEDGE_ACTIVATIONS)
  .describe('How the item enters replies: found by a search, by one of its key words in the messages, or always.');
const keywords = z
  .array(trimmedText(50).min(1))
  .max(20)
  .describe('For the activation `keywords`: whole words or phrases, without regard to case and accents.');
/** The content of an item of type text, which must not be empty. */
export const KnowledgeText = content.refine((value) => value.trim() !== '', 'Please enter the content');
/** http and https only; the service checks the host it resolves to (docs/decisions.md W4). */
const address = text(2000).regex(/^https?:\/\//i, 'Please enter an address that begins with http:// or https://');

/** The types that are sent as JSON; files and images are uploaded. */
export const WRITTEN_KNOWLEDGE_TYPES = ['text', 'url'] as const satisfies readonly (typeof KNOWLEDGE_TYPES)[number][];

/** What the add dialog sends. Content of 20,000 characters or more is indexed in the background. */
export const CreateKnowledgeInput = z
  .object({
    title,
    content: content
      .default('')
      .describe('Required for a text; an additional note for an address, whose page is read in the background.'),
    type: z.enum(WRITTEN_KNOWLEDGE_TYPES).default('text'),
    tags: tags.default([]),
    activation: activation.default('search'),
    keywords: keywords.default([]),
    fileUrl: address.nullish().describe('The address of an item of type url.'),
    wholeSite: z
      .boolean()
      .default(false)
      .describe('Whether the other pages of the website that its sitemap lists are read too, at most 50.'),
    position: Position.default(DEFAULT_POSITION),
  })
  .describe('Files and images are uploaded: POST /api/bots/{botId}/knowledge/upload.');
export const UpdateKnowledgeInput = changesOf(CreateKnowledgeInput)
  .omit({ type: true, wholeSite: true })
  .extend({
    readAgain: z.boolean().optional().describe('The page of an item of type url is read again now; its text stays until then.'),
  });

/** What accompanies an uploaded file. */
export const KnowledgeUpload = z.object({
  /** Absent: the name of the file. */
  title: title.optional(),
  tags: tags.default([]),
  activation: activation.default('search'),
  keywords: keywords.default([]),
  position: Position.default(DEFAULT_POSITION),
});

/** A file in the file store; its key begins with the id of the user who uploaded it. */
const UploadedFile = z.object({
  key: z.string().max(200),
  bytes: z.number().int().min(0).max(MAX_UPLOAD_BYTES),
  name: text(255).min(1),
});

/** One chunk that enters the prompt. */
export const Passage = z.object({
  itemId: id,
  title: z.string(),
  body: z.string(),
  score: z.number().describe('BM25: higher is better; comparable only within one answer. 0 without a search.'),
  activation: z.enum(KNOWLEDGE_ACTIVATIONS).default('search').describe('Why it enters the prompt.'),
  place: z.number().int().optional().describe('Its number among the chunks of its item, which repeat the end of the one before.'),
});
export type Passage = z.infer<typeof Passage>;

/** By what passages were searched. */
export const KNOWLEDGE_SEARCHES = ['words', 'words_and_meaning'] as const;

/** How many passages of a search enter the prompt of a reply. */
export const PASSAGES_PER_REPLY = 6;

const coverage = z.number().describe("The share (0-1) of the question's weight that the best passage covers.");
const outcome = z.enum(SEARCH_OUTCOMES);

/** A passage as its owner tests it, whether or not it enters the prompt. */
const FoundPassage = Passage.extend({
  relevance: z.number().nullable().describe('How well it fits the question; null for one that enters without a search.'),
  number: z
    .number()
    .int()
    .nullable()
    .describe('Its number in the prompt, by which a reply can cite it; null when it does not enter.'),
});

const byId = z.object({ actor: Actor, botId: id, itemId: id });
/** `search` is matched literally and without regard to case in title, content and tags; when only titles are shown, only in those. */
const listed = z.object({
  actor: Actor,
  botId: id,
  search: text(100).optional(),
  order: z.enum(KNOWLEDGE_ORDERS).default('oldest').describe('Which items come first.'),
  ...paging,
});
/** Only as many items as this plan allows are active, the oldest first; all are when it is absent. */
const ownerPlan = z.enum(PLANS).optional();

export const knowledge = area('knowledge', 'knowledge', {
  /** Adds an item to a bot of the actor. UPGRADE_REQUIRED above the plan's number of items. Chat adds answers that the owner approved. */
  create: {
    input: CreateKnowledgeInput.extend({ actor: Actor, botId: id }),
    output: KnowledgeItem,
    callers: ['gateway', 'chat'],
  },
  /**
   * Adds an uploaded file, which is read in the background; when it is rejected, it is deleted from the file store. UPGRADE_REQUIRED,
   * UNSUPPORTED_MEDIA by the content of the file, with a message of its own for .doc.
   */
  addFile: {
    input: KnowledgeUpload.extend({ actor: Actor, botId: id, file: UploadedFile }),
    output: KnowledgeItem,
    timeoutMs: 20_000,
  },
  /** The key of the file of an item, for its owner to download. NOT_FOUND also for an item without a file. */
  file: {
    input: byId,
    output: z.object({ key: z.string(), name: z.string(), mediaType: z.string(), bytes: z.number().int() }),
    isRead: true,
    repeatable: true,
  },
  /**
   * For the owner: what the search of the live bot finds for a question, and whether it enters the prompt: only when the best `relevance` is at
   * least `minRelevance`. UPGRADE_REQUIRED when `list` shows only titles. Chat makes drafts of it for the owner.
   */
  find: {
    input: z.object({
      actor: Actor,
      botId: id,
      query: z.string().max(1000),
      previous: z.string().max(1000).optional().describe('What was asked before.'),
      limit: z.coerce.number().int().min(1).max(20).default(PASSAGES_PER_REPLY),
    }),
    output: z.object({
      passages: z.array(FoundPassage),
      coverage,
      relevance: z.number(),
      minRelevance: z.number(),
      outcome,
      searchedBy: z.enum(KNOWLEDGE_SEARCHES).describe('Meaning counts where there is an embeddings model that answers.'),
      rewritten: z
        .string()
        .nullable()
        .describe(
          'The question that was searched in place of `query`, which found nothing: a language model wrote it of `query` and `previous`, where the operator has set one up. Null else.',
        ),
    }),
    isRead: true,
    repeatable: true,
    callers: ['gateway', 'chat'],
  },
  /** For the chat service: the text of an attachment, at most 100,000 characters; null when it has none. The key must be the user's. */
  readAttachment: {
    input: z.object({ userId: id, plan: z.enum(PLANS), file: UploadedFile }),
    output: z.object({ text: z.string().nullable(), mediaType: z.string() }),
    repeatable: true,
    timeoutMs: 20_000,
    callers: ['chat'],
  },
  /**
   * For the chat service: the text in an attached picture, for a companion that does not see it; null when none is recognized. The key must be the
   * user's. UNSUPPORTED_MEDIA for what cannot be read; OVERLOADED and RATE_LIMITED when too many pictures wait.
   */
  readPicture: {
    input: z.object({ userId: id, plan: z.enum(PLANS), file: UploadedFile }),
    output: z.object({ text: z.string().nullable() }),
    repeatable: true,
    timeoutMs: 30_000,
    callers: ['chat'],
  },
  /**
   * The items of a bot in their `order`; `total` counts all of them, or those that match `search`, these up to a thousand. On the free plan, of a bot
   * with more items than the plan allows, only the first three titles, without content. A page may end before its limit.
   */
  list: {
    input: listed,
    output: z.object({ items: z.array(KnowledgeItem), total: z.number().int(), ...boundedTotal }),
    isRead: true,
    repeatable: true,
  },
  /** The same without contents. */
  summaries: {
    input: listed,
    output: z.object({ items: z.array(KnowledgeSummary), total: z.number().int(), ...boundedTotal }),
    isRead: true,
    repeatable: true,
  },
  /** One item as `list` answers it. NOT_FOUND when it is missing, foreign or not shown on the plan. */
  get: { input: byId, output: KnowledgeItem, isRead: true, repeatable: true },
  /** Changes the named fields and indexes the item again; a new address is fetched, and with `readAgain` the stored one again. */
  update: { input: UpdateKnowledgeInput.extend({ actor: Actor, botId: id, itemId: id }), output: KnowledgeItem },
  /** Deletes an item and its index. IMPERSONATING. */
  remove: { input: byId, output: Message, repeatable: true },
  /**
   * For the chat service: the passages that enter the prompt. Those of items that are active without a search come first; those that a search found
   * follow when `outcome` is `found`. With `previous`, what was asked before, passages for both together count too: "And on Sundays?" alone finds
   * nothing. `messages`, the newest first, are those in which key words count; by default `query` and `previous`.
   */
  search: {
    input: z.object({
      botId: id,
      query: z.string().max(MAX_SEARCHED_CHARS),
      previous: z.string().max(MAX_SEARCHED_CHARS).optional(),
      messages: z.array(z.string().max(MAX_SEARCHED_CHARS)).max(8).optional(),
      limit: z.number().int().min(1).max(20).default(PASSAGES_PER_REPLY),
      ownerPlan,
    }),
    output: z.object({
      passages: z.array(Passage),
      coverage,
      outcome,
      mayAsk: z
        .boolean()
        .describe('Whether `query` looks as if it asks for something, and not like small talk, in a bot that has texts.'),
      isSmallTalk: z
        .boolean()
        .describe('Whether `query` looks like small talk by its words and characters, in the sixteen languages of the gate.'),
    }),
    repeatable: true,
    callers: ['chat'],
  },
  /** For the chat service: the titles of all active items. */
  titles: {
    input: z.object({ botId: id, ownerPlan }),
    output: z.object({ titles: z.array(z.string()) }),
    repeatable: true,
    callers: ['chat'],
  },
  /** Deletes the knowledge of a deleted bot. */
  purge: { input: z.object({ botId: id }), output: z.object({ isDone: z.boolean() }), repeatable: true, callers: ['bot-runner'] },
});
