import { BaseRpcContext } from '@nestjs/microservices';
import type { Envelope } from './protocol.js';
import type { RunningCall } from './running-call.js';

/** What a handler may know about the call it answers: the second argument of a `@Handle` method. */
export class RpcContext extends BaseRpcContext<[Envelope, RunningCall]> {
  /** Name of the call. */
  get pattern(): string {
    return this.args[0].p;
  }
  /** Epoch ms on the clock of this process: nobody waits longer. */
  get deadline(): number {
    return this.args[1].deadline;
  }
  /** Aborted when the caller cancels or is gone, at the deadline, and when draining runs out of time. */
  get signal(): AbortSignal {
    return this.args[1].signal;
  }
  /** Trace headers, request id and what the caller added. */
  get metadata(): Readonly<Record<string, string>> {
    return this.args[1].meta;
  }
  /** Under the name that Nest's instrumentation looks for. */
  getMetadata(): Readonly<Record<string, string>> {
    return this.metadata;
  }
}
