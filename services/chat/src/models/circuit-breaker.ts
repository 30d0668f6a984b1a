import { ModelFailure } from './model-provider.js';

const MAX_FAILURES = 5;
const WINDOW_MS = 10_000;
const OPEN_MS = 10_000;

/** Opens for ten seconds after five failures within ten seconds; then lets one trial request through. */
export class CircuitBreaker {
  private failures: number[] = [];
  private openUntil = 0;
  private isTrialRunning = false;

  constructor(private readonly now: () => number = Date.now) {}

  /** Call before a request. Throws ModelFailure `circuit-open` while the circuit is open. */
  enter(): void {
    if (this.openUntil === 0) return;
    if (this.isTrialRunning || this.now() < this.openUntil) throw new ModelFailure('circuit-open');
    this.isTrialRunning = true;
  }

  succeeded(): void {
    this.failures = [];
    this.openUntil = 0;
    this.isTrialRunning = false;
  }

  failed(): void {
    const now = this.now();
    this.failures = [...this.failures.filter((at) => now - at < WINDOW_MS), now];
    if (this.isTrialRunning || this.failures.length >= MAX_FAILURES) this.openUntil = now + OPEN_MS;
    this.isTrialRunning = false;
  }

  /** The request says nothing about the provider: it was cancelled, or the prompt was refused. */
  abandoned(): void {
    this.isTrialRunning = false;
  }
}
