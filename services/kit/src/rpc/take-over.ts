import type { Redis } from 'ioredis';
import type { Claims } from './claims.js';
import { GROUP } from './protocol.js';
import { FORGET, SURVEY } from './scripts.js';

const SURVEY_MS = 1000;
/** A replica that has not listened on its channel for so long is dead. */
const SILENT_MS = 2000;

/** Finds requests whose replica is dead (its connection is gone) or hung (no renewal for `hungMs`) and claims them. */
export class TakeOver {
  private readonly silentSince = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private isBusy = false;

  constructor(
    private readonly redis: Redis,
    private readonly stream: string,
    private readonly replicaId: string,
    private readonly hungMs: number,
    private readonly claims: Claims,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.look(), SURVEY_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      const others = (await SURVEY.run(this.redis, [this.stream], [GROUP, this.replicaId])) as [string, number, number][];
      const names = new Set(others.map(([name]) => name));
      for (const name of this.silentSince.keys()) if (!names.has(name)) this.silentSince.delete(name);
      for (const [name, pending, listeners] of others) await this.judge(name, pending, listeners > 0);
    } catch {
      // Redis is away or came back empty; the next look will tell.
    } finally {
      this.isBusy = false;
    }
  }

  private async judge(name: string, pending: number, isListening: boolean): Promise<void> {
    const now = performance.now();
    if (isListening) this.silentSince.delete(name);
    else if (!this.silentSince.has(name)) this.silentSince.set(name, now);
    const isDead = now - (this.silentSince.get(name) ?? Infinity) >= SILENT_MS;
    if (pending > 0) {
      // Of a dead replica too only what it has not touched lately: it may be alive after all, and just reconnecting.
      await this.claims.takeFrom(name, isDead ? SILENT_MS / 2 : this.hungMs);
    } else if (isDead) {
      await FORGET.run(this.redis, [this.stream], [GROUP, name]);
    }
  }
}
