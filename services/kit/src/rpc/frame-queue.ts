import type { AppError } from '@kith/proto';
import { transportError } from './failure.js';
import type { Sink } from './pending-call.js';

/** Frames of one stream between the socket and the reader's loop; says when half of the window has been taken. */
export class FrameQueue implements Sink {
  private readonly frames: unknown[] = [];
  private error: AppError | undefined;
  private isDone = false;
  private wake: (() => void) | undefined;

  constructor(private readonly idleMs: number) {}

  frame(value: unknown): void {
    this.frames.push(value);
    this.wake?.();
  }

  /** Streams end with an empty frame; a handler that is no stream has its one answer in it. */
  end(value: unknown): void {
    if (value !== undefined) this.frames.push(value);
    this.isDone = true;
    this.wake?.();
  }

  fail(error: AppError): void {
    this.error = error;
    this.isDone = true;
    this.wake?.();
  }

  /** The frames in order, then the error if there is one. `onTaken` hears after each frame how many were taken. */
  async *read(onTaken: (total: number) => void): AsyncGenerator<unknown, void> {
    for (let taken = 1; ;) {
      while (this.frames.length > 0) {
        yield this.frames.shift();
        onTaken(taken++);
      }
      if (this.error) throw this.error;
      if (this.isDone) return;
      await this.arrival();
    }
  }

  // Only the wait for the producer is measured: a reader may take its time with a frame.
  private async arrival(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve, reject) => {
      this.wake = resolve;
      timer = setTimeout(() => reject(transportError('DEADLINE')), this.idleMs);
    }).finally(() => clearTimeout(timer));
    this.wake = undefined;
  }
}
