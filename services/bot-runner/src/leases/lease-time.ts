/**
 * Until when the leases of this process are surely its own, by its own clock: without Redis it does not learn that another runner took them. That may
 * be before a lease ends: where Redis sees the connections of a process end, the others take its bots over within about a second. So nothing is sure
 * after a connection to Redis broke off, until the next renewal. (A process that does not see that its connections ended may still believe its leases
 * for as long as one lasts.) An open connection to Discord stays, as Redis may be away for all runners; Discord closes it when another runner resumes
 * its session.
 */
export class LeaseTime {
  private heldUntilMs = 0;
  private ends = 0;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly leaseMs: number,
    /** Whether this process is connected to Redis, with all that the others see of it. */
    private readonly isConnected: () => boolean,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Runs a renewal of all leases. Rejects as it does. */
  async extend(renew: () => Promise<void>): Promise<void> {
    // Redis counts from when it gets the command, which is later.
    const sentAtMs = this.nowMs();
    const { ends } = this;
    await renew();
    // The others may have seen this process gone after its command was answered.
    if (ends === this.ends) this.heldUntilMs = this.isConnected() ? sentAtMs + this.leaseMs : 0;
    const { waiting } = this;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** A connection to Redis broke off. */
  end(): void {
    this.ends += 1;
    this.heldUntilMs = 0;
  }

  /** Within the time of the last renewal and while Redis is connected. */
  get isHeld(): boolean {
    return this.nowMs() < this.heldUntilMs && this.isConnected();
  }

  /** Resolves at once while they are held, otherwise after the next renewal that makes it so. Renewals close the connections whose leases are lost. */
  async untilHeld(): Promise<void> {
    while (!this.isHeld) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
