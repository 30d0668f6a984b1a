/** Discord acknowledges a heartbeat within milliseconds. */
const MAX_ACKNOWLEDGEMENT_MS = 10_000;

/** Sends heartbeats in the interval from HELLO and detects a connection on which Discord no longer acknowledges them. */
export class Heartbeat {
  private timer: NodeJS.Timeout | undefined;
  private acknowledgementTimer: NodeJS.Timeout | undefined;
  private acknowledgementMs = MAX_ACKNOWLEDGEMENT_MS;

  constructor(
    private readonly send: () => void,
    /** A heartbeat was not acknowledged within ten seconds, or within the interval where that is shorter. */
    private readonly onTimeout: () => void,
  ) {}

  /** The first heartbeat follows after a random part of the interval, as Discord requires, so that many bots do not send it at once. */
  start(intervalMs: number): void {
    this.stop();
    this.acknowledgementMs = Math.min(intervalMs, MAX_ACKNOWLEDGEMENT_MS);
    this.timer = setTimeout(() => {
      this.sendNow();
      this.timer = setInterval(() => this.sendNow(), intervalMs);
    }, intervalMs * Math.random());
  }

  /** Sends a heartbeat: also when Discord requests one out of turn. */
  sendNow(): void {
    this.send();
    this.acknowledgementTimer ??= setTimeout(() => this.onTimeout(), this.acknowledgementMs);
  }

  acknowledge(): void {
    clearTimeout(this.acknowledgementTimer);
    this.acknowledgementTimer = undefined;
  }

  stop(): void {
    clearTimeout(this.timer);
    clearInterval(this.timer);
    this.acknowledge();
  }
}
