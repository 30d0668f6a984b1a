import type { Redis } from 'ioredis';
import type { Answers } from './answers.js';
import { toWire, transportError } from './failure.js';
import type { Entry } from './intake.js';
import { GROUP, readEnvelope, type Frame } from './protocol.js';
import type { ServerStats } from './server-stats.js';

/** A row of XPENDING. */
type PendingRow = readonly [id: string, consumer: string, idleMs: number, deliveries: number];

export interface ClaimsHost {
  free(): number;
  take(entry: Entry): void;
}

const MAX_DELIVERIES = 3;
const MAX_ROWS = 100;

/**
 * Decides about requests that were handed to a replica and did not come to an end. Executed is only what surely never ran (handed once
 * to this very replica, and lost on the way) or may run again; the callers of the others hear that nobody knows.
 */
export class Claims {
  // One claim at a time: between a claim and its answer the entries would look lost to the other.
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly redis: Redis,
    private readonly stream: string,
    private readonly replicaId: string,
    private readonly answers: Answers,
    private readonly stats: ServerStats,
    private readonly host: ClaimsHost,
  ) {}

  /** Takes requests that were handed to this replica and never arrived. Answers whether more of them are left than there is room for. */
  async recover(): Promise<boolean> {
    return await this.inTurn(async () => {
      const rows = await this.redis.xpending(this.stream, GROUP, '-', '+', MAX_ROWS + this.answers.open.size, this.replicaId);
      const lost = (rows as PendingRow[]).filter(([id]) => !this.answers.open.has(id));
      const room = Math.max(this.host.free(), 1);
      await this.claim(lost.slice(0, room), 0, true);
      return lost.length > room;
    });
  }

  /** Takes over what `consumer` has not touched for `minIdleMs`; the claim is exclusive among the replicas that try. */
  async takeFrom(consumer: string, minIdleMs: number): Promise<void> {
    await this.inTurn(async () => {
      const rows = await this.redis.xpending(this.stream, GROUP, 'IDLE', minIdleMs, '-', '+', MAX_ROWS, consumer);
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
    for (const entry of claimed as (Entry | null)[]) {
      if (entry) this.decide(entry, deliveries.get(entry[0]) ?? MAX_DELIVERIES, isOwn);
    }
  }

  private decide(entry: Entry, deliveries: number, isOwn: boolean): void {
    const [id, fields] = entry;
    const envelope = readEnvelope(fields);
    if (envelope && isOwn && deliveries === 1) {
      this.stats.recovered++;
      this.host.take(entry);
    } else if (envelope?.k && deliveries < MAX_DELIVERIES) {
      this.stats.redelivered++;
      this.host.take(entry);
    } else {
      this.stats.unknownOutcome++;
      this.answers.open.add(id);
      const frame: Frame = { i: envelope?.i ?? '', n: 0, e: toWire(transportError('OUTCOME_UNKNOWN')), z: 1 };
      void this.answers.finish(id, envelope?.r, JSON.stringify(frame));
    }
  }
}
