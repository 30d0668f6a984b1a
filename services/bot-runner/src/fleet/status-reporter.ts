import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger, RpcClient } from '@kith/kit';
import { bots } from '@kith/proto';
import { isSameStatus, type Status } from './status.js';

/** After this long without an answer the next change of state has to tell it. */
const GIVE_UP_MS = 300_000;

/** Tells the bots service what one connection does: in order, the newest state only, again until it is heard. */
export class StatusReporter {
  #next: Status | null = null;
  #last: Status | null = null;
  #isSending = false;

  constructor(
    private readonly target: { readonly botId: string; readonly fence: number },
    private readonly rpc: RpcClient,
    private readonly logger: Logger,
  ) {}

  /** What was reported last, on its way or heard. */
  get last(): Status | null {
    return this.#last;
  }

  report(status: Status): void {
    if (isSameStatus(this.#last, status)) return;
    this.#last = status;
    this.#next = status;
    if (!this.#isSending) void this.#send();
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    const giveUpAt = Date.now() + GIVE_UP_MS;
    for (let delayMs = 100; this.#next && Date.now() < giveUpAt; delayMs = Math.min(delayMs * 2, 5000)) {
      const status = this.#next;
      try {
        await this.rpc.ask(bots.report, { ...this.target, ...status });
        if (this.#next === status) this.#next = null;
        delayMs = 100;
      } catch (error) {
        this.logger.debug({ botId: this.target.botId, err: error }, 'status not reported yet');
        await sleep(delayMs, undefined, { ref: false });
      }
    }
    this.#isSending = false;
  }
}
