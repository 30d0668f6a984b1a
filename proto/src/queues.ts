import { z } from 'zod';
import { AuditEvent } from './audit.js';
import { questionContext } from './channel-talk.js';
import type { ProcessName, ServiceName } from './contract.js';
import {
  author,
  commandTask,
  discordFile,
  discordId,
  interaction,
  moderationTask,
  ownerChoices,
  proactiveJob,
  revision,
  systemTask,
  threadName,
} from './discord-jobs.js';
import { id, isoTime, snowflake } from './fields.js';
import { byItem, ingestJob } from './ingest-jobs.js';
import { LifecycleJob } from './lifecycle-jobs.js';
import { Notice } from './notifications.js';
import type { JobTurn, QueueTurns } from './job-turns.js';
import { PLANS } from './plans.js';
import { NO_ANSWER_REASONS } from './traces.js';
import { ReplyTask } from './reply-tasks.js';

/** A queue: the service that processes it and the data of a job. Job data is stored in Redis unencrypted: ids and texts, never a secret. */
export interface QueueContract<D extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly service: ServiceName;
  /** Who may add jobs. The service refuses those of everybody else. */
  readonly producers: readonly ProcessName[];
  readonly data: D;
  /** Jobs that one replica processes at the same time. */
  readonly concurrency: number;
  /** Attempts with exponential backoff before a job fails for good; default 5 (8 s in all); 12 last 17 minutes, 18 last 18 hours. */
  readonly attempts?: number;
  /** Seconds for which a finished job, and with it its id, is kept; default 900. With 0 it is deleted at once. */
  readonly keptS?: number;
  /** Without it jobs run in the order in which they were added. */
  readonly turns?: QueueTurns<z.infer<D>>;
  /** Nobody waits for its jobs: those of a process that was killed run again later, and half of the looking for them is saved. */
  readonly isBackground?: boolean;
  /** The event `jobEnded` is published for each job: processes that added it remember it until then, in case Redis loses it. */
  readonly announcesEnds?: boolean;
}
export type JobOf<Q extends QueueContract> = z.infer<Q['data']>;

const queue = <D extends z.ZodType>(
  name: string,
  [service, producers]: readonly [service: ServiceName, producers: readonly ProcessName[]],
  concurrency: number,
  data: D,
  options: Pick<QueueContract<D>, 'attempts' | 'keptS' | 'turns' | 'announcesEnds' | 'isBackground'> = {},
): QueueContract<D> => ({
  name,
  service,
  producers,
  concurrency,
  data,
  ...options,
});
/** Turns by the owner of the bot; the messages of a channel in order. */
const byChannel = (limits: Omit<QueueTurns, 'of'>): QueueTurns<Omit<JobTurn, 'lane'> & { readonly channelId: string }> => ({
  ...limits,
  of: ({ channelId, ownerId, botId, ownerPlan }) => ({ ownerId, botId, ownerPlan, lane: channelId }),
});
/** Turns by the owner of the bot, in any order. */
const byOwner = (limits: Omit<QueueTurns, 'of'>): QueueTurns<Omit<JobTurn, 'lane'>> => ({
  ...limits,
  of: ({ ownerId, botId }) => ({ ownerId, botId }),
});
const ownerPlan = z.enum(PLANS).optional();
export const queues = {
  /**
   * Starts, stops or deletes a bot; jobId `<action>-<botId>-<n>`, where n counts the starts and stops. `remove` ends its connection and adds the
   * jobs of `removals`. `withdraw` (jobId `withdraw-<botId>`) removes from Discord what a deleted bot wrote into servers, tried for an hour,
   * while its token is kept; the row stays until it has ended.
   */
  lifecycle: queue('lifecycle', ['bot-runner', ['bots', 'bot-runner']], 10, LifecycleJob, {
    attempts: 12,
    turns: byOwner({ window: 1000, maxRunningPerOwner: 4, maxRunningPerBot: 4 }),
  }),
  /**
   * Deletes the data of a deleted bot in all services, a little at a time with pauses, so that it slows nobody; jobId `remove-<botId>-<n>`, and
   * `purge-<botId>-<n>` for the one with `isLast`. That one runs some time later and deletes what was still being written at the first; the row
   * of the bot is deleted after it.
   */
  removals: queue('removals', ['bot-runner', ['bot-runner']], 2, z.object({ ownerId: id, botId: id, isLast: z.boolean() }), {
    attempts: 12,
    isBackground: true,
    turns: byOwner({ window: 1500, maxRunningPerOwner: 1, maxRunningPerBot: 1 }),
  }),
  /**
   * One Discord message to be answered, or several lines that a member wrote in a row; jobId `<botId>-<messageId>`, so that a message that
   * Discord delivers twice is answered once, and `<botId>-<messageId>-<revision>` for a changed message.
   */
  replies: queue(
    'replies',
    ['chat', ['bot-runner']],
    20,
    z.object({
      /** The owner of the bot. */
      ownerId: id,
      botId: id,
      /** The message to reply to: the last line. */
      messageId: discordId,
      /** The messages with the earlier lines, oldest first. */
      earlierIds: z.array(discordId).max(20).optional(),
      channelId: discordId,
      guildId: discordId.nullable(),
      author,
      revision,
      content: z.string().max(4000),
      /** False: written in a channel without mentioning the bot or replying to it; it may be meant for others. */
      isAddressed: z.boolean().optional(),
      ...questionContext,
      /** What the member attached; absent when the bot does not read files. `isByAnother`: of the message that is replied to, of another author. */
      files: z
        .array(discordFile.extend({ isByAnother: z.boolean().optional() }))
        .max(10)
        .optional(),
      /** A line of Kith's own below the answer. */
      remark: z.string().max(300).optional(),
      threadName,
      ...ownerChoices,
      /** What the model is to do instead of answering the message. */
      task: ReplyTask.optional(),
      interaction,
    }),
    { turns: byChannel({ window: 400, maxRunningPerOwner: 5, maxRunningPerBot: 3 }) },
  ),
  /**
   * A command to be run on Discord; jobId `<botId>-<messageId>`, so that a message or an interaction that Discord delivers twice has one effect,
   * and `<botId>-reminder-<id>` for a reminder.
   */
  commands: queue(
    'commands',
    ['bot-runner', ['bot-runner']],
    20,
    z.object({
      /** The owner of the bot. */
      ownerId: id,
      botId: id,
      /** The message or the interaction; for a reminder the message that asked for it. */
      messageId: discordId,
      channelId: discordId,
      guildId: discordId.nullable(),
      interaction,
      task: commandTask,
    }),
    { attempts: 12, announcesEnds: true, turns: byChannel({ window: 400, maxRunningPerOwner: 5, maxRunningPerBot: 3 }) },
  ),
  /**
   * A message that broke a rule, jobId `<botId>-<who found it>-<dry or live>-<messageId>`, of a changed message with
   * `-<revision>` behind it, or a case that is taken back, jobId `<botId>-undo-<caseId>`. Not
   * kept afterwards, because the job names the member.
   */
  moderation: queue(
    'moderation',
    ['bot-runner', ['bot-runner']],
    20,
    z.object({
      /** The owner of the bot. */
      ownerId: id,
      botId: id,
      guildId: discordId,
      channelId: discordId,
      task: moderationTask,
    }),
    {
      attempts: 12,
      keptS: 0,
      announcesEnds: true,
      turns: byChannel({ window: 400, maxRunningPerOwner: 5, maxRunningPerBot: 3 }),
    },
  ),
  /** What an installed system has to do on Discord; jobId `<botId>-<systemId>-<eventId>`. */
  systems: queue(
    'systems',
    ['bot-runner', ['bot-runner']],
    20,
    z.object({
      /** The owner of the bot. */
      ownerId: id,
      botId: id,
      systemId: z.string().max(40),
      /** Identifies the event among those of the system in the bot: each attempt has the same one. */
      eventId: z.string().regex(/^[\w-]{1,80}$/),
      /** Null in direct messages. */
      guildId: discordId.nullable(),
      /** Where it happened; jobs for events of the same channel of a bot run in order, those for which a member waits come before them. */
      channelId: discordId,
      interaction,
      /** The answer changes the message with the component that was used. */
      isUpdate: z.boolean().optional(),
      task: systemTask,
    }),
    { attempts: 12, announcesEnds: true, turns: byChannel({ window: 400, maxRunningPerOwner: 5, maxRunningPerBot: 3 }) },
  ),
  /** A message with which a bot begins a conversation by itself may be due; jobId `<botId>-<channelId>-<eventId>`. A model may be waited for. */
  proactive: queue('proactive', ['bot-runner', ['bot-runner']], 12, proactiveJob, {
    attempts: 12,
    announcesEnds: true,
    turns: byChannel({ window: 200, maxRunningPerOwner: 2, maxRunningPerBot: 1 }),
  }),
  /**
   * A text to post in answer to a message; jobId as for `replies`; a nonce keeps Discord from posting it twice. A withdrawal,
   * `<botId>-<messageId>-withdrawal`, deletes what was posted of an answer whose question was deleted.
   */
  deliveries: queue(
    'deliveries',
    ['bot-runner', ['chat', 'bot-runner']],
    20,
    z.object({
      /** The owner of the bot. */
      ownerId: id,
      ownerPlan,
      botId: id,
      messageId: discordId,
      channelId: discordId,
      /** Null in direct messages; absent when the producer does not know it. */
      guildId: discordId.nullish(),
      revision,
      text: z.string().max(20_000),
      /** Pictures in the file store that are attached. */
      pictures: z
        .array(z.object({ key: z.string().max(200), name: z.string().max(100) }))
        .max(4)
        .optional(),
      /**
       * A `reply` was written by the engine and is charged; a `notice` is a text of Kith's own and is not. A `withdrawal` deletes what was posted.
       * `unanswered`: the message gets neither reply nor notice, and nothing waits for it any more.
       */
      kind: z.enum(['reply', 'notice', 'withdrawal', 'unanswered']),
      threadName,
      /** Who asked. */
      authorId: discordId.optional(),
      /** Why there is no reply, for a notice that says so and a message that gets none. */
      noAnswer: z.enum(NO_ANSWER_REASONS).optional(),
      interaction,
    }),
    { attempts: 12, announcesEnds: true, turns: byChannel({ window: 400, maxRunningPerOwner: 5, maxRunningPerBot: 2 }) },
  ),
  /**
   * Deletes what a member of Discord wrote to a bot before the message or interaction `before`; jobId `<botId>-<before>`. Tried for most of
   * a day; not kept afterwards, because the job identifies the member.
   */
  forgetMe: queue('forget-me', ['chat', ['bot-runner']], 5, z.object({ botId: id, memberId: snowflake, before: snowflake }), {
    attempts: 18,
    keptS: 0,
    announcesEnds: true,
  }),
  /**
   * What a person wrote is to be read by the model of the bot, which makes facts and a summary of it; jobId `<memoryId>-sweep<hour>`. It does not name
   * the person: who was forgotten has no memory of this id any more.
   */
  memory: queue('memory', ['chat', ['chat']], 2, z.object({ ownerId: id, ownerPlan, botId: id, memoryId: id }), {
    keptS: 0,
    turns: {
      window: 100,
      maxRunningPerOwner: 1,
      maxRunningPerBot: 1,
      of: ({ ownerId, ownerPlan, botId, memoryId }) => ({ ownerId, ownerPlan, botId, lane: memoryId }),
    },
  }),
  /** A file, a URL or a long text to be read and indexed in the background; jobId `<itemId>-<version>`. */
  ingest: queue('ingest', ['knowledge', ['knowledge']], 4, ingestJob, { turns: byItem }),
  /** The same for a whole website, which takes minutes: it must not keep the files and pages of others waiting. */
  siteIngest: queue('site-ingest', ['knowledge', ['knowledge']], 4, ingestJob, { turns: byItem }),
  /**
   * Pages of a PDF without text are read as pictures, after its text was read by `ingest`: one document at a time and replica, because it takes
   * up to two minutes and 700 MB; jobId as for `ingest`.
   */
  scanIngest: queue('scan-ingest', ['knowledge', ['knowledge']], 1, ingestJob, { attempts: 12, turns: byItem }),
  /**
   * Tells a user something: stored as a notification, and mailed where the user wants that and SMTP_URL is set. The id of the job identifies the
   * notification for as long as it is kept, so that a job that is added again tells nothing twice. A `password-reset` is only mailed, and always;
   * the worker creates its link itself, so that it is not stored in Redis.
   */
  notices: queue('notices', ['auth', ['auth', 'bots', 'billing', 'bot-runner']], 5, z.object({ userId: id }).and(Notice), {
    attempts: 12,
  }),
  /** An event for the audit log; jobId is the id of the event, so that it is written once. */
  audit: queue('audit', ['auth', ['gateway', 'auth', 'bots', 'billing', 'chat', 'bot-runner']], 1, AuditEvent, { attempts: 12 }),
  /** A deleted account whose bots and subscription are to be deleted; jobId is the id of the user. */
  accountRemovals: queue('account-removals', ['auth', ['auth']], 2, z.object({ userId: id }), { attempts: 12 }),
  /**
   * Deletes what was said with a bot that is reset, a little at a time with pauses; `resetAt` is when that began, jobId `reset-<botId>-<epoch ms>`.
   * Of a bot there is one at a time: its id is the same when it is added again.
   */
  resets: queue('resets', ['bots', ['bots']], 10, z.object({ ownerId: id, botId: id, resetAt: isoTime }), {
    attempts: 12,
    isBackground: true,
    keptS: 0,
    turns: byOwner({ window: 1000, maxRunningPerOwner: 2, maxRunningPerBot: 1 }),
  }),
  /** The plan in force of a user changed: bots above its cap are paused, paused bots within it may start again. */
  planChanges: queue('plan-changes', ['bots', ['bots', 'billing']], 5, z.object({ userId: id }), { attempts: 12 }),
} as const;
