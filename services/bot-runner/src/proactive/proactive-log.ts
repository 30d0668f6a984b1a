import { Keyring, REDIS } from '@kith/kit';
import { DAY_MS, HOUR_MS } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** A channel in which nobody wrote for longer may be spoken to once more. */
const TTL_MS = 365 * DAY_MS;
/** Longer than a job is tried. */
const TEXT_TTL_MS = 6 * HOUR_MS;

// In the hash of a bot, by channel: when it last spoke by itself, after which event, and "nothing" where it then said nothing.
const CLAIM = `
local last = redis.call('HGET', KEYS[1], ARGV[1])
if last then
  local at, event, nothing = string.match(last, '^(%d+) (%S+)(.*)$')
  if event == ARGV[2] then return 1 end
  local isToday = math.floor(tonumber(at) / ${DAY_MS}) >= math.floor(tonumber(ARGV[3]) / ${DAY_MS})
  if isToday or (nothing == '' and tonumber(ARGV[4]) <= tonumber(at)) then return 0 end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3] .. ' ' .. ARGV[2])
redis.call('PEXPIRE', KEYS[1], ${TTL_MS})
return 1`;

const NOTE_NOTHING_SAID = `
local last = redis.call('HGET', KEYS[1], ARGV[1])
if last and string.match(last, '^%d+ (%S+)$') == ARGV[2] then redis.call('HSET', KEYS[1], ARGV[1], last .. ' nothing') end`;

// The text for a channel, encrypted, and after which event. The first decision about an event stands.
const DECIDE = `
local known = redis.call('GET', KEYS[1])
if known and string.sub(known, 1, #ARGV[1] + 1) == ARGV[1] .. ' ' then return known end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. ARGV[2], 'PX', ${TEXT_TTL_MS})
return ARGV[1] .. ' ' .. ARGV[2]`;

/** What a bot says after an event. */
export interface ProactiveText {
  /** '' for nothing. */
  readonly text: string;
  /** False: it is the text of the owner. */
  readonly isWritten: boolean;
  /** Whether it costs a message. */
  readonly isCharged: boolean;
  /** What became of it, once nothing is left to be said; its text is not kept then. */
  readonly outcome: 'posted' | 'dropped' | null;
}

interface EventRef {
  readonly botId: string;
  readonly channelId: string;
  readonly eventId: string;
}

interface Claim extends EventRef {
  readonly nowMs: number;
  /** When a person last wrote in the channel, in Unix ms. */
  readonly writtenAtMs: number;
}

type ClaimingRedis = Redis & {
  runnerClaimProactive(
    key: string,
    ...claim: readonly [channelId: string, eventId: string, nowMs: number, writtenAtMs: number]
  ): Promise<number>;
  runnerNoteNothingSaid(key: string, channelId: string, eventId: string): Promise<unknown>;
  runnerDecideProactive(key: string, eventId: string, sealed: string): Promise<string>;
};

/** When bots last began a conversation by themselves, and what they say now. */
@Injectable()
export class ProactiveLog {
  private readonly redis: ClaimingRedis;

  constructor(
    @Inject(REDIS) redis: Redis,
    private readonly keyring: Keyring,
  ) {
    redis.defineCommand('runnerClaimProactive', { lua: CLAIM, numberOfKeys: 1 });
    redis.defineCommand('runnerNoteNothingSaid', { lua: NOTE_NOTHING_SAID, numberOfKeys: 1 });
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

  /** After a `claim`: on another day the bot may speak although nobody has written since. */
  async noteNothingSaid({ botId, channelId, eventId }: EventRef): Promise<void> {
    await this.redis.runnerNoteNothingSaid(keyOf(botId), channelId, eventId);
  }

  /** Null before `decide`. */
  async textOf(event: EventRef): Promise<ProactiveText | null> {
    return this.opened(await this.redis.get(textKeyOf(event)), event);
  }

  /** Notes what is said, and returns what was noted first: attempts that run at the same time say the same. */
  async decide(event: EventRef, text: ProactiveText): Promise<ProactiveText> {
    const noted = await this.redis.runnerDecideProactive(textKeyOf(event), event.eventId, this.sealed(text, event));
    const first = this.opened(noted, event);
    if (first === null) await this.set(event, text);
    return first ?? text;
  }

  async end(event: EventRef, { isWritten, isCharged }: ProactiveText, outcome: 'posted' | 'dropped'): Promise<void> {
    await this.set(event, { text: '', isWritten, isCharged, outcome });
  }

  async purge(botId: string): Promise<void> {
    // Each text follows a claim.
    const channels = await this.redis.hkeys(keyOf(botId));
    await this.redis.del(keyOf(botId), ...channels.map((channelId) => textKeyOf({ botId, channelId })));
  }

  private async set(event: EventRef, text: ProactiveText): Promise<void> {
    await this.redis.set(textKeyOf(event), `${event.eventId} ${this.sealed(text, event)}`, 'PX', TEXT_TTL_MS);
  }

  private sealed(text: ProactiveText, event: EventRef): string {
    return this.keyring.encrypt(JSON.stringify(text), placeOf(event));
  }

  /** What others wrote into Redis counts as not there. */
  private opened(noted: string | null, event: EventRef): ProactiveText | null {
    if (!noted?.startsWith(`${event.eventId} `)) return null;
    try {
      return JSON.parse(this.keyring.decrypt(noted.slice(event.eventId.length + 1), placeOf(event))) as ProactiveText;
    } catch {
      return null;
    }
  }
}

const keyOf = (botId: string): string => `runner:proactive:${botId}`;

const textKeyOf = ({ botId, channelId }: Pick<EventRef, 'botId' | 'channelId'>): string =>
  `runner:proactive-text:${botId}-${channelId}`;

const placeOf = ({ botId, channelId, eventId }: EventRef): string => `proactive text.${botId}.${channelId}.${eventId}`;
