/** Discord's heartbeat: beats in the interval HELLO gave, and notices when the other side has gone silent. */
export class Heartbeat {
  #isAcknowledged = true;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly send: () => void,
    /** The last beat stayed unanswered for a whole interval: the connection is a zombie. */
    private readonly onSilence: () => void,
  ) {}

  /** The first beat comes after a random part of the interval, as Discord asks, so that many bots do not beat at once. */
  start(intervalMs: number): void {
    this.stop();
    this.#isAcknowledged = true;
    this.#timer = setTimeout(() => {
      this.#beat();
      this.#timer = setInterval(() => this.#beat(), intervalMs);
    }, intervalMs * Math.random());
  }

  /** Discord asked for a beat out of turn. */
  beatNow(): void {
    this.send();
  }

  acknowledge(): void {
    this.#isAcknowledged = true;
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#timer);
  }

  #beat(): void {
    if (!this.#isAcknowledged) return this.onSilence();
    this.#isAcknowledged = false;
    this.send();
  }
}
