import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger, RpcClient } from '@kith/kit';
import { bots } from '@kith/proto';
import { isSameStatus, type Status } from './status.js';

/** How long the last words of a connection that is closed are repeated. */
const LAST_WORDS_MS = 300_000;

/** Tells the bots service what one connection does: in order, the newest state only, again until it is heard. */
export class StatusReporter {
  #next: Status | null = null;
  #last: Status | null = null;
  #toldSinceMs = 0;
  #isSending = false;

  constructor(
    private readonly target: { readonly botId: string; readonly fence: number },
    private readonly shared: { readonly rpc: Pick<RpcClient, 'ask'>; readonly logger: Pick<Logger, 'debug'> },
    private readonly closed: AbortSignal,
  ) {}

  /** What was reported last, on its way or heard. */
  get last(): Status | null {
    return this.#last;
  }

  report(status: Status): void {
    if (isSameStatus(this.#last, status)) return;
    this.#last = status;
    this.repeat();
  }

  /** Tells the last state once more. */
  repeat(): void {
    this.#next = this.#last;
    this.#toldSinceMs = Date.now();
    if (!this.#isSending) void this.#send();
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    for (let delayMs = 100; this.#next && !this.#isTooLate(); delayMs = Math.min(delayMs * 2, 5000)) {
      const status = this.#next;
      try {
        await this.shared.rpc.ask(bots.report, { ...this.target, ...status });
        if (this.#next === status) this.#next = null;
        delayMs = 100;
      } catch (error) {
        this.shared.logger.debug({ botId: this.target.botId, err: error }, 'status not reported yet');
        await sleep(delayMs, undefined, { ref: false });
      }
    }
    this.#isSending = false;
  }

  #isTooLate(): boolean {
    return this.closed.aborted && Date.now() - this.#toldSinceMs > LAST_WORDS_MS;
  }
}
