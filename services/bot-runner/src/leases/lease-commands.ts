import type { Redis } from 'ioredis';

type Argument = string | number;

/** The Lua scripts of leases, sessions and the cluster as methods of the connection; each runs atomically in Redis. */
interface LeaseCommands {
  /**
   * Keys: lease, fence, session, the bot's application, the application's bot, refused version, epoch. Arguments: runner, lease in
   * milliseconds, application, bot, version, epoch, then the ids of dead runners. Takes a lease that is free or held by a dead runner.
   * Resolves to the fence and the saved session (id, URL, seq, user id, intents, gap); null when the lease is held, this version was refused, or Redis
   * lost its data since the epoch was read.
   */
  runnerClaimLease(...keysAndArguments: Argument[]): Promise<[number, string, string, string, string, string, string] | null>;
  /**
   * Keys: pairs of lease and fence. Arguments: lease in milliseconds, then the value each lease should have. Resolves per pair to 1 when
   * the lease was extended, 2 when it had expired or was lost with Redis' data and was taken back, 0 when another runner holds or held it.
   */
  runnerRenewLeases(keyCount: number, ...keysAndArguments: Argument[]): Promise<number[]>;
  /** Keys: lease, fence. Arguments: lease value. Increments the fence, so that a concurrent renewal cannot take the lease back. */
  runnerReleaseLease(leaseKey: string, fenceKey: string, value: string): Promise<number>;
  /** Resolves to a fence above all earlier ones while nobody holds the lease, else 0. */
  runnerFenceWhenFree(leaseKey: string, fenceKey: string): Promise<number>;
  /**
   * Keys: pairs of lease and session. Arguments, seven per pair: lease value, session id, URL, seq, user id, intents, gap. An empty id changes only seq,
   * '-' deletes the session. Nothing is written where the lease has another value. Resolves per pair to 1 (written), 0 (another runner holds the
   * lease) or 2 (nobody holds it: it had expired or was lost with Redis' data).
   */
  runnerSaveSessions(keyCount: number, ...keysAndArguments: Argument[]): Promise<number[]>;
  /**
   * Keys: slot, daily count. Arguments: time between IDENTIFYs in milliseconds, IDENTIFYs per day. Resolves to the milliseconds to wait (0:
   * allowed, and counted), or to minus the seconds until the daily count is reset.
   */
  runnerTakeIdentifySlot(slotKey: string, dayKey: string, everyMs: number, perDay: number): Promise<number>;
  /**
   * Keys: members, dead runners, epoch. Arguments: runner, milliseconds a member lives without a heartbeat, '1' if the runner's subscription
   * is up. Uses Redis' clock. Resolves to the epoch ('' when there is none), the members and the dead runners.
   */
  runnerHeartbeat(
    membersKey: string,
    deadKey: string,
    epochKey: string,
    runnerId: string,
    ttlMs: number,
    isSubscribed: '0' | '1',
  ): Promise<[string, string[], string[]]>;
  /** Keys: members, dead runners. Arguments: the ids of runners that died. */
  runnerMarkDead(membersKey: string, deadKey: string, ...runnerIds: string[]): Promise<number>;
}

export type LeaseRedis = Redis & LeaseCommands;

/** Adds the commands to a connection; doing it again for the same connection changes nothing. */
export function withLeaseCommands(redis: Redis): LeaseRedis {
  for (const [name, { lua, numberOfKeys }] of Object.entries(SCRIPTS)) {
    redis.defineCommand(name, numberOfKeys === undefined ? { lua } : { lua, numberOfKeys });
  }
  return redis as LeaseRedis;
}

/**
 * Fences keep growing when Redis loses its data: none is below the seconds since 2025 on Redis' clock. `bots.report` compares fences
 * across such a loss.
 */
const NEXT_FENCE = `
local function next_fence(key)
  local now = tonumber(redis.call('TIME')[1]) - 1735689600
  local fence = math.max(tonumber(redis.call('GET', key) or '0') + 1, now)
  redis.call('SET', key, fence)
  return fence
end`;

const CLAIM_LEASE = `${NEXT_FENCE}
if redis.call('GET', KEYS[7]) ~= ARGV[6] or redis.call('GET', KEYS[6]) == ARGV[5] then return false end
local held = redis.call('GET', KEYS[1])
if held then
  local owner = string.match(held, '^(.*):%d+$')
  local dead = false
  for i = 7, #ARGV do if ARGV[i] == owner then dead = true end end
  if not dead then return false end
end
local fence = next_fence(KEYS[2])
redis.call('SET', KEYS[1], ARGV[1] .. ':' .. string.format('%d', fence), 'PX', ARGV[2])
redis.call('SET', KEYS[4], ARGV[3])
redis.call('SET', KEYS[5], ARGV[4])
local s = redis.call('HMGET', KEYS[3], 'id', 'url', 'seq', 'user', 'intents', 'gap')
return {fence, s[1] or '', s[2] or '', s[3] or '', s[4] or '', s[5] or '', s[6] or ''}`;

const RENEW_LEASES = `
local out = {}
for i = 1, #KEYS / 2 do
  local lease, fence, mine = KEYS[2 * i - 1], KEYS[2 * i], ARGV[i + 1]
  local held = redis.call('GET', lease)
  if held == mine then
    redis.call('PEXPIRE', lease, ARGV[1])
    out[i] = 1
  else
    local number = string.match(mine, ':(%d+)$')
    local current = redis.call('GET', fence)
    if not held and (not current or current == number) then
      redis.call('SET', lease, mine, 'PX', ARGV[1])
      redis.call('SET', fence, number)
      out[i] = 2
    else
      out[i] = 0
    end
  end
end
return out`;

const RELEASE_LEASE = `${NEXT_FENCE}
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
next_fence(KEYS[2])
return redis.call('DEL', KEYS[1])`;

const FENCE_WHEN_FREE = `${NEXT_FENCE}
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
return next_fence(KEYS[2])`;

const SAVE_SESSIONS = `
local out = {}
for i = 1, #KEYS / 2 do
  local lease, session, a = KEYS[2 * i - 1], KEYS[2 * i], (i - 1) * 7
  local held = redis.call('GET', lease)
  if held ~= ARGV[a + 1] then
    out[i] = held and 0 or 2
  else
    out[i] = 1
    if ARGV[a + 2] == '-' then redis.call('DEL', session)
    elseif ARGV[a + 2] ~= '' then redis.call('HSET', session, 'id', ARGV[a + 2], 'url', ARGV[a + 3], 'seq', ARGV[a + 4], 'user', ARGV[a + 5], 'intents', ARGV[a + 6], 'gap', ARGV[a + 7])
    elseif redis.call('HEXISTS', session, 'id') == 1 then redis.call('HSET', session, 'seq', ARGV[a + 4]) end
    if redis.call('EXISTS', session) == 1 then redis.call('EXPIRE', session, 86400) end
  end
end
return out`;

const TAKE_IDENTIFY_SLOT = `
local used = tonumber(redis.call('GET', KEYS[2]) or '0')
if used >= tonumber(ARGV[2]) then return -math.max(1, redis.call('TTL', KEYS[2])) end
local wait = redis.call('PTTL', KEYS[1])
if wait > 0 then return wait end
redis.call('SET', KEYS[1], 1, 'PX', ARGV[1])
if redis.call('INCR', KEYS[2]) == 1 then redis.call('EXPIRE', KEYS[2], 86400) end
return 0`;

const HEARTBEAT = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[2], 0, now - 3 * ARGV[2])
if ARGV[3] == '1' then redis.call('ZREM', KEYS[2], ARGV[1]) end
return {redis.call('GET', KEYS[3]) or '', redis.call('ZRANGE', KEYS[1], 0, -1), redis.call('ZRANGE', KEYS[2], 0, -1)}`;

const MARK_DEAD = `
local t = redis.call('TIME')
for i = 1, #ARGV do
  redis.call('ZREM', KEYS[1], ARGV[i])
  redis.call('ZADD', KEYS[2], t[1] * 1000, ARGV[i])
end
return #ARGV`;

/** Without `numberOfKeys` the caller passes the number of keys first. */
const SCRIPTS: Record<keyof LeaseCommands, { readonly lua: string; readonly numberOfKeys?: number }> = {
  runnerClaimLease: { lua: CLAIM_LEASE, numberOfKeys: 7 },
  runnerRenewLeases: { lua: RENEW_LEASES },
  runnerReleaseLease: { lua: RELEASE_LEASE, numberOfKeys: 2 },
  runnerFenceWhenFree: { lua: FENCE_WHEN_FREE, numberOfKeys: 2 },
  runnerSaveSessions: { lua: SAVE_SESSIONS },
  runnerTakeIdentifySlot: { lua: TAKE_IDENTIFY_SLOT, numberOfKeys: 2 },
  runnerHeartbeat: { lua: HEARTBEAT, numberOfKeys: 3 },
  runnerMarkDead: { lua: MARK_DEAD, numberOfKeys: 2 },
};
