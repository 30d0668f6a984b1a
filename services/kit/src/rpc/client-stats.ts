import type { ErrorCode } from '@kith/proto';

/** Counters of the calls of one process since its start. */
export const newClientStats = () => ({
  sent: 0,
  /** Of calls to services of this process that did not go over Redis. */
  direct: 0,
  answered: 0,
  failed: 0,
  late: 0,
  /** Answers that were not signed by the service that was called. */
  forged: 0,
  gaps: 0,
  withdrawn: 0,
  unavailable: 0,
  overloaded: 0,
  deadline: 0,
  unknownOutcome: 0,
});

export type ClientStats = ReturnType<typeof newClientStats>;

const COUNTERS: { readonly [code in ErrorCode]?: 'unavailable' | 'overloaded' | 'deadline' | 'unknownOutcome' } = {
  UNAVAILABLE: 'unavailable',
  OVERLOADED: 'overloaded',
  DEADLINE: 'deadline',
  OUTCOME_UNKNOWN: 'unknownOutcome',
};

/** Counts a failed call, and the errors of the transport by their kind. */
export function countError(stats: ClientStats, code: ErrorCode): void {
  stats.failed++;
  const counter = COUNTERS[code];
  if (counter) stats[counter]++;
}
