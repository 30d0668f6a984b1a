import { Events } from '@kith/kit';
import { events } from '@kith/proto';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

// Announcements can be lost, rows cannot.
const RECHECK_MS = 1000;

/** Lets a call wait until a companion's state is what it waits for. */
@Injectable()
export class StatusWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sleepers = new Map<string, Set<() => void>>();
  private unsubscribe: (() => void) | undefined;
  private isClosing = false;

  constructor(private readonly events: Events) {}

  async onApplicationBootstrap(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.botStatus, ({ botId }) => this.wake(botId));
  }

  /** Those who wait answer with what is known now, so that shutting down does not take as long as the longest wait. */
  onModuleDestroy(): void {
    this.isClosing = true;
    this.unsubscribe?.();
    for (const botId of this.sleepers.keys()) this.wake(botId);
  }

  /** Asks `probe` at once, at each announcement and every second; answers its first result, or undefined after `timeoutMs`. */
  async until<T>(botId: string, timeoutMs: number, probe: () => Promise<T | undefined>): Promise<T | undefined> {
    const endsAt = performance.now() + timeoutMs;
    for (;;) {
      const leftMs = endsAt - performance.now();
      // Before the probe, so that what is announced while it looks is not missed.
      const sleep = this.sleep(botId, Math.min(RECHECK_MS, leftMs));
      const result = await probe();
      if (result !== undefined || leftMs <= 0 || this.isClosing) {
        sleep.end();
        return result;
      }
      await sleep.ended;
    }
  }

  private sleep(botId: string, ms: number): { ended: Promise<void>; end: () => void } {
    const sleepers = this.sleepers.get(botId) ?? new Set();
    this.sleepers.set(botId, sleepers);
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      const timer = setTimeout(() => end(), Math.max(ms, 0));
      end = () => {
        clearTimeout(timer);
        sleepers.delete(end);
        if (sleepers.size === 0 && this.sleepers.get(botId) === sleepers) this.sleepers.delete(botId);
        resolve();
      };
    });
    sleepers.add(end);
    return { ended, end };
  }

  private wake(botId: string): void {
    for (const end of this.sleepers.get(botId) ?? []) end();
  }
}
