import type { JobType, Queue } from 'bullmq';
import type { Redis } from 'ioredis';

/** Of jobs with data: one that is completed has none, and there are those of all tenants of the last quarter of an hour. */
const STATES_WITH_DATA: readonly JobType[] = ['wait', 'prioritized', 'delayed', 'active', 'failed'];
/**
 * Keys: the states of a queue, which are lists or sorted sets. Arguments: prefixes of the same length. All states in one command: with one command
 * per state a job that changes its state could be missed.
 */
const FIND = `
local found = {}
local prefixes = {}
for _, prefix in ipairs(ARGV) do prefixes[prefix] = true end
for _, state in ipairs(KEYS) do
  local isList = redis.call('TYPE', state).ok == 'list'
  for _, id in ipairs(redis.call(isList and 'LRANGE' or 'ZRANGE', state, 0, -1)) do
    if prefixes[string.sub(id, 1, #ARGV[1])] then table.insert(found, id) end
  end
end
return found`;

/**
 * The ids that start with one of `prefixes`, which are of the same length, of jobs that are not completed. Those of other tenants do not leave Redis.
 */
export async function jobIdsWithPrefix(redis: Redis, queue: Queue, prefixes: readonly string[]): Promise<string[]> {
  const states = STATES_WITH_DATA.map((state) => queue.toKey(state));
  return [...new Set((await redis.eval(FIND, states.length, ...states, ...prefixes)) as string[])];
}
