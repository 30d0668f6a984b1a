import type { Redis } from 'ioredis';
import { MAX_SHARDS, type Shard } from './shard.js';

const COUNTS_KEY = 'runner:shard-counts';
const STATES_TTL_S = 86_400;
const statesKey = (applicationId: string): string => `runner:shard-states:${applicationId}`;

/** How many connections the large bots have, and in which state each of them is. Bots with one connection are not stored. */
export class ShardStore {
  constructor(private readonly redis: Redis) {}

  /** The number of shards by application, of those with more than one. */
  async counts(): Promise<ReadonlyMap<string, number>> {
    const stored = await this.redis.hgetall(COUNTS_KEY);
    return new Map(Object.entries(stored).map(([applicationId, count]) => [applicationId, Number(count)]));
  }

  /** All runners follow within a second. The number never falls while the bot exists: a smaller one would end all its sessions for nothing. */
  async grow(applicationId: string, count: number): Promise<void> {
    const known = Number((await this.redis.hget(COUNTS_KEY, applicationId)) ?? 1);
    if (count > known) await this.redis.hset(COUNTS_KEY, applicationId, Math.min(count, MAX_SHARDS));
  }

  /** Stores the state of one shard, a text of the caller's. */
  async setState(applicationId: string, { index }: Shard, state: string): Promise<void> {
    await this.redis.hset(statesKey(applicationId), index, state);
    await this.redis.expire(statesKey(applicationId), STATES_TTL_S);
  }

  /** The stored states by index of the shard. */
  async states(applicationId: string): Promise<ReadonlyMap<number, string>> {
    const stored = await this.redis.hgetall(statesKey(applicationId));
    return new Map(Object.entries(stored).map(([index, state]) => [Number(index), state]));
  }

  async delete(applicationId: string): Promise<void> {
    await this.redis.hdel(COUNTS_KEY, applicationId);
    await this.redis.del(statesKey(applicationId));
  }
}
