import { z } from 'zod';
import { RUNTIME_STATES } from './run-states.js';
import { ServersChange } from './discord.js';
import { id } from './fields.js';
import { ProblemsChange } from './runner.js';
import { NO_ANSWER_REASONS } from './traces.js';

/** A message over Redis pub/sub, received only by processes that are subscribed at that moment: never the only copy of a fact. */
export interface EventContract<D extends z.ZodType = z.ZodType> {
  readonly channel: string;
  readonly data: D;
}
export type EventOf<E extends EventContract> = z.infer<E['data']>;

const event = <D extends z.ZodType>(name: string, data: D): EventContract<D> => ({ channel: `events:${name}`, data });

export const events = {
  /** The runtime state of a bot changed, or its reset began or ended. Calls of `bots.start`, `bots.stop` and `bots.reset` wait for it. */
  botStatus: event(
    'bot-status',
    z.object({
      botId: id,
      userId: id,
      runtimeState: z.enum(RUNTIME_STATES),
      code: z.string().nullable(),
      statusReason: z.string().nullable(),
      isResetting: z.boolean(),
    }),
  ),
  /** A bot joined or left a server on Discord. */
  serversChanged: event('servers-changed', ServersChange.extend({ userId: id })),
  /** Settings or the desired state of a bot changed: runners load it again. */
  botChanged: event('bot-changed', z.object({ botId: id })),
  /** What a system keeps for a server and runners hold in memory, such as rules, changed: they read it again. */
  systemChanged: event('system-changed', z.object({ botId: id, systemId: z.string().max(40), guildId: z.string().max(20) })),
  /**
   * A message from Discord got its reply or will get none: runners end its typing indicator, and it no longer counts as outstanding of the
   * bot's owner.
   */
  messageSettled: event(
    'message-settled',
    z.object({
      ownerId: id,
      botId: id,
      messageId: z.string().max(20),
      channelId: z.string().max(20),
      guildId: z.string().max(20).nullish(),
      /** Why it gets neither reply nor notice. */
      noAnswer: z.enum(NO_ANSWER_REASONS).optional(),
    }),
  ),
  /** A job of a queue that `announcesEnds` is done, has failed for good or was removed: processes that added it need not remember it any more. */
  jobEnded: event('job-ended', z.object({ queue: z.string().max(40), jobId: z.string().max(200) })),
  /**
   * A reply that is being written is not to be finished. `superseded`: its message was deleted, or another job answers the changed message; jobs
   * of a revision below `before` are dropped. `stopped`: a member stopped it; what is written so far is the reply.
   */
  replyInterrupted: event(
    'reply-interrupted',
    z.object({
      botId: id,
      messageId: z.string().max(20),
      reason: z.enum(['superseded', 'stopped']),
      before: z.string().max(20).optional(),
    }),
  ),
  /** Messages of a bot were deleted because somebody asked for it: what processes keep of them in memory goes. */
  messagesDeleted: event('messages-deleted', z.object({ botId: id })),
  /** Messages of today, credits or plan of a user changed, or a bot delivered a reply: subscribed clients get the new usage. */
  usageChanged: event('usage-changed', z.object({ userId: id })),
  /** Discord refuses something to a bot of the user, or no longer does: subscribed clients and other runners read it again. */
  problemsChanged: event('problems-changed', ProblemsChange.extend({ userId: id })),
  /** A user got a notification, or read one: subscribed clients get the new count. */
  notificationsChanged: event('notifications-changed', z.object({ userId: id })),
  /** Cached data about a user is stale, after a logout, demotion, or a change of password, plan or API key. */
  actorDropped: event('actor-dropped', z.object({ userId: id })),
} as const;
