import { disconnect } from '@kith/kit';
import type { Redis } from 'ioredis';
import { BEAT, BURY } from './lease-scripts.js';
import { EPOCH_KEY, LEASE_MS } from './lease-store.js';

const MEMBERS_KEY = 'runner:members';
const DEAD_KEY = 'runner:dead';
/** Two looks in the same moment are one. */
const BETWEEN_COUNTS_MS = 400;

/** What a runner sees of the others at one moment. */
export interface Surroundings {
  /** Runners that live, this one included. */
  readonly alive: number;
  readonly deadRunners: readonly string[];
  /** Empty when Redis has lost its data. */
  readonly epoch: string;
}

/**
 * Who runs. Each runner subscribes to a channel of its own: when Redis counts no subscriber, the process is gone, long before its
 * leases expire. That is a hint only; a wrong one costs a RESUME, because leases are fenced.
 */
export class Membership {
  readonly #missed = new Map<string, number>();
  #hintsFromMs = 0;
  #countedAtMs = 0;
  #wasReady = false;

  constructor(
    private readonly redis: Redis,
    private readonly subscriber: Redis,
    private readonly runnerId: string,
    private readonly leaseMs = LEASE_MS,
  ) {}

  async join(): Promise<void> {
    this.subscriber.on('ready', () => this.#reconnected());
    await this.subscriber.subscribe(aliveChannel(this.runnerId));
    await this.beat();
  }

  async leave(): Promise<void> {
    await this.redis.zrem(MEMBERS_KEY, this.runnerId);
    disconnect(this.subscriber);
  }

  /** Calls back when Redis can be reached again. */
  onRedisBack(listener: () => void): void {
    this.redis.on('ready', listener);
  }

  async beat(): Promise<Surroundings> {
    const isHeard = this.subscriber.status === 'ready' ? '1' : '0';
    // Again with every beat: a connection that broke while it subscribed again would otherwise stay silent, and we be taken for dead.
    if (isHeard === '1') void this.subscriber.subscribe(aliveChannel(this.runnerId)).catch(() => undefined);
    const answer = await BEAT.run(this.redis, [MEMBERS_KEY, DEAD_KEY, EPOCH_KEY], [this.runnerId, this.leaseMs, isHeard]);
    const [epoch, members, dead] = answer as [string, string[], string[]];
    const justDied = await this.#newlyDead(members.filter((id) => id !== this.runnerId));
    const deadRunners = [...new Set([...dead, ...justDied])].filter((id) => id !== this.runnerId);
    return { epoch, deadRunners, alive: Math.max(1, members.length - justDied.length) };
  }

  /** Starts a new epoch unless another runner was faster; answers the one that counts. */
  async startEpoch(): Promise<string> {
    await this.redis.set(EPOCH_KEY, `${this.runnerId}:${Date.now()}`, 'NX');
    return (await this.redis.get(EPOCH_KEY)) ?? '';
  }

  /** Missed twice in a row: dead. */
  async #newlyDead(peers: readonly string[]): Promise<string[]> {
    const now = Date.now();
    if (peers.length === 0 || now < this.#hintsFromMs || now - this.#countedAtMs < BETWEEN_COUNTS_MS) return [];
    this.#countedAtMs = now;
    const counts = (await this.redis.pubsub('NUMSUB', ...peers.map(aliveChannel))) as (string | number)[];
    const dead = peers.filter((peer, index) => {
      const misses = Number(counts[2 * index + 1]) > 0 ? 0 : (this.#missed.get(peer) ?? 0) + 1;
      this.#missed.set(peer, misses);
      return misses >= 2;
    });
    for (const known of this.#missed.keys()) if (!peers.includes(known) || dead.includes(known)) this.#missed.delete(known);
    if (dead.length > 0) await BURY.run(this.redis, [MEMBERS_KEY, DEAD_KEY], dead);
    return dead;
  }

  // After a restart of Redis subscriptions come back at different times: silence says nothing for a while.
  #reconnected(): void {
    if (this.#wasReady) this.#hintsFromMs = Date.now() + this.leaseMs;
    this.#wasReady = true;
    this.#missed.clear();
  }
}

const aliveChannel = (runnerId: string): string => `runner:alive:${runnerId}`;
