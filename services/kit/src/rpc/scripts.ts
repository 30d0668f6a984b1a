import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { replicaChannel } from './protocol.js';

/** A Lua script by its hash; sent in full when Redis does not know it (first use, or after a restart). */
export class Script {
  private readonly sha: string;

  constructor(private readonly lua: string) {
    this.sha = createHash('sha1').update(lua).digest('hex');
  }

  async run(redis: Redis, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    try {
      return await redis.evalsha(this.sha, keys.length, ...keys, ...args);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return await redis.eval(this.lua, keys.length, ...keys, ...args);
    }
  }
}

export const QUEUE_FULL = -1;
export const NOBODY_UP = -2;

/**
 * Keys: stream, up. Arguments: requests. Answers per request its entry id, QUEUE_FULL or NOBODY_UP. The length of the stream is what
 * waits plus what runs, because a finished request is deleted.
 */
export const ENQUEUE = new Script(`
local max = tonumber(redis.call('GET', KEYS[2]) or '')
local length = redis.call('XLEN', KEYS[1])
local result = {}
for i, request in ipairs(ARGV) do
  if not max then result[i] = ${NOBODY_UP}
  elseif length >= max then result[i] = ${QUEUE_FULL}
  else
    result[i] = redis.call('XADD', KEYS[1], '*', 'v', request)
    length = length + 1
  end
end
return result`);

/** Keys: stream. Arguments: group, entry, control. Deletes a request that nobody took yet, else tells the replica that holds it. */
export const WITHDRAW = new Script(`
local rows = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[2], ARGV[2], 1)
if #rows == 0 then return redis.call('XDEL', KEYS[1], ARGV[2]) end
redis.call('PUBLISH', '${replicaChannel('')}' .. rows[1][2], ARGV[3])
return 0`);

export const NOT_OURS = -1;

/**
 * Keys: stream. Arguments: group, consumer, then per frame: entry, channel, frame, '1' for the last one. Publishes only while the
 * request is this replica's, and with the last frame removes it: a repeat or a replica presumed dead cannot answer twice. Answers per
 * frame the number of listeners, or NOT_OURS.
 */
export const ANSWER = new Script(`
local result = {}
for i = 3, #ARGV, 4 do
  local entry = ARGV[i]
  local own = redis.pcall('XPENDING', KEYS[1], ARGV[1], entry, entry, 1, ARGV[2])
  if own.err or #own == 0 then result[#result + 1] = ${NOT_OURS}
  else
    if ARGV[i + 3] == '1' then
      redis.call('XACK', KEYS[1], ARGV[1], entry)
      redis.call('XDEL', KEYS[1], entry)
    end
    result[#result + 1] = ARGV[i + 1] == '' and 1 or redis.call('PUBLISH', ARGV[i + 1], ARGV[i + 2])
  end
end
return result`);

/** Keys: up, members, public key. Arguments: bound of the queue, lifetime ms, replica, public key. Says that this replica takes requests. */
export const SAY_UP = new Script(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('ZADD', KEYS[2], now + ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
if ARGV[4] ~= '' then redis.call('SET', KEYS[3], ARGV[4], 'PX', ARGV[2]) end
return 1`);

/** Keys: up, members. Arguments: replica. Answers how many others take requests; the last one switches the light off. */
export const LEAVE = new Script(`
local time = redis.call('TIME')
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', time[1] * 1000 + math.floor(time[2] / 1000))
local others = redis.call('ZCARD', KEYS[2])
if others == 0 then redis.call('DEL', KEYS[1], KEYS[2]) end
return others`);

/** Keys: stream. Arguments: group, consumer, entries. Renews the claim on the entries; answers those that are no longer this replica's. */
export const KEEP = new Script(`
local lost = {}
for i = 3, #ARGV do
  local own = redis.pcall('XPENDING', KEYS[1], ARGV[1], ARGV[i], ARGV[i], 1, ARGV[2])
  if own.err or #own == 0 then lost[#lost + 1] = ARGV[i]
  else redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[i], 'JUSTID') end
end
return lost`);

/** Keys: stream. Arguments: group, consumer. Answers [name, pending requests, subscribers of its channel] of every other consumer. */
export const SURVEY = new Script(`
local result = {}
for _, row in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
  local name, pending = row[2], row[4]
  if name ~= ARGV[2] then
    result[#result + 1] = { name, pending, redis.call('PUBSUB', 'NUMSUB', '${replicaChannel('')}' .. name)[2] }
  end
end
return result`);

/** Keys: stream. Arguments: group, consumer. Forgets a consumer that holds nothing; one that holds requests would take them along. */
export const FORGET = new Script(`
if #redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 1, ARGV[2]) > 0 then return 0 end
redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], ARGV[2])
return 1`);
