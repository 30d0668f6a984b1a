import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { cursorPaging, id, isoTime, neighbours } from './fields.js';

/** What is wrong, as the member who reports chooses it. */
export const REPORT_REASONS = ['harmful', 'harassment', 'sexual', 'private_data', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_STATES = ['open', 'dismissed', 'taken_down'] as const;
/** `restore` lets a companion that was taken down start again. */
export const REPORT_ACTIONS = ['dismiss', 'take_down', 'restore'] as const;

/** What members of Discord reported about a companion. */
export const Report = z.object({
  id,
  botId: id,
  botName: z.string().nullable().describe('Null for a bot that was deleted.'),
  ownerId: id,
  guildId: z.string().nullable().describe('Null in direct messages.'),
  channelId: z.string(),
  messageId: z.string().nullable().describe('Null when the companion was reported, not one of its messages.'),
  reason: z.enum(REPORT_REASONS),
  text: z.string().nullable().describe('The reported message, or what the member wrote; null after 30 days.'),
  reporters: z.number().int().describe('How many members reported the same.'),
  state: z.enum(REPORT_STATES),
  createdAt: isoTime,
  handledAt: isoTime.nullable(),
});
export type Report = z.infer<typeof Report>;

export const reports = area('bot-runner', 'reports', {
  /** Administrators: the reports in one state, the oldest first while they are open, else those handled last. FORBIDDEN. */
  list: {
    input: z.object({ actor: Actor, state: z.enum(REPORT_STATES).default('open'), ...cursorPaging }),
    output: z.object({ reports: z.array(Report), total: z.number().int(), ...neighbours }),
    isRead: true,
    repeatable: true,
  },
  /**
   * Administrators: handles a report. `take_down` stops the companion until `restore`, and handles all open reports about it. NOT_FOUND, also
   * for a deleted bot. FORBIDDEN, IMPERSONATING.
   */
  handle: {
    input: z.object({ actor: Actor, reportId: id, action: z.enum(REPORT_ACTIONS) }),
    output: Report,
    repeatable: true,
  },
});
