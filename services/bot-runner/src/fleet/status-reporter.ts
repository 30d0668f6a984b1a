import { setTimeout as sleep } from 'node:timers/promises';
import { bots, type RuntimeState } from '@kith/proto';
import type { Logger, RpcClient } from '@kith/kit';

export interface Status {
  readonly runtimeState: RuntimeState;
  readonly code: string | null;
  readonly statusReason: string | null;
}

export const ONLINE: Status = { runtimeState: 'online', code: null, statusReason: null };

/** After this long without an answer the next change of state has to tell it. */
const GIVE_UP_MS = 300_000;

/** Tells the bots service what one connection does: in order, the newest state only, again until it is heard. */
export class StatusReporter {
  #next: Status | null = null;
  #last: Status | null = null;
  #sending: Promise<void> | null = null;

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
    this.#last = status;
    this.#next = status;
    this.#sending ??= this.#send().finally(() => (this.#sending = null));
  }

  async #send(): Promise<void> {
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
  }
}
