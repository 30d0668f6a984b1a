import { Events } from '@kith/kit';
import { events } from '@kith/proto';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

// Events can be lost; the database is checked as well.
const POLL_INTERVAL_MS = 1000;

/** Lets a call wait until a bot has the status it waits for. */
@Injectable()
export class StatusWaiter implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly waiting = new Map<string, Set<() => void>>();
  private unsubscribe: (() => void) | undefined;
  private isClosing = false;

  constructor(private readonly events: Events) {}

  async onApplicationBootstrap(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.botStatus, ({ botId }) => this.wake(botId));
  }

  /** Calls that wait return with the current status, so that a shutdown does not take as long as the longest timeout. */
  onModuleDestroy(): void {
    this.isClosing = true;
    this.unsubscribe?.();
    for (const botId of this.waiting.keys()) this.wake(botId);
  }

  /** Calls `probe` at once, at each `botStatus` event and every second. Returns its first result, or undefined after `timeoutMs`. */
  async until<T>(botId: string, timeoutMs: number, probe: () => Promise<T | undefined>): Promise<T | undefined> {
    const endsAt = performance.now() + timeoutMs;
    for (;;) {
      const leftMs = endsAt - performance.now();
      // Started before the probe, so that an event during the probe is not missed.
      const wait = this.startWait(botId, Math.min(POLL_INTERVAL_MS, leftMs));
      const result = await probe();
      if (result !== undefined || leftMs <= 0 || this.isClosing) {
        wait.end();
        return result;
      }
      await wait.ended;
    }
  }

  private startWait(botId: string, ms: number): { ended: Promise<void>; end: () => void } {
    const waiting = this.waiting.get(botId) ?? new Set();
    this.waiting.set(botId, waiting);
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      const timer = setTimeout(() => end(), Math.max(ms, 0));
      end = () => {
        clearTimeout(timer);
        waiting.delete(end);
        if (waiting.size === 0 && this.waiting.get(botId) === waiting) this.waiting.delete(botId);
        resolve();
      };
    });
    waiting.add(end);
    return { ended, end };
  }

  private wake(botId: string): void {
    for (const end of this.waiting.get(botId) ?? []) end();
  }
}
