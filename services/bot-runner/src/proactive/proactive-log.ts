import { REDIS } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { DAY_MS } from './proactive-schedule.js';

/** A channel in which nobody wrote for longer may be spoken to once more. */
const TTL_MS = 365 * DAY_MS;

// In the hash of a bot, by channel: when it last spoke by itself, and after which event.
const CLAIM = `
local last = redis.call('HGET', KEYS[1], ARGV[1])
if last then
  local at, event = string.match(last, '^(%d+) (.+)$')
  if event == ARGV[2] then return 1 end
  local isToday = math.floor(tonumber(at) / ${DAY_MS}) >= math.floor(tonumber(ARGV[3]) / ${DAY_MS})
  if isToday or tonumber(ARGV[4]) <= tonumber(at) then return 0 end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3] .. ' ' .. ARGV[2])
redis.call('PEXPIRE', KEYS[1], ${TTL_MS})
return 1`;

// Of the same hash: what the bot says in the channel, and after which event. The first decision about an event stands.
const DECIDE = `
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known and string.sub(known, 1, #ARGV[2] + 1) == ARGV[2] .. ' ' then return known end
local decided = ARGV[2] .. ' ' .. ARGV[3]
redis.call('HSET', KEYS[1], ARGV[1], decided)
redis.call('PEXPIRE', KEYS[1], ${TTL_MS})
return decided`;

/** What a bot says after an event for which a language model was to write. */
export interface Saying {
  /** '' for nothing. */
  readonly text: string;
  /** False: it is the text of the owner. */
  readonly isWritten: boolean;
  /** Whether nothing is left to be done; its text is not kept then. */
  readonly isEnded: boolean;
}

interface EventRef {
  readonly botId: string;
  readonly channelId: string;
  readonly eventId: string;
}

interface Claim {
  readonly botId: string;
  readonly channelId: string;
  readonly eventId: string;
  readonly nowMs: number;
  /** When a person last wrote in the channel, in Unix ms. */
  readonly writtenAtMs: number;
}

type ClaimingRedis = Redis & {
  runnerClaimProactive(
    key: string,
    ...claim: readonly [channelId: string, eventId: string, nowMs: number, writtenAtMs: number]
  ): Promise<number>;
  runnerDecideProactive(key: string, field: string, eventId: string, saying: string): Promise<string>;
};

/** When bots last began a conversation by themselves, and what they say now. */
@Injectable()
export class ProactiveLog {
  private readonly redis: ClaimingRedis;

  constructor(@Inject(REDIS) redis: Redis) {
    redis.defineCommand('runnerClaimProactive', { lua: CLAIM, numberOfKeys: 1 });
    redis.defineCommand('runnerDecideProactive', { lua: DECIDE, numberOfKeys: 1 });
    this.redis = redis as ClaimingRedis;
  }

  /**
   * Notes that the bot speaks now. False when it has spoken after another event on the same day (UTC), or when nobody has written since; true for
   * each attempt after the same event.
   */
  async claim({ botId, channelId, eventId, nowMs, writtenAtMs }: Claim): Promise<boolean> {
    return (await this.redis.runnerClaimProactive(keyOf(botId), channelId, eventId, nowMs, writtenAtMs)) === 1;
  }

  /** Null before `decide`. */
  async sayingOf({ botId, channelId, eventId }: EventRef): Promise<Saying | null> {
    return sayingIn(await this.redis.hget(keyOf(botId), fieldOf(channelId)), eventId);
  }

  /** Notes what is said, and returns what was noted first: attempts that run at the same time say the same. */
  async decide({ botId, channelId, eventId }: EventRef, saying: Saying): Promise<Saying> {
    const noted = await this.redis.runnerDecideProactive(keyOf(botId), fieldOf(channelId), eventId, JSON.stringify(saying));
    return sayingIn(noted, eventId) ?? saying;
  }

  async end({ botId, channelId, eventId }: EventRef): Promise<void> {
    const ended: Saying = { text: '', isWritten: false, isEnded: true };
    await this.redis.hset(keyOf(botId), fieldOf(channelId), `${eventId} ${JSON.stringify(ended)}`);
  }

  async purge(botId: string): Promise<void> {
    await this.redis.del(keyOf(botId));
  }
}

const fieldOf = (channelId: string): string => `text ${channelId}`;

function sayingIn(noted: string | null, eventId: string): Saying | null {
  return noted?.startsWith(`${eventId} `) ? (JSON.parse(noted.slice(eventId.length + 1)) as Saying) : null;
}

const keyOf = (botId: string): string => `runner:proactive:${botId}`;
