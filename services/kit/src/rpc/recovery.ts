import type { AnswerSender } from './answer-sender.js';
import { toWireError, transportError } from './errors.js';
import { GROUP, type Entry, type Frame } from './protocol.js';
import type { RpcRedis } from './scripts.js';
import type { ServerSigning } from './signing.js';
import type { ServerStats } from './server-options.js';

/** A row of XPENDING. */
type PendingRow = readonly [id: string, consumer: string, idleMs: number, deliveries: number];

export interface RecoveryHost {
  /** How many requests may be started now. */
  freeSlots(): number;
  accept(entry: Entry): void;
  withoutDeadCallers(entries: readonly Entry[]): readonly Entry[] | Promise<readonly Entry[]>;
  readonly signing: ServerSigning;
}

const MAX_DELIVERIES = 3;
const MAX_ROWS = 100;
const CHECK_INTERVAL_MS = 1000;
/** While the last check found no other replica: one that joins is noticed this late. */
const ALONE_INTERVAL_MS = 2500;
/** A replica whose channel has had no subscriber for this long is dead. */
const DEAD_AFTER_MS = 2000;

/**
 * Recovers pending entries: requests that were delivered to a replica and not finished. A request is executed again only if it certainly
 * did not run (delivered once, to this replica, and lost on the way) or if it is repeatable. The callers of all others get OUTCOME_UNKNOWN.
 */
export class PendingRecovery {
  // Claims run one at a time: between a claim and its decision the entries would look lost to another one.
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly redis: RpcRedis,
    private readonly stream: string,
    private readonly replicaId: string,
    private readonly answers: AnswerSender,
    private readonly stats: ServerStats,
    private readonly host: RecoveryHost,
  ) {}

  /** Recovers requests that were delivered to this replica and lost on the way. Returns whether more are left than there are free slots. */
  async recoverOwn(): Promise<boolean> {
    return await this.inTurn(async () => {
      const { unfinished } = this.answers;
      const rows = await this.redis.xpending(this.stream, GROUP, '-', '+', MAX_ROWS + unfinished.size, this.replicaId);
      const notAnswered = (rows as PendingRow[]).filter(([id]) => !unfinished.has(id));
      const lost = notAnswered.filter(([id]) => !this.answers.isUnchecked(id));
      const room = Math.max(this.host.freeSlots(), 1);
      await this.claim(lost.slice(0, room), 0, true);
      return lost.length > room;
    });
  }

  /**
   * Ends requests whose answer was sent without a reply and refused: they are still pending a while later. Their answers are not kept for so long.
   * To be called every few seconds.
   */
  async recoverRefused(): Promise<void> {
    await this.inTurn(async () => {
      const entries = this.answers.takeUnchecked();
      if (entries.size === 0) return;
      try {
        const most = MAX_ROWS + this.answers.unfinished.size;
        const rows = await this.redis.xpending(this.stream, GROUP, '-', '+', most, this.replicaId);
        const refused = (rows as PendingRow[]).filter(([id]) => entries.has(id));
        this.answers.onRefused(refused.map(([id]) => id));
        await this.claim(refused, 0, false);
        for (const [id] of refused) entries.delete(id);
        // There may be more.
        if (rows.length === most) this.answers.putBack(entries);
      } catch (error) {
        this.answers.putBack(entries);
        throw error;
      }
    });
  }

  /** Takes over the requests of another replica that were not renewed for `minIdleMs`. If several replicas try, one gets each request. */
  async takeOverFrom(replicaId: string, minIdleMs: number): Promise<void> {
    await this.inTurn(async () => {
      const rows = await this.redis.xpending(this.stream, GROUP, 'IDLE', minIdleMs, '-', '+', MAX_ROWS, replicaId);
      await this.claim(rows as PendingRow[], minIdleMs, false);
    });
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work, work);
    this.last = turn.catch(() => undefined);
    return await turn;
  }

  private async claim(rows: readonly PendingRow[], minIdleMs: number, isOwn: boolean): Promise<void> {
    if (rows.length === 0) return;
    const deliveries = new Map(rows.map((row) => [row[0], row[3]]));
    const claimed = await this.redis.xclaim(this.stream, GROUP, this.replicaId, minIdleMs, ...deliveries.keys());
    const found = (claimed as (Entry | null)[]).filter((entry) => entry !== null);
    for (const entry of await this.host.withoutDeadCallers(found))
      this.decide(entry, deliveries.get(entry[0]) ?? MAX_DELIVERIES, isOwn);
  }

  private decide(entry: Entry, deliveries: number, isOwn: boolean): void {
    const [id, fields] = entry;
    const { signing } = this.host;
    const envelope = signing.openRequest(fields);
    if (!envelope) {
      this.answers.unfinished.add(id);
      this.answers.sendLast(id);
    } else if (isOwn && deliveries === 1) {
      this.stats.recovered++;
      this.host.accept(entry);
    } else if (envelope.k && deliveries < MAX_DELIVERIES) {
      this.stats.redelivered++;
      this.host.accept(entry);
    } else {
      this.stats.unknownOutcome++;
      this.answers.unfinished.add(id);
      const frame: Frame = { i: envelope.i, n: 0, e: toWireError(transportError('OUTCOME_UNKNOWN')), z: 1 };
      this.answers.sendLast(id, envelope.r, signing.signFrame(envelope, JSON.stringify(frame)));
    }
  }
}

/**
 * Checks the other replicas of the service periodically and takes over the requests of those that are dead (their connection is gone) or
 * hung (claims not renewed for `hungMs`).
 */
export class ReplicaMonitor {
  private readonly unsubscribedSince = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly redis: RpcRedis,
    private readonly stream: string,
    private readonly replicaId: string,
    private readonly hungMs: number,
    private readonly recovery: PendingRecovery,
    /** The channel of a replica is named by this and its id. */
    private readonly channelPrefix: string,
  ) {}

  start(): void {
    this.checkIn(CHECK_INTERVAL_MS);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private checkIn(ms: number): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      void this.checkAll().then((isAlone) => this.checkIn(isAlone ? ALONE_INTERVAL_MS : CHECK_INTERVAL_MS));
    }, ms);
  }

  /** Whether this replica is known to be the only one. */
  private async checkAll(): Promise<boolean> {
    try {
      await this.recovery.recoverRefused();
      const others = await this.redis.listReplicas(this.stream, GROUP, this.replicaId, this.channelPrefix);
      const ids = new Set(others.map(([id]) => id));
      for (const id of this.unsubscribedSince.keys()) if (!ids.has(id)) this.unsubscribedSince.delete(id);
      for (const [id, pending, subscribers] of others) await this.check(id, pending, subscribers > 0);
      return others.length === 0;
    } catch {
      // Redis is unavailable or was restarted without its data; the next check tries again.
      return false;
    }
  }

  private async check(replicaId: string, pending: number, isSubscribed: boolean): Promise<void> {
    const now = performance.now();
    if (isSubscribed) this.unsubscribedSince.delete(replicaId);
    else if (!this.unsubscribedSince.has(replicaId)) this.unsubscribedSince.set(replicaId, now);
    const isDead = now - (this.unsubscribedSince.get(replicaId) ?? Infinity) >= DEAD_AFTER_MS;
    if (pending > 0) {
      // The idle time also protects a replica that is reconnecting: it renews its claims as soon as it is connected.
      await this.recovery.takeOverFrom(replicaId, isDead ? DEAD_AFTER_MS / 2 : this.hungMs);
    } else if (isDead) {
      await this.redis.removeReplica(this.stream, GROUP, replicaId);
    }
  }
}
