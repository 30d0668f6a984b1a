import { setImmediate as settle } from 'node:timers/promises';
import { FairScheduler, type FairSchedulerOptions, type Slot } from '../fair-scheduler.js';

const POLITE_USERS = 10;
/** Tasks of each polite user. */
const ROUNDS = 40;
const GREEDY_FACTOR = 50;

export interface Workload {
  /** How long a task of a polite user holds its slot, in simulated milliseconds. */
  readonly politeMs: number;
  readonly greedyMs: number;
  /** The share of the pool that the polite users need together. */
  readonly load: number;
}

interface Arrival {
  readonly key: string;
  readonly atMs: number;
  readonly durationMs: number;
}

/**
 * Lets ten polite users share a pool, alone and together with a greedy one who comes fifty times as often as each of them, in simulated time.
 * Returns the 95th percentile of how long the tasks of the polite ones take from their arrival to their end. A refused task counts as endless.
 */
export async function fairnessOf(
  options: FairSchedulerOptions,
  { politeMs, greedyMs, load }: Workload,
): Promise<{ aloneMs: number; withGreedyMs: number }> {
  const everyMs = (POLITE_USERS * politeMs) / (options.capacity * load);
  const polite = Array.from({ length: POLITE_USERS * ROUNDS }, (_, n) => ({
    key: `polite ${n % POLITE_USERS}`,
    atMs: (n * everyMs) / POLITE_USERS + scatter(n) * everyMs,
    durationMs: politeMs,
  }));
  const greedy = Array.from({ length: GREEDY_FACTOR * ROUNDS }, (_, n) => ({
    key: 'greedy',
    atMs: (n * everyMs) / GREEDY_FACTOR,
    durationMs: greedyMs,
  }));
  return { aloneMs: await p95(options, polite), withGreedyMs: await p95(options, [...polite, ...greedy]) };
}

/** Spreads numbers over 0 to 1, the same in every run, so that the tasks of different users meet. */
const scatter = (n: number): number => ((n * 2_654_435_761) % 2 ** 32) / 2 ** 32;

/** Runs the tasks in simulated time; the 95th percentile of the latencies of the polite ones. */
async function p95(options: FairSchedulerOptions, arrivals: readonly Arrival[]): Promise<number> {
  const clock = { ms: 0 };
  const scheduler = new FairScheduler({ ...options, now: () => clock.ms });
  const coming = arrivals.toSorted((left, right) => left.atMs - right.atMs);
  const running: { endsAtMs: number; slot: Slot; arrival: Arrival }[] = [];
  const latencies: number[] = [];

  const finish = ({ arrival }: { arrival: Arrival }, latencyMs: number): void => {
    if (arrival.key !== 'greedy') latencies.push(latencyMs);
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
