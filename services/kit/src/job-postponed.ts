/**
 * Thrown by a job handler that would have to wait: the job frees its slot of the worker and is processed again after `delayMs`. This does
 * not count as an attempt.
 */
export class JobPostponed extends Error {
  override readonly name = 'JobPostponed';

  constructor(readonly delayMs: number) {
    super(`postponed by ${delayMs} ms`);
  }
}
