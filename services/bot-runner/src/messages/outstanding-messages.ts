import { Events, LOGGER, Metrics, Queues, REDIS, type Logger } from '@kith/kit';
import { events, queues, sentAtMs, type EventOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { answeredChannelsKey, memberOf as channelMember } from './answered-channels.js';
import { FullBots } from './full-bots.js';
import { linesKey } from './merged-lines.js';
import { ADMIT, EARLIER } from './outstanding-scripts.js';

/** How many messages of one bot, and of all bots of one owner, may wait for their reply. Above it the oldest of a channel gets none. */
export const MAX_OUTSTANDING = { bot: 100, owner: 300 } as const;
/** A message of which nothing becomes, because Redis lost its job, counts for this long. */
const TTL_MS = 300_000;
/** The queue holds one message at most of those that a channel has missed within this time: its job tells the channel. */
const MISSED_TOLD_MS = 600_000;
/** As long as the queue keeps the id of a finished job: Discord may deliver a message again for minutes. */
const SETTLED_MS = 900_000;
/** How long a channel is left alone in which Discord refuses the bot's posts. */
const REFUSED_CHANNEL_MS = 600_000;

type Message = EventOf<typeof events.messageSettled>;

type Argument = string | number;
type AdmittingRedis = Redis & {
  runnerAdmitMessage(...keysAndArguments: Argument[]): Promise<[priority: number, ...missed: string[]]>;
  runnerEarlierMessages(...keysAndArguments: Argument[]): Promise<string[]>;
};

/** Why a message is not answered: too many wait for their answer, or Discord refuses posts in its channel. */
export type NotAdmitted = 'too_many_waiting' | 'channel_refused';

/** A message that is to be answered. */
export type AdmittedMessage = Message & { readonly guildId: string | null; readonly interaction?: string | undefined };

/**
 * Counts the messages of each bot and owner that are neither answered nor given up, in all processes. A message gets the number of outstanding
 * messages of its owner as its priority, so that an owner with many of them does not delay those who have few, in whatever order they came.
 */
@Injectable()
export class OutstandingMessages {
  private readonly redis: AdmittingRedis;
  private readonly full = new FullBots();

  constructor(
    @Inject(REDIS) redis: Redis,
    private readonly events: Events,
    private readonly metrics: Metrics,
    private readonly queues: Queues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    redis.defineCommand('runnerAdmitMessage', { lua: ADMIT, numberOfKeys: 8 });
    redis.defineCommand('runnerEarlierMessages', { lua: EARLIER, numberOfKeys: 2 });
    this.redis = redis as AdmittingRedis;
  }

  /**
   * Counts a message, once however often it is passed, and returns its priority, which never falls within a channel, so that its messages stay
   * in order. Or why the message is not to be answered; 'settled' when it was already, and Discord delivers it again. When as many wait as may,
   * the channel of the owner with most of them, or of the bot, misses its oldest one; the newest one of a channel is kept.
   */
  admit(message: AdmittedMessage): Promise<number | NotAdmitted | 'settled'> {
    return this.count(message, 'once');
  }

  /** Like `admit`, for a message that came over a connection of the bot; without Redis while it is known that too many wait. */
  async admitNew(connection: object, message: AdmittedMessage): Promise<number | NotAdmitted | 'settled'> {
    if (this.full.refuses(connection, message)) {
      this.metrics.refusedMessages.inc({ reason: 'bot' });
      return 'too_many_waiting';
    }
    const admission = await this.admit(message);
    if (typeof admission === 'number' || admission === 'too_many_waiting')
      this.full.learn(connection, message, typeof admission === 'number');
    return admission;
  }

  /** Like `admit`, for a message that may have been answered already and is to be answered anew. */
  admitAgain(message: AdmittedMessage): Promise<number | NotAdmitted | 'settled'> {
    return this.count(message, 'again');
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

  /** The message was answered, or will not be: nothing waits for it any more, and all processes are told. */
  async settle(message: Message): Promise<void> {
    const nowMs = Date.now();
    const settled = settledKey(message.botId);
    const changes = this.redis.multi();
    const [ofBot, ofOwner, ofChannel] = keysOf(message);
    for (const key of [ofBot, ofChannel]) changes.zrem(key, message.messageId);
    // Whether it is an interaction is not known here.
    changes.zrem(ofOwner, memberOf(message), memberOf({ ...message, interaction: '' }));
    changes
      .del(linesKey(message.botId, message.messageId))
      .zadd(settled, nowMs + SETTLED_MS, message.messageId)
      .zremrangebyscore(settled, 0, nowMs)
      .pexpire(settled, SETTLED_MS);
    await changes.exec();
    await this.events.publish(events.messageSettled, message);
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

  private async count(message: AdmittedMessage, how: 'once' | 'again'): Promise<number | NotAdmitted | 'settled'> {
    const nowMs = Date.now();
    const { botId, channelId, messageId } = message;
    const [priority, ...missed] = await this.redis.runnerAdmitMessage(
      ...keysOf(message),
      `runner:newest:${botId}:${channelId}`,
      refusedChannelsKey(botId),
      answeredChannelsKey(botId),
      settledKey(botId),
      missedKey(message),
      nowMs,
      nowMs + TTL_MS,
      messageId,
      MAX_OUTSTANDING.bot,
      MAX_OUTSTANDING.owner,
      channelId,
      channelMember(message),
      sentAtMs(messageId),
      memberOf(message),
      how,
    );
    for (const member of missed) await this.miss(message.ownerId, member);
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

  /**
   * A message is not answered, because too many wait. Chat ends its job, tells the channel once in a while and every interaction; of the others the
   * queue gets rid at once, so that one who writes very much does not fill it.
   */
  private async miss(ownerId: string, member: string): Promise<void> {
    const [messageId = '', botId = '', channelId = '', interaction = ''] = member.split(':');
    this.metrics.refusedMessages.inc({ reason: 'missed' });
    const told = `runner:missed-told:${botId}:${channelId}`;
    const isFirst = (await this.redis.set(told, messageId, 'PX', MISSED_TOLD_MS, 'NX')) === 'OK';
    if (isFirst || interaction !== '') return;
    const [removed] = await this.queues.removeById(queues.replies, [`${botId}-${messageId}`]);
    // One that is being answered settles itself.
    if (removed === undefined) return;
    await this.settle({ ownerId, botId, messageId, channelId, noAnswer: 'too_many_waiting' });
  }
}

const botKey = (botId: string): string => `runner:outstanding:bot:${botId}`;
const channelKey = (botId: string, channelId: string): string => `runner:outstanding:channel:${botId}:${channelId}`;
const refusedChannelsKey = (botId: string): string => `runner:refused-channels:${botId}`;
const settledKey = (botId: string): string => `runner:settled:${botId}`;

/** Chat reads it. */
const missedKey = ({ botId, messageId }: Pick<Message, 'botId' | 'messageId'>): string => `runner:missed:${botId}-${messageId}`;

/** What stands for a message among those of its owner. */
const memberOf = ({ messageId, botId, channelId, interaction }: Omit<AdmittedMessage, 'guildId' | 'ownerId'>): string =>
  `${messageId}:${botId}:${channelId}:${interaction === undefined ? '' : 'interaction'}`;

const keysOf = ({ ownerId, botId, channelId }: Message): [string, string, string] => [
  botKey(botId),
  `runner:outstanding:owner:${ownerId}`,
  channelKey(botId, channelId),
];
