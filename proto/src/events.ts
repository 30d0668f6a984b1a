import { z } from 'zod';
import { RUNTIME_STATES } from './bots.js';
import { id } from './fields.js';

/** A live announcement over Redis pub/sub: heard by whoever listens now, lost for everybody else. Never the only copy of a fact. */
export interface EventContract<D extends z.ZodType = z.ZodType> {
  readonly channel: string;
  readonly data: D;
}
export type EventOf<E extends EventContract> = z.infer<E['data']>;

const event = <D extends z.ZodType>(name: string, data: D): EventContract<D> => ({ channel: `events:${name}`, data });

export const events = {
  /** A companion's state changed; also wakes `bots.start` and `bots.stop`, wherever they wait. */
  botStatus: event(
    'bot-status',
    z.object({
      botId: id,
      userId: id,
      runtimeState: z.enum(RUNTIME_STATES),
      code: z.string().nullable(),
      statusReason: z.string().nullable(),
    }),
  ),
  /** Settings or the desired state of a companion changed: runners look again. */
  botChanged: event('bot-changed', z.object({ botId: id })),
  /** A message from Discord is dealt with, its answer posted or none to come: the typing indicator ends, wherever it runs. */
  messageSettled: event('message-settled', z.object({ botId: id, messageId: z.string().max(20), channelId: z.string().max(20) })),
  /** Messages of today, credits or plan of a user changed: live screens ask again. */
  usageChanged: event('usage-changed', z.object({ userId: id })),
  /** What is cached about a user is stale: logout, demotion, password or plan change. */
  actorDropped: event('actor-dropped', z.object({ userId: id })),
} as const;
