/**
 * Thrown by a job handler that would have to wait: the job frees its slot of the worker and is processed again `delayMs` after `fromMs`
 * (epoch ms, now by default). This does not count as an attempt.
 */
export class JobPostponed extends Error {
  override readonly name = 'JobPostponed';
  /** Whether the later jobs of its lane wait for it. */
  readonly holdsLane: boolean = true;

  /** When it is processed again, in epoch ms. */
  readonly untilMs: number;

  constructor(
    readonly delayMs: number,
    fromMs = Date.now(),
  ) {
    super(`postponed by ${delayMs} ms`);
    this.untilMs = fromMs + delayMs;
  }
}

/** Postpones a job that has to wait for an earlier one of its lane, which may come to this replica, or run in another one, meanwhile. */
export class JobOutOfOrder extends JobPostponed {
  override readonly holdsLane = false;
}
