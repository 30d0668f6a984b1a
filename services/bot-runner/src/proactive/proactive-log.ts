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
};

/** When bots last began a conversation by themselves. */
@Injectable()
export class ProactiveLog {
  private readonly redis: ClaimingRedis;

  constructor(@Inject(REDIS) redis: Redis) {
    redis.defineCommand('runnerClaimProactive', { lua: CLAIM, numberOfKeys: 1 });
    this.redis = redis as ClaimingRedis;
  }

  /**
   * Notes that the bot speaks now. False when it has spoken after another event on the same day (UTC), or when nobody has written since; true for
   * each attempt after the same event.
   */
  async claim({ botId, channelId, eventId, nowMs, writtenAtMs }: Claim): Promise<boolean> {
    return (await this.redis.runnerClaimProactive(keyOf(botId), channelId, eventId, nowMs, writtenAtMs)) === 1;
  }

  async purge(botId: string): Promise<void> {
    await this.redis.del(keyOf(botId));
  }
}

const keyOf = (botId: string): string => `runner:proactive:${botId}`;
