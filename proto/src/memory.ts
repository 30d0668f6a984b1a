import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { id, isoTime, Message, snowflake, trimmedText } from './fields.js';

/** Limits of what a bot remembers of one person, over all places together. */
export const MAX_FACTS = 50;
export const MAX_FACT_KEY_CHARS = 40;
export const MAX_FACT_CHARS = 200;
export const MAX_MEMORY_SUMMARY_CHARS = 2000;

/** How a fact came to be: the person said it (or corrected it), a language model read it in their messages, the owner added it in the test chat. */
export const FACT_ORIGINS = ['said', 'model', 'owner'] as const;
export type FactOrigin = (typeof FACT_ORIGINS)[number];

/** What a bot remembers of a person: `Lives in`, `Berlin`. */
export const MemoryFact = z.object({
  id,
  key: z.string().describe('What it is about, `Name` for example.'),
  value: z.string(),
  origin: z.enum(FACT_ORIGINS),
  saidAt: isoTime.describe('When the person said it; of one that a model found, when its message was written.'),
});
export type MemoryFact = z.infer<typeof MemoryFact>;

/** What a bot remembers of one person in one place. */
export const Memory = z.object({
  facts: z.array(MemoryFact).describe('The newest first.'),
  summary: z.string().nullable().describe('Of earlier conversations; null without one.'),
});
export type Memory = z.infer<typeof Memory>;

/** What the owner of a bot may know of its memory: nothing of what members said. */
export const MemoryOverview = z.object({
  isOn: z.boolean().describe('The setting `rememberInteractions` of the bot.'),
  people: z.number().int().describe('Members of Discord of whom something is remembered.'),
  facts: z.number().int().describe('Facts about members of Discord.'),
});
export type MemoryOverview = z.infer<typeof MemoryOverview>;

const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u;
export const FactKey = trimmedText(MAX_FACT_KEY_CHARS).min(1, 'Please say what it is about').regex(ONE_LINE, 'Must be one line');
export const FactValue = trimmedText(MAX_FACT_CHARS).min(1, 'Please say what to remember').regex(ONE_LINE, 'Must be one line');

const owned = { actor: Actor, botId: id };
/** A member and where they are: null in direct messages. Of a thread also the channel that it belongs to. */
const present = {
  botId: id,
  memberId: snowflake,
  place: z.object({ guildId: snowflake, channelIds: z.array(snowflake).min(1).max(2) }).nullable(),
};
const byMember = { callers: ['bot-runner'], timeoutMs: 1500 } as const;

export const memory = area('chat', 'memory', {
  /** How much a bot of the actor remembers of the members of Discord. NOT_FOUND. */
  overview: { input: z.object(owned), output: MemoryOverview, isRead: true, repeatable: true },
  /** Deletes what a bot of the actor remembers of all members of Discord. NOT_FOUND, IMPERSONATING. */
  clear: { input: z.object(owned), output: Message, repeatable: true },
  /** What a bot of the actor remembers of the actor from the test chat. NOT_FOUND. */
  own: { input: z.object(owned), output: Memory, isRead: true, repeatable: true },
  /** Adds a fact about the actor, or changes the one with `factId`; another one with the same key is replaced. NOT_FOUND. */
  saveOwn: {
    input: z.object({ ...owned, factId: id.nullish(), key: FactKey, value: FactValue }),
    output: Memory,
    repeatable: true,
  },
  /** Deletes one fact about the actor and the summary, or with `factId` null all of both. NOT_FOUND for a bot of another owner. */
  forgetOwn: { input: z.object({ ...owned, factId: id.nullable() }), output: Memory, repeatable: true },
  /** For runners: what a bot remembers of a member where they are. */
  ofMember: { input: z.object(present), output: Memory, isRead: true, repeatable: true, ...byMember },
  /** For runners: the member corrects a fact about themself. NOT_FOUND for a fact that is gone, or about somebody else. */
  correct: { input: z.object({ ...present, factId: id, value: FactValue }), output: Memory, repeatable: true, ...byMember },
  /** For runners: the member deletes a fact about themself and the summary, or with `factId` null all that is remembered where they are. */
  forget: { input: z.object({ ...present, factId: id.nullable() }), output: Memory, repeatable: true, ...byMember },
});
