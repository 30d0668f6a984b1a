import { setImmediate as others } from 'node:timers/promises';

const MAX_COMPUTING_MS = 10;

/** Lets other work of this process run in between, as often as a long computation asks for it. */
export class Pause {
  private since = performance.now();

  async ifDue(): Promise<void> {
    if (performance.now() - this.since < MAX_COMPUTING_MS) return;
    await others();
    this.since = performance.now();
  }
}
