import { hash } from 'node:crypto';
import type { Redis, RedisOptions } from 'ioredis';
import { sendText, textOf } from './commands.js';

/** Results of `enqueueRequests` for requests that were not enqueued. */
export const QUEUE_FULL = 'full';
export const NO_REPLICA = 'none';

/** Result of `publishFrames` for a request that is not pending for this replica any more. */
export const NOT_OWNER = -1;

/**
 * The stream length is the number of waiting plus running requests, because a finished request is deleted. The key `heartbeat` holds the
 * bound of the queue and exists while at least one replica accepts requests.
 */
const ENQUEUE_REQUESTS = `
local max = tonumber(redis.call('GET', KEYS[2]) or '')
local length = redis.call('XLEN', KEYS[1])
local result = {}
for i, request in ipairs(ARGV) do
  if not max then result[i] = '${NO_REPLICA}'
  elseif length >= max then result[i] = '${QUEUE_FULL}'
  else
    result[i] = redis.call('XADD', KEYS[1], '*', 'v', request)
    length = length + 1
  end
end
return table.concat(result, ' ')`;

/** The same for one request. */
const ENQUEUE_REQUEST = `
local call = redis.call
local max = call('GET', KEYS[2])
if not max then return '${NO_REPLICA}' end
if call('XLEN', KEYS[1]) >= tonumber(max) then return '${QUEUE_FULL}' end
return call('XADD', KEYS[1], '*', 'v', ARGV[1])`;

const WITHDRAW_REQUEST = `
local rows = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[2], ARGV[2], 1)
if #rows == 0 then return redis.call('XDEL', KEYS[1], ARGV[2]) end
redis.call('PUBLISH', ARGV[4] .. rows[1][2], ARGV[3])
return 0`;

// Ownership is checked for each frame, so that neither a retry nor a replica that was presumed dead can answer a second time. Writes come before the
// first message: when Redis refuses writes the script ends there, and nothing is published while the requests can still be delivered again.
// Numbers are given as text: Redis formats each number of a script.
export const PUBLISH_FRAMES = `
local result, last, ended = {}, {}, {}
for i = 3, #ARGV, 4 do
  local entry = ARGV[i]
  local own = redis.pcall('XPENDING', KEYS[1], ARGV[1], entry, entry, '1', ARGV[2])
  if own.err or #own == 0 or ended[entry] then result[#result + 1] = ${NOT_OWNER}
  else
    if ARGV[i + 3] == '1' then
      last[#last + 1] = entry
      ended[entry] = true
    end
    result[#result + 1] = 0
  end
end
if #last > 0 then
  redis.call('XACK', KEYS[1], ARGV[1], unpack(last))
  redis.call('XDEL', KEYS[1], unpack(last))
end
for n = 1, #result do
  if result[n] == 0 then
    local channel = ARGV[4 * n]
    local subscribers = channel == '' and 1 or redis.pcall('PUBLISH', channel, ARGV[4 * n + 1])
    if type(subscribers) == 'number' then result[n] = subscribers end
  end
end
return result`;

/** The same for one frame that is the last of its request, without a result. */
export const PUBLISH_ANSWER = `
local call, stream, group, entry = redis.call, KEYS[1], ARGV[1], ARGV[3]
if #call('XPENDING', stream, group, entry, entry, '1', ARGV[2]) == 0 then return end
call('XACK', stream, group, entry)
call('XDEL', stream, entry)
if ARGV[4] ~= '' then redis.pcall('PUBLISH', ARGV[4], ARGV[5]) end`;

const HEARTBEAT = `
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[4] + ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return 1`;

const DEREGISTER = `
local time = redis.call('TIME')
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', time[1] * 1000 + math.floor(time[2] / 1000))
local others = redis.call('ZCARD', KEYS[2])
if others == 0 then redis.call('DEL', KEYS[1], KEYS[2]) end
return others`;

const RENEW_CLAIMS = `
local lost = {}
for i = 3, #ARGV do
  local own = redis.pcall('XPENDING', KEYS[1], ARGV[1], ARGV[i], ARGV[i], 1, ARGV[2])
  if own.err or #own == 0 then lost[#lost + 1] = ARGV[i]
  else redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[i], 'JUSTID') end
end
return lost`;

const LIST_REPLICAS = `
local result = {}
for _, row in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
  local name, pending = row[2], row[4]
  if name ~= ARGV[2] then
    result[#result + 1] = { name, pending, redis.call('PUBSUB', 'NUMSUB', ARGV[3] .. name)[2] }
  end
end
return result`;

// A consumer with pending requests is kept: XGROUP DELCONSUMER would delete them from the pending entries list.
const REMOVE_REPLICA = `
if #redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 1, ARGV[2]) > 0 then return 0 end
redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], ARGV[2])
return 1`;

/** Lua scripts for the option `scripts` of ioredis, which sends them with EVALSHA and loads them when Redis does not have them. */
export const SCRIPTS = {
  enqueueRequest: { lua: ENQUEUE_REQUEST, numberOfKeys: 2 },
  enqueueRequests: { lua: ENQUEUE_REQUESTS, numberOfKeys: 2 },
  withdrawRequest: { lua: WITHDRAW_REQUEST, numberOfKeys: 1 },
  publishFrames: { lua: PUBLISH_FRAMES, numberOfKeys: 1 },
  heartbeat: { lua: HEARTBEAT, numberOfKeys: 2 },
  deregister: { lua: DEREGISTER, numberOfKeys: 2 },
  renewClaims: { lua: RENEW_CLAIMS, numberOfKeys: 1 },
  listReplicas: { lua: LIST_REPLICAS, numberOfKeys: 1 },
  removeReplica: { lua: REMOVE_REPLICA, numberOfKeys: 1 },
} satisfies RedisOptions['scripts'];

/** One replica as `listReplicas` returns it: its id, its number of pending requests, the number of subscribers of its channel. */
export type ReplicaRow = readonly [replicaId: string, pending: number, subscribers: number];

/** The scripts of every call. */
const OFTEN = ['enqueueRequest', 'enqueueRequests', 'publishFrames'] as const;
type Often = (typeof OFTEN)[number];
interface OftenResults {
  readonly enqueueRequest: string;
  readonly enqueueRequests: string;
  readonly publishFrames: number[];
}

const hashes = Object.fromEntries(OFTEN.map((name) => [name, hash('sha1', SCRIPTS[name].lua)])) as Record<Often, string>;

/**
 * Runs a script as the method of its name does, in half the time (`sendText`). `args` are keys, then values; they belong to this function. A script
 * that Redis does not have is run again over `loader`, which must not be a connection that blocks.
 */
export function runScript<N extends Often>(
  redis: RpcRedis,
  name: N,
  args: string[],
  onResult: (result: OftenResults[N]) => void,
  onError: (error: unknown) => void,
  loader = redis,
): void {
  args.unshift('EVALSHA', hashes[name], String(SCRIPTS[name].numberOfKeys));
  sendText<OftenResults[N]>(redis, 'evalsha', textOf(args), onResult, (error) => {
    // Redis does not have the script, or no more, and has done nothing: the method loads it.
    if (!error.message.includes('NOSCRIPT')) return onError(error);
    (Reflect.apply(loader[name], loader, args.slice(3)) as Promise<OftenResults[N]>).then(onResult, onError);
  });
}

type Argument = string | number;

/** The methods that `SCRIPTS` adds to a connection. */
interface ScriptCommands {
  /** Appends a request to the stream. Returns its entry id, QUEUE_FULL or NO_REPLICA. */
  enqueueRequest(stream: string, heartbeatKey: string, request: string): Promise<string>;
  /** Appends requests to the stream. Returns for each request its entry id, QUEUE_FULL or NO_REPLICA, in one text with spaces between them. */
  enqueueRequests(stream: string, heartbeatKey: string, ...requests: string[]): Promise<string>;
  /** Deletes a request that no replica has read yet; otherwise publishes `control` to the channel of the replica that holds it. */
  withdrawRequest(stream: string, group: string, entry: string, control: string, channelPrefix: string): Promise<number>;
  /**
   * Publishes frames, each given as entry, channel, frame and '1' for the last frame of the request, which also deletes the request.
   * Returns for each frame the number of subscribers, or NOT_OWNER.
   */
  publishFrames(stream: string, group: string, replicaId: string, ...frames: string[]): Promise<number[]>;
  /** Registers the replica for `ttlMs` from `nowMs` on, and publishes the bound of the queue. */
  heartbeat(
    heartbeatKey: string,
    membersKey: string,
    ...values: [maxQueue: Argument, ttlMs: Argument, replicaId: string, nowMs: Argument]
  ): Promise<number>;
  /** Removes the replica from the members. Returns how many others accept requests. */
  deregister(heartbeatKey: string, membersKey: string, replicaId: string): Promise<number>;
  /** Resets the idle time of pending requests. Returns the entries that are not pending for this replica any more. */
  renewClaims(stream: string, group: string, replicaId: string, ...entries: string[]): Promise<string[]>;
  /** All other replicas in the consumer group. The name of a replica's channel is the prefix and its id. */
  listReplicas(stream: string, group: string, ownReplicaId: string, channelPrefix: string): Promise<ReplicaRow[]>;
  /** Deletes the consumer of a replica that has no pending requests. Returns 1 when it was deleted. */
  removeReplica(stream: string, group: string, replicaId: string): Promise<number>;
}

/** A connection of the transport with its scripts as methods. */
export type RpcRedis = Redis & ScriptCommands;
