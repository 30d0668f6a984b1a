import { ModelFailure } from './model-provider.js';
import { MAX_RETRY_AFTER_MS } from './provider-errors.js';

const MAX_FAILURES = 5;
const WINDOW_MS = 10_000;
const OPEN_MS = 10_000;

/**
 * Opens for ten seconds after five failures within ten seconds, and at once for as long as the provider asks to wait; then lets one trial request
 * through.
 */
export class CircuitBreaker {
  private failures: number[] = [];
  private openUntil = 0;
  /** Until when the provider asked not to be asked. */
  private pausedUntil = 0;
  private isTrialRunning = false;

  constructor(private readonly now: () => number = Date.now) {}

  /** Call before a request. Throws ModelFailure `circuit-open` while the circuit is open, with what is left of a pause that the provider asked for. */
  enter(): void {
    if (this.openUntil === 0) return;
    const now = this.now();
    if (this.isTrialRunning || now < this.openUntil)
      throw new ModelFailure('circuit-open', '', { retryAfterMs: now < this.pausedUntil ? this.pausedUntil - now : undefined });
    this.isTrialRunning = true;
  }

  succeeded(): void {
    this.failures = [];
    // A request that was sent before the provider asked for a pause does not end it.
    this.openUntil = this.now() < this.pausedUntil ? this.pausedUntil : 0;
    this.isTrialRunning = false;
  }

  /** `retryAfterMs`: the pause that the provider asked for. */
  failed(retryAfterMs = 0): void {
    const now = this.now();
    this.failures = [...this.failures.filter((at) => now - at < WINDOW_MS), now].slice(-MAX_FAILURES);
    if (this.isTrialRunning || this.failures.length >= MAX_FAILURES) this.openUntil = now + OPEN_MS;
    if (retryAfterMs > 0) {
      this.pausedUntil = now + Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
      this.openUntil = Math.max(this.openUntil, this.pausedUntil);
    }
    this.isTrialRunning = false;
  }

  /** The request says nothing about the provider: it was cancelled, or the prompt was refused. */
  abandoned(): void {
    this.isTrialRunning = false;
  }
}
