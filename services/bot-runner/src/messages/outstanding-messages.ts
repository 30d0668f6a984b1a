import { Events, LOGGER, Metrics, REDIS, type Logger } from '@kith/kit';
import { events, type EventOf } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** How many messages of one bot, and of all bots of one owner, may wait for their reply. More than that are not answered. */
export const MAX_OUTSTANDING = { bot: 100, owner: 300 } as const;
/** A message that was delivered again after its reply, or whose settlement was not announced because a process died, counts for this long. */
const TTL_MS = 300_000;

type Message = EventOf<typeof events.messageSettled>;

/**
 * Keys: messages of the bot, of the owner, of the channel. Arguments: now and expiry in milliseconds, message id, limits of bot and owner.
 * Resolves to the priority, -1 (limit of the bot) or -2 (limit of the owner). The score of a message is its expiry, in the channel its priority;
 * expired messages of the channel are those that the bot no longer has.
 */
const ADMIT = `
local expired = '(' .. ARGV[1]
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, expired)
redis.call('ZREMRANGEBYSCORE', KEYS[2], 0, expired)
local last = redis.call('ZREVRANGE', KEYS[3], 0, 0, 'WITHSCORES')
while last[1] and not redis.call('ZSCORE', KEYS[1], last[1]) do
  redis.call('ZREM', KEYS[3], last[1])
  last = redis.call('ZREVRANGE', KEYS[3], 0, 0, 'WITHSCORES')
end
local known = redis.call('ZSCORE', KEYS[1], ARGV[3]) and redis.call('ZSCORE', KEYS[3], ARGV[3])
if known then return tonumber(known) end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then return -1 end
local outstanding = redis.call('ZCARD', KEYS[2])
if outstanding >= tonumber(ARGV[5]) then return -2 end
local priority = math.max(outstanding + 1, tonumber(last[2] or '1'))
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[3])
redis.call('ZADD', KEYS[3], priority, ARGV[3])
for i = 1, 3 do redis.call('PEXPIREAT', KEYS[i], ARGV[2]) end
return priority`;

type Argument = string | number;
type AdmittingRedis = Redis & { runnerAdmitMessage(...keysAndArguments: Argument[]): Promise<number> };

/**
 * Counts the messages of each bot and owner that are neither answered nor given up, in all processes. A message gets the number of outstanding
 * messages of its owner as its priority, so that an owner with many of them does not delay those who have few, in whatever order they came.
 */
@Injectable()
export class OutstandingMessages implements OnModuleInit, OnModuleDestroy {
  private readonly redis: AdmittingRedis;
  private unsubscribe: (() => void) | undefined;

  constructor(
    @Inject(REDIS) redis: Redis,
    private readonly events: Events,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    redis.defineCommand('runnerAdmitMessage', { lua: ADMIT, numberOfKeys: 3 });
    this.redis = redis as AdmittingRedis;
  }

  async onModuleInit(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.messageSettled, (message) => this.remove(message));
  }

  onModuleDestroy(): void {
    this.unsubscribe?.();
  }

  /**
   * Counts a message, once however often it is passed, and returns its priority, which never falls within a channel, so that its messages stay
   * in order. Null when too many are outstanding: the message is not to be answered.
   */
  async admit(message: Message): Promise<number | null> {
    const nowMs = Date.now();
    const limits = [MAX_OUTSTANDING.bot, MAX_OUTSTANDING.owner];
    const { botId, messageId } = message;
    const priority = await this.redis.runnerAdmitMessage(...keysOf(message), nowMs, nowMs + TTL_MS, messageId, ...limits);
    if (priority > 0) return priority;
    const reason = priority === -1 ? 'bot' : 'owner';
    this.metrics.refusedMessages.inc({ reason });
    this.logger.warn({ botId, messageId, reason }, 'message not answered: too many of the bot or its owner are outstanding');
    return null;
  }

  /** A failure is not logged: the message expires. */
  private remove(message: Message): void {
    for (const key of keysOf(message)) this.redis.zrem(key, message.messageId).catch(() => undefined);
  }
}

const keysOf = ({ ownerId, botId, channelId }: Message): [string, string, string] => [
  `runner:outstanding:bot:${botId}`,
  `runner:outstanding:owner:${ownerId}`,
  `runner:outstanding:channel:${botId}:${channelId}`,
];
