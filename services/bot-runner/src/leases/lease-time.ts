/**
 * Until when the leases of this process are surely its own, by its own clock: without Redis it does not learn that another runner took them. An open
 * connection stays, as Redis may be away for all runners; Discord closes it when another runner resumes its session.
 */
export class LeaseTime {
  private heldUntilMs = 0;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly leaseMs: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Runs a renewal of all leases. Rejects as it does. */
  async extend(renew: () => Promise<void>): Promise<void> {
    // Redis counts from when it gets the command, which is later.
    const sentAtMs = this.nowMs();
    await renew();
    this.heldUntilMs = sentAtMs + this.leaseMs;
    const { waiting } = this;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** Resolves at once within the time of the last renewal, otherwise after the next one, which closes the connections whose leases are lost. */
  async untilHeld(): Promise<void> {
    if (this.nowMs() < this.heldUntilMs) return;
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
