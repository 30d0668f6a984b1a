import type { ServiceName } from '@kith/proto';
import type { Redis } from 'ioredis';
import { GROUP, keysOf } from './protocol.js';
import { FORGET, KEEP, LEAVE, SAY_UP } from './scripts.js';

const BEAT_MS = 1500;
const UP_TTL_MS = 6000;

export interface PresenceOptions {
  readonly service: ServiceName;
  readonly replicaId: string;
  readonly maxQueue: number;
  readonly publicKey: string | undefined;
}

/** Tells the callers that this replica takes requests, and the other replicas that the requests it holds are in work. */
export class Presence {
  private readonly keys;
  private isTaking = true;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly options: PresenceOptions,
    private readonly held: ReadonlySet<string>,
    /** Hears which requests have been given to another replica. */
    private readonly onLost: (entries: readonly string[]) => void,
  ) {
    this.keys = keysOf(options.service);
  }

  async start(): Promise<void> {
    await this.sayUp();
    const beat = () => void Promise.all([this.sayUp(), this.keep()]).catch(() => undefined);
    this.redis.on('ready', beat);
    this.timer = setInterval(beat, BEAT_MS);
  }

  /** Takes no more requests. Answers how many other replicas do. */
  async leave(): Promise<number> {
    this.isTaking = false;
    return Number(await LEAVE.run(this.redis, [this.keys.up, this.keys.members], [this.options.replicaId]));
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    if (this.held.size === 0) await FORGET.run(this.redis, [this.keys.stream], [GROUP, this.options.replicaId]);
  }

  private async sayUp(): Promise<void> {
    const { maxQueue, replicaId, publicKey = '' } = this.options;
    const { up, members, publicKey: key } = this.keys;
    if (this.isTaking) await SAY_UP.run(this.redis, [up, members, key], [maxQueue, UP_TTL_MS, replicaId, publicKey]);
  }

  private async keep(): Promise<void> {
    if (this.held.size === 0) return;
    const lost: unknown = await KEEP.run(this.redis, [this.keys.stream], [GROUP, this.options.replicaId, ...this.held]);
    if (Array.isArray(lost) && lost.length > 0) this.onLost(lost.map(String));
  }
}
