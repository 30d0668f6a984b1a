import { Events, LOGGER, Metrics, REDIS, type Logger } from '@kith/kit';
import { events, sentAtMs, type EventOf } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** How many messages of one bot, and of all bots of one owner, may wait for their reply. More than that are not answered. */
export const MAX_OUTSTANDING = { bot: 100, owner: 300 } as const;
/** A message that was delivered again after its reply, or whose settlement was not announced because a process died, counts for this long. */
const TTL_MS = 300_000;

/** The newest message of a channel is known for as long as work for it is tried again after an outage. */
const NEWEST_TTL_MS = 900_000;
/** A channel counts as active for so long after the last message that was admitted; only so many channels of a bot do. */
const ACTIVE_MS = 600_000;
export const MAX_ACTIVE_CHANNELS = 20;
/** As long as the queue keeps the id of a finished job: Discord may deliver a message again for minutes. */
const SETTLED_MS = 900_000;
/** How long a channel is left alone in which Discord refuses the bot's posts. */
const REFUSED_CHANNEL_MS = 600_000;

type Message = EventOf<typeof events.messageSettled>;

/**
 * Keys: messages of the bot, of the owner, of the channel, the newest message of the channel, the channels that refuse posts, the active
 * channels, the settled messages of the bot. Arguments: now and expiry in milliseconds, message id, limits of bot and owner, channel, channel and server, time of the message.
 * Resolves to the priority, 0 (settled before), -1 (limit of the bot), -2 (limit of the owner) or -3 (Discord refuses posts in the channel). The score of a message
 * is its expiry, in the channel its priority; expired messages of the channel are those that the bot no longer has.
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
if redis.call('ZSCORE', KEYS[7], ARGV[3]) then return 0 end
local refused = redis.call('HGET', KEYS[5], ARGV[6])
if refused and tonumber(refused) > tonumber(ARGV[1]) then return -3 end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then return -1 end
local outstanding = redis.call('ZCARD', KEYS[2])
if outstanding >= tonumber(ARGV[5]) then return -2 end
local priority = math.max(outstanding + 1, tonumber(last[2] or '1'))
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[3])
redis.call('ZADD', KEYS[3], priority, ARGV[3])
for i = 1, 3 do redis.call('PEXPIREAT', KEYS[i], ARGV[2]) end
local newest = redis.call('GET', KEYS[4])
if not newest or #newest < #ARGV[3] or (#newest == #ARGV[3] and newest < ARGV[3]) then
  redis.call('SET', KEYS[4], ARGV[3], 'PX', ${NEWEST_TTL_MS})
end
redis.call('ZADD', KEYS[6], 'GT', ARGV[8], ARGV[7])
redis.call('ZREMRANGEBYRANK', KEYS[6], 0, -${MAX_ACTIVE_CHANNELS + 1})
redis.call('PEXPIRE', KEYS[6], ${ACTIVE_MS})
return priority`;

/**
 * Keys: messages of the bot, of the channel. Arguments: now in milliseconds, message id. Resolves to the ids of the earlier messages of the
 * channel that still wait for their answer.
 */
const EARLIER = `
local earlier = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  if #id < #ARGV[2] or (#id == #ARGV[2] and id < ARGV[2]) then
    local expiry = redis.call('ZSCORE', KEYS[1], id)
    if expiry and tonumber(expiry) >= tonumber(ARGV[1]) then table.insert(earlier, id) end
  end
end
return earlier`;

type Argument = string | number;
type AdmittingRedis = Redis & {
  runnerAdmitMessage(...keysAndArguments: Argument[]): Promise<number>;
  runnerEarlierMessages(...keysAndArguments: Argument[]): Promise<string[]>;
};

/** Why a message is not answered: too many wait for their answer, or Discord refuses posts in its channel. */
export type NotAdmitted = 'too_many_waiting' | 'channel_refused';

/** A message that is to be answered. */
export type AdmittedMessage = Message & { readonly guildId: string | null };

/** A channel in which the bot was asked in the last ten minutes. */
export interface ActiveChannel {
  readonly channelId: string;
  readonly guildId: string | null;
  /** When the last admitted message was sent, in epoch ms. */
  readonly lastSentAtMs: number;
}

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
    redis.defineCommand('runnerAdmitMessage', { lua: ADMIT, numberOfKeys: 7 });
    redis.defineCommand('runnerEarlierMessages', { lua: EARLIER, numberOfKeys: 2 });
    this.redis = redis as AdmittingRedis;
  }

  async onModuleInit(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.messageSettled, (message) => this.settle(message));
  }

  onModuleDestroy(): void {
    this.unsubscribe?.();
  }

  /**
   * Counts a message, once however often it is passed, and returns its priority, which never falls within a channel, so that its messages stay
   * in order. Or why the message is not to be answered; 'settled' when it was already, and Discord delivers it again.
   */
  async admit(message: AdmittedMessage): Promise<number | NotAdmitted | 'settled'> {
    const nowMs = Date.now();
    const { botId, channelId, guildId, messageId } = message;
    const priority = await this.redis.runnerAdmitMessage(
      ...keysOf(message),
      `runner:newest:${botId}:${channelId}`,
      refusedChannelsKey(botId),
      activeKey(botId),
      settledKey(botId),
      nowMs,
      nowMs + TTL_MS,
      messageId,
      MAX_OUTSTANDING.bot,
      MAX_OUTSTANDING.owner,
      channelId,
      `${channelId}:${guildId ?? ''}`,
      sentAtMs(messageId),
    );
    if (priority > 0) return priority;
    if (priority === 0) return 'settled';
    const reason = priority === -1 ? 'bot' : priority === -2 ? 'owner' : 'channel';
    this.metrics.refusedMessages.inc({ reason });
    this.logger.warn(
      { botId, messageId, reason },
      'message not answered: too many are outstanding, or Discord refuses posts there',
    );
    return reason === 'channel' ? 'channel_refused' : 'too_many_waiting';
  }

  /** Like `admit`, for a message that may have been answered already and is to be answered anew. */
  async admitAgain(message: AdmittedMessage): Promise<number | NotAdmitted | 'settled'> {
    await this.redis.zrem(settledKey(message.botId), message.messageId);
    return this.admit(message);
  }

  /** Those of the messages that wait for their answer. */
  async among(botId: string, messageIds: readonly string[]): Promise<string[]> {
    const expiries = await this.redis.zmscore(botKey(botId), ...messageIds);
    return messageIds.filter((_, index) => Number(expiries[index] ?? 0) >= Date.now());
  }

  /** The earlier messages of the channel that still wait for their answer. */
  async earlierThan({ botId, channelId, messageId }: Omit<Message, 'ownerId'>): Promise<string[]> {
    return this.redis.runnerEarlierMessages(botKey(botId), channelKey(botId, channelId), Date.now(), messageId);
  }

  /** The order of answers waits no longer for these messages. */
  async stopWaitingFor(
    { botId, channelId }: Omit<Message, 'ownerId' | 'messageId'>,
    messageIds: readonly string[],
  ): Promise<void> {
    if (messageIds.length > 0) await this.redis.zrem(channelKey(botId, channelId), ...messageIds);
  }

  /** Discord refuses the bot's posts in the channel: for ten minutes its messages are not admitted, so that no model runs in vain. */
  async markChannelRefused(botId: string, channelId: string): Promise<void> {
    const key = refusedChannelsKey(botId);
    await this.redis.hset(key, channelId, Date.now() + REFUSED_CHANNEL_MS);
    await this.redis.pexpire(key, REFUSED_CHANNEL_MS);
  }

  /** The permissions of the bot may have changed. */
  async clearRefusedChannels(botId: string): Promise<void> {
    await this.redis.del(refusedChannelsKey(botId));
  }

  async activeChannels(botId: string): Promise<ActiveChannel[]> {
    const members = await this.redis.zrangebyscore(activeKey(botId), Date.now() - ACTIVE_MS, '+inf', 'WITHSCORES');
    return Array.from({ length: members.length / 2 }, (_, index) => {
      const [channelId = '', guildId = ''] = (members[2 * index] ?? '').split(':');
      return { channelId, guildId: guildId === '' ? null : guildId, lastSentAtMs: Number(members[2 * index + 1]) };
    });
  }

  /** The bot was stopped: what is written while it is offline is not to be answered later. */
  async forgetActiveChannels(botId: string): Promise<void> {
    await this.redis.del(activeKey(botId));
  }

  /** A failure is not logged: the message expires. */
  private settle(message: Message): void {
    const nowMs = Date.now();
    const settled = settledKey(message.botId);
    const changes = this.redis.multi();
    for (const key of keysOf(message)) changes.zrem(key, message.messageId);
    changes
      .zadd(settled, nowMs + SETTLED_MS, message.messageId)
      .zremrangebyscore(settled, 0, nowMs)
      .pexpire(settled, SETTLED_MS);
    changes.exec().catch(() => undefined);
  }
}

const botKey = (botId: string): string => `runner:outstanding:bot:${botId}`;
const channelKey = (botId: string, channelId: string): string => `runner:outstanding:channel:${botId}:${channelId}`;
const refusedChannelsKey = (botId: string): string => `runner:refused-channels:${botId}`;
const settledKey = (botId: string): string => `runner:settled:${botId}`;
const activeKey = (botId: string): string => `runner:active:${botId}`;

const keysOf = ({ ownerId, botId, channelId }: Message): [string, string, string] => [
  botKey(botId),
  `runner:outstanding:owner:${ownerId}`,
  channelKey(botId, channelId),
];
