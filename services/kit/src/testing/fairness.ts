import { setImmediate as settle } from 'node:timers/promises';
import { FairScheduler, type FairSchedulerOptions, type Slot } from '../fair-scheduler.js';

const USUAL_USERS = 10;
/** Tasks of each user at the usual rate. */
const ROUNDS = 40;
const FREQUENT_FACTOR = 50;

export interface Workload {
  /** How long a task of a user at the usual rate holds its slot, in simulated milliseconds. */
  readonly usualMs: number;
  readonly frequentMs: number;
  /** The share of the pool that the users at the usual rate need together. */
  readonly load: number;
}

interface Arrival {
  readonly key: string;
  readonly atMs: number;
  readonly durationMs: number;
}

/**
 * Lets ten users at the usual rate share a pool, alone and together with one at fifty times that rate, in simulated time. Returns the 95th
 * percentile of how long the tasks of the ten take from their arrival to their end. A refused task counts as endless.
 */
export async function fairnessOf(
  options: FairSchedulerOptions,
  { usualMs, frequentMs, load }: Workload,
): Promise<{ aloneMs: number; withFrequentMs: number }> {
  const everyMs = (USUAL_USERS * usualMs) / (options.capacity * load);
  const usual = Array.from({ length: USUAL_USERS * ROUNDS }, (_, n) => ({
    key: `usual ${n % USUAL_USERS}`,
    atMs: (n * everyMs) / USUAL_USERS + scatter(n) * everyMs,
    durationMs: usualMs,
  }));
  const frequent = Array.from({ length: FREQUENT_FACTOR * ROUNDS }, (_, n) => ({
    key: 'frequent',
    atMs: (n * everyMs) / FREQUENT_FACTOR,
    durationMs: frequentMs,
  }));
  return { aloneMs: await p95(options, usual), withFrequentMs: await p95(options, [...usual, ...frequent]) };
}

/** Spreads numbers over 0 to 1, the same in every run, so that the tasks of different users meet. */
const scatter = (n: number): number => ((n * 2_654_435_761) % 2 ** 32) / 2 ** 32;

/** Runs the tasks in simulated time; the 95th percentile of the latencies at the usual rate. */
async function p95(options: FairSchedulerOptions, arrivals: readonly Arrival[]): Promise<number> {
  const clock = { ms: 0 };
  const scheduler = new FairScheduler({ ...options, now: () => clock.ms });
  const coming = arrivals.toSorted((left, right) => left.atMs - right.atMs);
  const running: { endsAtMs: number; slot: Slot; arrival: Arrival }[] = [];
  const latencies: number[] = [];

  const finish = ({ arrival }: { arrival: Arrival }, latencyMs: number): void => {
    if (arrival.key !== 'frequent') latencies.push(latencyMs);
  };
  const add = (arrival: Arrival): void => {
    void scheduler.acquire({ key: arrival.key }).then(
      (slot) => running.push({ slot, arrival, endsAtMs: clock.ms + arrival.durationMs }),
      () => finish({ arrival }, Infinity),
    );
  };
  while (coming.length + running.length > 0) {
    running.sort((left, right) => left.endsAtMs - right.endsAtMs);
    const [next] = coming;
    const [due] = running;
    if (due && due.endsAtMs <= (next?.atMs ?? Infinity)) {
      running.shift();
      clock.ms = due.endsAtMs;
      finish(due, clock.ms - due.arrival.atMs);
      due.slot.release();
    } else if (next) {
      coming.shift();
      clock.ms = next.atMs;
      add(next);
    }
    await settle();
  }
  latencies.sort((left, right) => left - right);
  return latencies[Math.floor(latencies.length * 0.95)] ?? Infinity;
}
