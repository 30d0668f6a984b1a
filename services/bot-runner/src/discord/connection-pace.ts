import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** New connections to Discord per second and process. Ten thousand bots are connected in 40 s. */
export const CONNECTIONS_PER_SECOND = 250;
/** This many may be opened at once after a pause. */
const BURST = 100;

/** Spaces the connections that a process opens, so that a mass reconnect floods neither Discord nor this process with TLS handshakes. */
@Injectable()
export class ConnectionPace {
  /** When the next connection is due if all of the burst is used (epoch ms). */
  private nextAtMs = 0;

  /** Resolves when another connection may be opened; in the order of the calls. */
  async awaitTurn(): Promise<void> {
    const waitMs = this.reserve(Date.now());
    if (waitMs > 0) await sleep(waitMs, undefined, { ref: false });
  }

  /** Takes the next turn; milliseconds until it comes. */
  reserve(nowMs: number): number {
    const spacingMs = 1000 / CONNECTIONS_PER_SECOND;
    this.nextAtMs = Math.max(this.nextAtMs, nowMs - BURST * spacingMs) + spacingMs;
    return Math.max(0, this.nextAtMs - nowMs);
  }
}
