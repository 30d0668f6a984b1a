import { ModelFailure } from './provider.js';

const MAX_FAILURES = 5;
const WINDOW_MS = 10_000;
const OPEN_MS = 10_000;

/** After five failures within ten seconds nobody waits for the provider for ten seconds; then one request tries. */
export class CircuitBreaker {
  private failures: number[] = [];
  private openUntil = 0;
  private isTrying = false;

  constructor(private readonly now: () => number = Date.now) {}

  /** Before a request. Throws `circuit-open` while the provider is given up. */
  enter(): void {
    if (this.openUntil === 0) return;
    if (this.isTrying || this.now() < this.openUntil) throw new ModelFailure('circuit-open');
    this.isTrying = true;
  }

  succeeded(): void {
    this.failures = [];
    this.openUntil = 0;
    this.isTrying = false;
  }

  failed(): void {
    const now = this.now();
    this.failures = [...this.failures.filter((at) => now - at < WINDOW_MS), now];
    if (this.isTrying || this.failures.length >= MAX_FAILURES) this.openUntil = now + OPEN_MS;
    this.isTrying = false;
  }

  /** The caller went away: says nothing about the provider. */
  abandoned(): void {
    this.isTrying = false;
  }
}
