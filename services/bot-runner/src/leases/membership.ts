import { disconnect } from '@kith/kit';
import type { Redis } from 'ioredis';
import { withLeaseCommands, type LeaseRedis } from './lease-commands.js';
import { EPOCH_KEY, LEASE_MS } from './lease-store.js';

const MEMBERS_KEY = 'runner:members';
const DEAD_KEY = 'runner:dead';
/** Two counts of subscribers in quick succession would count as two misses. */
const MIN_COUNT_INTERVAL_MS = 400;

/** The runners of the cluster at one moment, as one of them sees it. */
export interface ClusterView {
  /** The number of live runners, including this one. */
  readonly alive: number;
  readonly deadRunners: readonly string[];
  /** Empty when Redis lost its data. */
  readonly epoch: string;
}

/**
 * Membership of the cluster of runners. Each runner subscribes to a channel of its own: when Redis counts no subscriber, the process is
 * dead, long before its leases expire. Of a false alarm, that a process lives which is cut off from Redis, each bot costs one RESUME: leases are
 * fenced, and such a process resumes no session (LeaseTime).
 */
export class Membership {
  private readonly redis: LeaseRedis;
  private readonly missedCounts = new Map<string, number>();
  private detectionPausedUntilMs = 0;
  private lastCountAtMs = 0;
  private hasConnectedBefore = false;

  constructor(
    redis: Redis,
    private readonly subscriber: Redis,
    private readonly runnerId: string,
    private readonly leaseMs = LEASE_MS,
  ) {
    this.redis = withLeaseCommands(redis);
  }

  async join(): Promise<void> {
    this.subscriber.on('ready', () => this.onSubscriberReady());
    await this.subscriber.subscribe(aliveChannel(this.runnerId));
    await this.heartbeat();
  }

  async leave(): Promise<void> {
    await this.redis.zrem(MEMBERS_KEY, this.runnerId);
    disconnect(this.subscriber);
  }

  onRedisReady(listener: () => void): void {
    this.redis.on('ready', listener);
  }

  /** Of each of the connections by which this runner works with Redis and by which the others see it. */
  onConnection({ opened, closed }: { readonly opened: () => void; readonly closed: () => void }): void {
    for (const client of [this.redis, this.subscriber]) {
      client.on('ready', opened);
      client.on('close', closed);
    }
  }

  /** Whether all of them are open. */
  isConnected(): boolean {
    return this.redis.status === 'ready' && this.subscriber.status === 'ready';
  }

  async heartbeat(): Promise<ClusterView> {
    const isSubscribed = this.subscriber.status === 'ready' ? '1' : '0';
    // Subscribing again with every heartbeat repairs a subscription that was lost in a reconnect; without it this runner would look dead.
    if (isSubscribed === '1') void this.subscriber.subscribe(aliveChannel(this.runnerId)).catch(() => undefined);
    const keys = [MEMBERS_KEY, DEAD_KEY, EPOCH_KEY] as const;
    const [epoch, members, dead] = await this.redis.runnerHeartbeat(...keys, this.runnerId, this.leaseMs, isSubscribed);
    const justDied = await this.detectDead(members.filter((id) => id !== this.runnerId));
    const deadRunners = [...new Set([...dead, ...justDied])].filter((id) => id !== this.runnerId);
    return { epoch, deadRunners, alive: Math.max(1, members.length - justDied.length) };
  }

  /** Starts a new epoch unless another runner was faster. Returns the current epoch. */
  async startEpoch(): Promise<string> {
    await this.redis.set(EPOCH_KEY, `${this.runnerId}:${Date.now()}`, 'NX');
    return (await this.redis.get(EPOCH_KEY)) ?? '';
  }

  /** A peer without a subscriber in two counts in a row is dead. */
  private async detectDead(peers: readonly string[]): Promise<string[]> {
    const now = Date.now();
    if (peers.length === 0 || now < this.detectionPausedUntilMs || now - this.lastCountAtMs < MIN_COUNT_INTERVAL_MS) return [];
    this.lastCountAtMs = now;
    const counts = (await this.redis.pubsub('NUMSUB', ...peers.map(aliveChannel))) as (string | number)[];
    const dead = peers.filter((peer, index) => {
      const misses = Number(counts[2 * index + 1]) > 0 ? 0 : (this.missedCounts.get(peer) ?? 0) + 1;
      this.missedCounts.set(peer, misses);
      return misses >= 2;
    });
    for (const known of this.missedCounts.keys())
      if (!peers.includes(known) || dead.includes(known)) this.missedCounts.delete(known);
    if (dead.length > 0) await this.redis.runnerMarkDead(MEMBERS_KEY, DEAD_KEY, ...dead);
    return dead;
  }

  // After a restart of Redis the runners subscribe again at different times: a missing subscription does not mean death for a while.
  private onSubscriberReady(): void {
    if (this.hasConnectedBefore) this.detectionPausedUntilMs = Date.now() + this.leaseMs;
    this.hasConnectedBefore = true;
    this.missedCounts.clear();
  }
}

const aliveChannel = (runnerId: string): string => `runner:alive:${runnerId}`;
