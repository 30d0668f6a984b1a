import type { AppError, ServiceName } from '@kith/proto';
import { Batcher } from './batcher.js';
import { commandError, notExecutedError } from './errors.js';
import type { PendingCall } from './pending-call.js';
import { GROUP, keysOf, replicaChannel, sleep } from './protocol.js';
import { NO_REPLICA, QUEUE_FULL, runScript, type RpcRedis } from './scripts.js';
import type { ClientSigning } from './signing.js';

const CONTROL_ATTEMPTS = 5;

/** Appends requests to the streams of their services: one command per service for all requests of one turn of the event loop. */
export class RequestSender {
  private readonly batchers = new Map<ServiceName, Batcher<PendingCall>>();

  constructor(
    private readonly redis: RpcRedis,
    private readonly onEnqueued: (call: PendingCall) => void,
    private readonly onFailed: (call: PendingCall, error: AppError) => void,
  ) {}

  add(call: PendingCall): void {
    const { service } = call.request;
    let batcher = this.batchers.get(service);
    if (!batcher) {
      const { stream, heartbeat } = keysOf(service);
      batcher = new Batcher<PendingCall>(
        ({ message }) => message.length,
        (batch) => this.send(stream, heartbeat, batch),
      );
      this.batchers.set(service, batcher);
    }
    batcher.add(call);
  }

  private send(stream: string, heartbeat: string, batch: readonly PendingCall[]): void {
    const calls = batch.filter((call) => !call.isSettled);
    if (calls.length === 0) return;
    const args = [stream, heartbeat];
    for (const call of calls) {
      call.isSent = true;
      args.push(call.message);
    }
    runScript(
      this.redis,
      calls.length === 1 ? 'enqueueRequest' : 'enqueueRequests',
      args,
      (reply) => {
        const results = reply.split(' ');
        calls.forEach((call, index) => this.onResult(call, results[index]));
      },
      (error: unknown) => {
        for (const call of calls) this.onFailed(call, commandError(error));
      },
    );
  }

  private onResult(call: PendingCall, result: string | undefined): void {
    call.message = '';
    if (result === NO_REPLICA) return this.onFailed(call, notExecutedError('UNAVAILABLE'));
    if (result === QUEUE_FULL) return this.onFailed(call, notExecutedError('OVERLOADED'));
    call.entry = result;
    this.onEnqueued(call);
  }
}

/**
 * Sends cancellations and credit to the replica that executes a call. Each message is retried a few times: a lost one would leave a handler
 * running without a caller, or waiting for credit until its deadline.
 */
export class ControlSender {
  constructor(
    private readonly redis: RpcRedis,
    private readonly signing: ClientSigning,
  ) {}

  /** Deletes the request when no replica has read it yet, otherwise cancels its handler. */
  cancel(call: PendingCall): void {
    const { service } = call.request;
    const control = this.signing.signControl(call, { t: 'cancel', f: call.caller, i: call.id });
    const { stream } = keysOf(service);
    void this.retry(() => this.redis.withdrawRequest(stream, GROUP, call.entry ?? '', control, replicaChannel(service, '')));
  }

  /** Allows the handler of a stream to send `total` frames in all. */
  grant(call: PendingCall, total: number): void {
    const control = this.signing.signControl(call, { t: 'credit', f: call.caller, i: call.id, c: total });
    void this.retry(async () => {
      if (!call.isSettled && call.replicaId !== undefined)
        await this.redis.publish(replicaChannel(call.request.service, call.replicaId), control);
    });
  }

  private async retry(send: () => Promise<unknown>): Promise<void> {
    for (let attempt = 1; attempt <= CONTROL_ATTEMPTS; attempt++) {
      try {
        await send();
        return;
      } catch {
        await sleep(100 * attempt);
      }
    }
  }
}
