import type { Redis } from 'ioredis';
import { Batcher } from './batcher.js';
import { commandError, notRunError } from './failure.js';
import type { AppError, ServiceName } from '@kith/proto';
import type { PendingCall } from './pending-call.js';
import { keysOf } from './protocol.js';
import { ENQUEUE, NOBODY_UP, QUEUE_FULL } from './scripts.js';

/** Puts requests into the streams of their services, all of one turn of the event loop and one service with one command. */
export class Outbox {
  private readonly batchers = new Map<ServiceName, Batcher<PendingCall>>();

  constructor(
    private readonly redis: Redis,
    private readonly onEnqueued: (call: PendingCall) => void,
    private readonly onFailed: (call: PendingCall, error: AppError) => void,
  ) {}

  add(call: PendingCall): void {
    const { service } = call.request;
    let batcher = this.batchers.get(service);
    if (!batcher) {
      batcher = new Batcher<PendingCall>(
        ({ json }) => json.length,
        (batch) => void this.send(service, batch),
      );
      this.batchers.set(service, batcher);
    }
    batcher.add(call);
  }

  private async send(service: ServiceName, batch: readonly PendingCall[]): Promise<void> {
    const calls = batch.filter((call) => !call.isSettled);
    if (calls.length === 0) return;
    for (const call of calls) call.isSent = true;
    const { stream, up } = keysOf(service);
    let results: unknown;
    try {
      results = await ENQUEUE.run(
        this.redis,
        [stream, up],
        calls.map(({ json }) => json),
      );
    } catch (error) {
      for (const call of calls) this.onFailed(call, commandError(error));
      return;
    }
    const entries: unknown[] = Array.isArray(results) ? results : [];
    for (const [index, call] of calls.entries()) this.tell(call, entries[index]);
  }

  private tell(call: PendingCall, result: unknown): void {
    call.json = '';
    if (result === NOBODY_UP) return this.onFailed(call, notRunError('UNAVAILABLE'));
    if (result === QUEUE_FULL) return this.onFailed(call, notRunError('OVERLOADED'));
    call.entry = String(result);
    this.onEnqueued(call);
  }
}
