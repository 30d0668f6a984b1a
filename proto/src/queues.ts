import { z } from 'zod';
import { AuditEvent } from './audit.js';
import type { ServiceName } from './contract.js';
import { id, snowflake } from './fields.js';

/** A queue: who works it, and what a job carries. Job data lies in Redis in clear: ids and texts, never a secret. */
export interface QueueContract<D extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly service: ServiceName;
  readonly data: D;
  /** Jobs one replica works on at the same time. */
  readonly concurrency: number;
  /** Tries before a job has failed for good, each twice as late as the one before; default 5 (8 s), 12 are 17 minutes, 18 are 18 hours. */
  readonly attempts?: number;
  /** How long the id of a job that is done stays taken, with what it carried; default 900. With 0 it leaves nothing behind. */
  readonly keptS?: number;
}
export type JobOf<Q extends QueueContract> = z.infer<Q['data']>;

const queue = <D extends z.ZodType>(
  name: string,
  service: ServiceName,
  concurrency: number,
  data: D,
  options: Pick<QueueContract, 'attempts' | 'keptS'> = {},
): QueueContract<D> => ({
  name,
  service,
  concurrency,
  data,
  ...options,
});
const discordId = z.string().regex(/^\d{1,20}$/);

export const queues = {
  /**
   * Start, stop or delete a companion; jobId `<action>-<botId>-<n>`, where n counts the starts and stops. `purge` follows `remove` after a
   * while and takes what was still being written; only then is the companion forgotten.
   */
  lifecycle: queue('lifecycle', 'bot-runner', 10, z.object({ action: z.enum(['start', 'stop', 'remove', 'purge']), botId: id }), {
    attempts: 12,
  }),
  /** One Discord message to be answered; jobId `<botId>-<messageId>`, so that a replay adds nothing. */
  replies: queue(
    'replies',
    'chat',
    20,
    z.object({
      botId: id,
      messageId: discordId,
      channelId: discordId,
      guildId: discordId.nullable(),
      author: z.object({ id: discordId, name: z.string().max(100) }),
      content: z.string().max(4000),
    }),
  ),
  /** A text to post in answer to a message; jobId `<botId>-<messageId>`; the same message is never posted twice (nonce). */
  deliveries: queue(
    'deliveries',
    'bot-runner',
    20,
    z.object({
      botId: id,
      messageId: discordId,
      channelId: discordId,
      text: z.string().max(20_000),
      /** `reply` was written by the engine and is charged; `notice` is a word of ours and is not. */
      kind: z.enum(['reply', 'notice']),
    }),
    { attempts: 12 },
  ),
  /**
   * A member of Discord wants to be forgotten by a companion, with everything they wrote before the message or interaction `before`;
   * jobId `<botId>-<before>`. Tried for the better part of a day, and leaves nothing behind: it names the member.
   */
  forgetMe: queue('forget-me', 'chat', 5, z.object({ botId: id, memberId: snowflake, before: snowflake }), {
    attempts: 18,
    keptS: 0,
  }),
  /** A long knowledge item to be indexed in the background; jobId `<itemId>-<version>`. */
  ingest: queue('ingest', 'knowledge', 2, z.object({ itemId: id, version: z.number().int() })),
  /**
   * A mail to a user: about one of their companions, as far as they want it, or with a link that resets the password, which the worker
   * makes itself. Without SMTP_URL nothing is sent.
   */
  notices: queue(
    'notices',
    'auth',
    5,
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('bot-failed'), userId: id, botName: z.string().max(100), reason: z.string().max(500) }),
      z.object({ kind: z.literal('password-reset'), userId: id }),
    ]),
  ),
  /** Something to be written down for ever; jobId is the id of the event, so that a repeat writes nothing. */
  audit: queue('audit', 'auth', 1, AuditEvent, { attempts: 12 }),
  /** A deleted account whose companions and subscription are to go; jobId is the id of the user. */
  accountRemovals: queue('account-removals', 'auth', 2, z.object({ userId: id }), { attempts: 12 }),
  /** The plan in force of a user has changed: companions above its cap are paused, those below it may start again (decision B14). */
  planChanges: queue('plan-changes', 'bots', 5, z.object({ userId: id }), { attempts: 12 }),
} as const;
