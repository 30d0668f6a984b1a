import type { ServiceName } from '@kith/proto';
import { GROUP, keysOf } from './protocol.js';
import type { RpcRedis } from './scripts.js';

// Two may fail before callers take the service for gone.
const HEARTBEAT_INTERVAL_MS = 2000;
const HEARTBEAT_TTL_MS = 6000;

export interface MembershipOptions {
  readonly service: ServiceName;
  readonly replicaId: string;
  readonly maxQueue: number;
  /** Epoch ms on the clock of Redis. */
  readonly now: () => number;
}

/** Announces to callers that this replica accepts requests, and renews its claims on the requests it is executing. */
export class Membership {
  private readonly keys;
  private isAccepting = true;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: RpcRedis,
    private readonly options: MembershipOptions,
    private readonly unfinished: ReadonlySet<string>,
    /** Called with the requests that another replica has taken over. */
    private readonly onLost: (entries: readonly string[]) => void,
  ) {
    this.keys = keysOf(options.service);
  }

  async start(): Promise<void> {
    await this.sendHeartbeat();
    const beat = () => void Promise.all([this.sendHeartbeat(), this.renewClaims()]).catch(() => undefined);
    this.redis.on('ready', beat);
    this.timer = setInterval(beat, HEARTBEAT_INTERVAL_MS);
  }

  /** Stops accepting requests. Returns the number of other replicas that accept requests. */
  async leave(): Promise<number> {
    this.isAccepting = false;
    return Number(await this.redis.deregister(this.keys.heartbeat, this.keys.members, this.options.replicaId));
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    if (this.unfinished.size === 0) await this.redis.removeReplica(this.keys.stream, GROUP, this.options.replicaId);
  }

  private async sendHeartbeat(): Promise<void> {
    if (!this.isAccepting) return;
    const { maxQueue, replicaId, now } = this.options;
    const { heartbeat, members } = this.keys;
    await this.redis.heartbeat(heartbeat, members, maxQueue, HEARTBEAT_TTL_MS, replicaId, now());
  }

  private async renewClaims(): Promise<void> {
    if (this.unfinished.size === 0) return;
    const lost = await this.redis.renewClaims(this.keys.stream, GROUP, this.options.replicaId, ...this.unfinished);
    if (lost.length > 0) this.onLost(lost);
  }
}
