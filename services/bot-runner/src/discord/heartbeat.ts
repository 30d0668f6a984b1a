/** Sends heartbeats in the interval from HELLO and detects a connection on which Discord no longer acknowledges them. */
export class Heartbeat {
  private isAcknowledged = true;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly send: () => void,
    /** The last heartbeat was not acknowledged for a whole interval. */
    private readonly onTimeout: () => void,
  ) {}

  /** The first heartbeat follows after a random part of the interval, as Discord requires, so that many bots do not send it at once. */
  start(intervalMs: number): void {
    this.stop();
    this.isAcknowledged = true;
    this.timer = setTimeout(() => {
      this.beat();
      this.timer = setInterval(() => this.beat(), intervalMs);
    }, intervalMs * Math.random());
  }

  /** For a heartbeat that Discord requests out of turn. */
  sendNow(): void {
    this.send();
  }

  acknowledge(): void {
    this.isAcknowledged = true;
  }

  stop(): void {
    clearTimeout(this.timer);
    clearInterval(this.timer);
  }

  private beat(): void {
    if (!this.isAcknowledged) return this.onTimeout();
    this.isAcknowledged = false;
    this.send();
  }
}
