import { Script } from './script.js';

/**
 * Fences grow also when Redis lost its data: never below the seconds since 2025 on Redis' clock. Readers of fences (bots.report) compare
 * them across such a loss.
 */
const NEXT_FENCE = `
local function next_fence(key)
  local now = tonumber(redis.call('TIME')[1]) - 1735689600
  local fence = math.max(tonumber(redis.call('GET', key) or '0') + 1, now)
  redis.call('SET', key, fence)
  return fence
end`;

/**
 * KEYS lease, fence, session, the bot's application, the application's bot, refused version, epoch; ARGV runner, lease ms, application,
 * bot, version, epoch, runners known dead... Takes a lease that is free or belongs to a dead runner, unless this version was refused or
 * Redis lost its data since the epoch was read. Answers fence and saved session, or nothing.
 */
export const CLAIM = new Script(`${NEXT_FENCE}
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
local s = redis.call('HMGET', KEYS[3], 'id', 'url', 'seq', 'user')
return {fence, s[1] or '', s[2] or '', s[3] or '', s[4] or ''}`);

/**
 * KEYS pairs of lease and fence; ARGV lease ms, then the value each lease should have. Answers per pair: 1 kept, 2 taken back
 * (expired or lost with Redis' data, and nobody else had it since), 0 somebody else's.
 */
export const RENEW = new Script(`
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
return out`);

/** KEYS lease, fence; ARGV value. Burns the fence too: a renewal under way must not take the lease back. */
export const DROP = new Script(`${NEXT_FENCE}
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
next_fence(KEYS[2])
return redis.call('DEL', KEYS[1])`);

/** KEYS lease, fence. A fence above all earlier ones while nobody holds the lease, else 0. */
export const FENCE_WHEN_FREE = new Script(`${NEXT_FENCE}
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
return next_fence(KEYS[2])`);

/**
 * KEYS pairs of lease and session; ARGV five each: lease value, then session id, url, seq, own user. An empty id changes only seq,
 * '-' forgets the session. Nothing is written where the lease has another value. Answers per pair: 1 written, 0 not ours.
 */
export const SAVE = new Script(`
local out = {}
for i = 1, #KEYS / 2 do
  local lease, session, a = KEYS[2 * i - 1], KEYS[2 * i], (i - 1) * 5
  if redis.call('GET', lease) ~= ARGV[a + 1] then
    out[i] = 0
  else
    out[i] = 1
    if ARGV[a + 2] == '-' then redis.call('DEL', session)
    elseif ARGV[a + 2] ~= '' then redis.call('HSET', session, 'id', ARGV[a + 2], 'url', ARGV[a + 3], 'seq', ARGV[a + 4], 'user', ARGV[a + 5])
    elseif redis.call('HEXISTS', session, 'id') == 1 then redis.call('HSET', session, 'seq', ARGV[a + 4]) end
    if redis.call('EXISTS', session) == 1 then redis.call('EXPIRE', session, 86400) end
  end
end
return out`);

/** KEYS gate, day; ARGV gate ms, per day. Answers how many ms to wait (0: go ahead, it is counted), or minus the seconds until the day is over. */
export const IDENTIFY = new Script(`
local used = tonumber(redis.call('GET', KEYS[2]) or '0')
if used >= tonumber(ARGV[2]) then return -math.max(1, redis.call('TTL', KEYS[2])) end
local wait = redis.call('PTTL', KEYS[1])
if wait > 0 then return wait end
redis.call('SET', KEYS[1], 1, 'PX', ARGV[1])
if redis.call('INCR', KEYS[2]) == 1 then redis.call('EXPIRE', KEYS[2], 86400) end
return 0`);

/**
 * KEYS members, dead, epoch; ARGV runner, ms a member lives without a beat, whether the runner can be heard ('1'). All times are Redis'.
 * Answers epoch ('' when there is none), members, runners known dead.
 */
export const BEAT = new Script(`
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[2], 0, now - 3 * ARGV[2])
if ARGV[3] == '1' then redis.call('ZREM', KEYS[2], ARGV[1]) end
return {redis.call('GET', KEYS[3]) or '', redis.call('ZRANGE', KEYS[1], 0, -1), redis.call('ZRANGE', KEYS[2], 0, -1)}`);

/** KEYS members, dead; ARGV runners that died. */
export const BURY = new Script(`
local t = redis.call('TIME')
for i = 1, #ARGV do
  redis.call('ZREM', KEYS[1], ARGV[i])
  redis.call('ZADD', KEYS[2], t[1] * 1000, ARGV[i])
end
return #ARGV`);
