import { z } from 'zod';
import { Actor } from '../actor.js';
import { area } from '../contract.js';
import { cursorPaging, id, Message, neighbours, snowflake, text } from '../fields.js';

/** A button beside a row: what it does is said by its label. */
const rowAction = z.object({
  id: z.string(),
  label: z.string(),
  /** The question that is asked before; null when the action can be taken back. */
  confirm: z.string().nullable(),
  /** The section that is shown instead of doing something: the transcript of a ticket, for example. */
  opens: z.string().max(40).optional(),
});

/** A table of what the system keeps of a server: its leaderboard, its open tickets. */
const section = z.object({
  id: z.string(),
  title: z.string(),
  /** What is said instead of an empty table. */
  empty: z.string(),
  columns: z.array(z.string()),
  /** `cells` in the order of `columns`. */
  rows: z.array(z.object({ id: z.string(), cells: z.array(z.string()), actions: z.array(rowAction) })),
  total: z.number().int(),
  next: neighbours.next.optional(),
  previous: neighbours.previous.optional(),
});

const optionless = { label: z.string(), description: z.string() };
const field = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    ...optionless,
    default: z.string(),
    /** As in the settings of systems; `channels` and `roles`: several, one a line, by name, mention or id. */
    format: z.enum(['channel', 'voice-channel', 'role', 'channels', 'roles', 'lines']).optional(),
  }),
  z.object({ type: z.literal('number'), ...optionless, default: z.number(), min: z.number(), max: z.number() }),
  z.object({ type: z.literal('boolean'), ...optionless, default: z.boolean() }),
  z.object({ type: z.literal('select'), ...optionless, default: z.string(), options: z.array(z.string()) }),
]);

/** Something that the owner can do with the system in a server: post a role message, add an item to the shop. Fields as in the settings of systems. */
const form = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  submit: z.string(),
  confirm: z.string().nullable(),
  fields: z.record(z.string(), field),
});

/** A file that the owner can give the system, in all servers of the bot. */
const upload = z.object({
  title: z.string(),
  description: z.string(),
  submit: z.string(),
  /** Extensions and media types, separated by commas, as in HTML. */
  accept: z.string(),
  maxBytes: z.number().int(),
});

export const SystemPage = z.object({
  sections: z.array(section),
  forms: z.array(form),
  /** What the owner has to know first, for example why the system cannot act. */
  notice: z.string().optional(),
  upload: upload.optional(),
});
export type SystemPage = z.infer<typeof SystemPage>;
export type SystemPageSection = SystemPage['sections'][number];
export type SystemPageForm = SystemPage['forms'][number];
export type SystemPageField = z.infer<typeof field>;
export type SystemPageUpload = NonNullable<SystemPage['upload']>;

/** What is filled into a form, by the name of the field. */
export const PageValues = z
  .record(z.string().max(40), z.union([text(2000), z.number(), z.boolean()]))
  .refine((all) => Object.keys(all).length <= 50, 'Too many fields');

const inServer = z.object({ actor: Actor, botId: id, systemId: text(40).min(1), guildId: snowflake });

/** What an installed system keeps of a server of the bot, for the owner of the bot. NOT_FOUND when it is not installed. */
export const systemPages = area('bot-runner', 'systemPages', {
  /** The tables from their beginning; with `section` only that one, from `cursor` or `offset`. A section without `next` and `previous` is short. NOT_FOUND, UPGRADE_REQUIRED while the plan does not include the system. */
  get: {
    input: inServer.extend({ section: text(40).optional(), ...cursorPaging }),
    output: SystemPage,
    isRead: true,
    repeatable: true,
  },
  /**
   * Does what a form (`rowId` absent) or a button beside a row offers. BAD_INPUT with a problem per field, NOT_FOUND for a row that is gone, DISCORD_REFUSED with
   * the missing permission, UPGRADE_REQUIRED, IMPERSONATING.
   */
  act: {
    input: inServer.extend({ action: text(40).min(1), rowId: text(100).optional(), values: PageValues.default({}) }),
    output: Message,
    timeoutMs: 15_000,
  },
  /**
   * Gives the system a file that its page asks for; `title` defaults to the name of the file. The file is deleted when it is refused: BAD_INPUT with a problem
   * per field, NOT_FOUND, UNSUPPORTED_MEDIA, TOO_LARGE, UPGRADE_REQUIRED, RATE_LIMITED, IMPERSONATING.
   */
  addFile: {
    input: z.object({
      actor: Actor,
      botId: id,
      systemId: text(40).min(1),
      title: text(100).optional(),
      file: z.object({ key: z.string().max(200), name: text(255), bytes: z.number().int().min(0) }),
    }),
    output: Message,
    timeoutMs: 20_000,
  },
  /** Which of these keys of the file store belong to systems, so that a sweep of the store keeps them. */
  keptFiles: {
    input: z.object({ keys: z.array(z.string().max(200)).max(500) }),
    output: z.object({ keys: z.array(z.string()) }),
    repeatable: true,
    callers: ['knowledge'],
  },
});

/** The largest file that a system accepts. */
export const MAX_SYSTEM_FILE_BYTES = 20 * 1024 * 1024;
