import { createHash } from 'node:crypto';
import { REDIS } from '@kith/kit';
import { MINUTE_MS } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/** Whatever was not judged by then is not judged any more. */
const TTL_S = 300;
/** Of one server. */
export const MAX_PENDING = 100;
/** Permissions that a moderator lost are seen after this time. */
const MODERATOR_S = 60;

// A message that is asked about again, because the answer was lost, counts once. The ids of one minute, and who was found to be a moderator.
const ADMIT = `
if redis.call('SISMEMBER', KEYS[2], ARGV[3]) == 1 then return 2 end
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then return 1 end
if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ${MINUTE_MS})
return 1`;

/** A message that is to be judged. */
export const PendingMessage = z.object({
  guildId: z.string(),
  messageId: z.string(),
  channelId: z.string(),
  parentId: z.string().nullable(),
  memberId: z.string(),
  memberName: z.string(),
  roleIds: z.array(z.string()),
  text: z.string(),
  /** When its author changed it to this text; absent for the text that was written first. */
  editedAtMs: z.number().optional(),
});
export type PendingMessage = z.infer<typeof PendingMessage>;

/** Identifies one text of a message: each change of it is judged by itself, so that none of them hides another. */
export const revisionOf = ({ messageId, editedAtMs }: Pick<PendingMessage, 'messageId' | 'editedAtMs'>): string =>
  editedAtMs === undefined ? messageId : `${messageId}-${editedAtMs}`;

type Asked = Pick<PendingMessage, 'guildId' | 'messageId' | 'editedAtMs' | 'memberId' | 'channelId' | 'parentId'>;

const ADMISSIONS = ['too_many', 'admitted', 'moderator'] as const;
export type Admission = (typeof ADMISSIONS)[number];

type AdmittingRedis = Redis & {
  runnerAdmitJudged(
    minute: string,
    moderators: string,
    ...asked: readonly [revision: string, maxPerMinute: number, member: string]
  ): Promise<number>;
};

/** Messages that wait to be judged together, in Redis: any replica may judge them. */
@Injectable()
export class PendingMessages {
  private readonly redis: AdmittingRedis;

  constructor(@Inject(REDIS) redis: Redis) {
    redis.defineCommand('runnerAdmitJudged', { lua: ADMIT, numberOfKeys: 2 });
    this.redis = redis as AdmittingRedis;
  }

  /** Whether one more message of the server may be judged in this minute; the same for each question about one message. */
  async admit(botId: string, asked: Asked, maxPerMinute: number): Promise<Admission> {
    const { guildId } = asked;
    const keys = [minuteOf(botId, guildId), moderatorsOf(botId, guildId)] as const;
    return (
      ADMISSIONS[await this.redis.runnerAdmitJudged(...keys, revisionOf(asked), maxPerMinute, memberOf(asked))] ?? 'too_many'
    );
  }

  /** The author of an admitted message is a moderator there: another message may be judged, and theirs need no further question for a while. */
  async exempt(botId: string, asked: Asked): Promise<void> {
    const { guildId } = asked;
    const moderators = moderatorsOf(botId, guildId);
    const changes = this.redis.multi().srem(minuteOf(botId, guildId), revisionOf(asked)).sadd(moderators, memberOf(asked));
    await changes.expire(moderators, MODERATOR_S, 'NX').exec();
  }

  /** Adds a message, once however often it is added; returns how many of the server wait, or null when it was left out because too many do. */
  async add(botId: string, message: PendingMessage): Promise<number | null> {
    const { guildId } = message;
    const [key, servers, revision] = [keyOf(botId, guildId), serversOf(botId), revisionOf(message)];
    if ((await this.redis.hlen(key)) >= MAX_PENDING && !(await this.redis.hexists(key, revision))) return null;
    const adding = this.redis.multi().hset(key, revision, JSON.stringify(message)).expire(key, TTL_S);
    await adding.sadd(servers, guildId).expire(servers, TTL_S).exec();
    return this.redis.hlen(key);
  }

  /** The messages of a server, oldest first, always in the same order. */
  async of(botId: string, guildId: string): Promise<PendingMessage[]> {
    const stored = await this.redis.hvals(keyOf(botId, guildId));
    const messages = stored.map((json) => PendingMessage.parse(JSON.parse(json)));
    return messages.toSorted(byAge);
  }

  /** Of one server. */
  async remove(botId: string, messages: readonly PendingMessage[]): Promise<void> {
    const [first] = messages;
    if (first) await this.redis.hdel(keyOf(botId, first.guildId), ...messages.map(revisionOf));
  }

  async forgetMember(botId: string, memberId: string): Promise<void> {
    for (const guildId of await this.redis.smembers(serversOf(botId))) {
      const messages = await this.of(botId, guildId);
      await this.remove(
        botId,
        messages.filter((message) => message.memberId === memberId),
      );
    }
  }

  async purge(botId: string): Promise<void> {
    const servers = await this.redis.smembers(serversOf(botId));
    await this.redis.del(serversOf(botId), ...servers.map((guildId) => keyOf(botId, guildId)));
  }
}

const byAge = (a: PendingMessage, b: PendingMessage): number =>
  Number(BigInt(a.messageId) - BigInt(b.messageId)) || (a.editedAtMs ?? 0) - (b.editedAtMs ?? 0);

const minuteOf = (botId: string, guildId: string): string =>
  `runner:judged-minute:${botId}:${guildId}:${Math.floor(Date.now() / MINUTE_MS)}`;
const moderatorsOf = (botId: string, guildId: string): string => `runner:judge-moderators:${botId}:${guildId}`;
/** A member in a channel, whose permissions may differ from those in others. */
const memberOf = ({ memberId, channelId, parentId }: Asked): string =>
  createHash('sha256')
    .update(`${memberId}:${parentId ?? channelId}`)
    .digest('base64url')
    .slice(0, 22);
const keyOf = (botId: string, guildId: string): string => `runner:to-judge:${botId}:${guildId}`;
/** The servers with messages that wait. */
const serversOf = (botId: string): string => `runner:to-judge-servers:${botId}`;
