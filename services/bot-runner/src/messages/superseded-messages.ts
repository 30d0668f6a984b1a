import { Events, REDIS } from '@kith/kit';
import { events, queues, type JobOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { AcceptedJobs } from './accepted-jobs.js';

type Delivery = JobOf<typeof queues.deliveries>;

/** As long as an answer can be on its way. */
const TTL_S = 1800;
/** Higher than every id of Discord. */
const NEVER = '18446744073709551615';

// Ids of Discord are compared as numbers: the longer one is the higher one.
const RAISE = `
local known = redis.call('GET', KEYS[1])
if not known or #known < #ARGV[1] or (#known == #ARGV[1] and known < ARGV[1]) then
  redis.call('SET', KEYS[1], ARGV[1], 'EX', ${TTL_S})
end`;

type RaisingRedis = Redis & { runnerRaiseRevision(key: string, revision: string): Promise<unknown> };

/** A job about a message; `revision` is absent in the job of the message as it was written first. */
export interface RevisedMessage {
  readonly botId: string;
  readonly messageId: string;
  readonly revision?: string | undefined;
}

/** The messages whose answers are not wanted any more: the message was deleted, or another job answers it as it was changed since. Chat reads the keys. */
@Injectable()
export class SupersededMessages {
  private readonly redis: RaisingRedis;

  constructor(
    @Inject(REDIS) redis: Redis,
    private readonly events: Events,
    private readonly accepted: AcceptedJobs,
  ) {
    redis.defineCommand('runnerRaiseRevision', { lua: RAISE, numberOfKeys: 1 });
    this.redis = redis as RaisingRedis;
  }

  /** Nothing answers the message any more, and what was posted of its answer is deleted. `noAnswer`: why, if not because the message was deleted. */
  async withdraw(
    message: Pick<Delivery, 'ownerId' | 'botId' | 'messageId' | 'channelId' | 'guildId'> & Partial<Pick<Delivery, 'noAnswer'>>,
  ): Promise<void> {
    const { botId, messageId } = message;
    await this.redis.runnerRaiseRevision(keyOf({ botId, messageId }), NEVER);
    await this.events.publish(events.replyInterrupted, { botId, messageId, reason: 'superseded', before: NEVER });
    await this.accepted.add(queues.deliveries, `${botId}-${messageId}-withdrawal`, { ...message, text: '', kind: 'withdrawal' });
  }

  /** Only the jobs from this revision on answer the message. */
  async revise({ botId, messageId }: RevisedMessage, revision: string): Promise<void> {
    await this.redis.runnerRaiseRevision(keyOf({ botId, messageId }), revision);
    await this.events.publish(events.replyInterrupted, { botId, messageId, reason: 'superseded', before: revision });
  }

  /** The revision from which on jobs answer the message; 0 when it was neither changed nor deleted. */
  async firstRevision(message: RevisedMessage): Promise<bigint> {
    return BigInt((await this.redis.get(keyOf(message))) ?? 0);
  }

  async includes(message: RevisedMessage): Promise<boolean> {
    return (await this.firstRevision(message)) > BigInt(message.revision ?? 0);
  }
}

const keyOf = ({ botId, messageId }: RevisedMessage): string => `runner:superseded:${botId}-${messageId}`;
