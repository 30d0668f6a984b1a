import { BaseRpcContext } from '@nestjs/microservices';
import type { CallScope, Envelope } from './protocol.js';

/** What a handler may know about the call it answers: the second argument of a `@Handle` method. */
export class RpcContext extends BaseRpcContext<[Envelope, Required<CallScope>]> {
  /** Name of the call. */
  get pattern(): string {
    return this.args[0].p;
  }
  /** Epoch ms on the clock of this process: nobody waits longer. */
  get deadline(): number {
    return this.args[1].deadline ?? Infinity;
  }
  /** Aborted when the caller cancels or is gone, at the deadline, and when draining runs out of time. */
  get signal(): AbortSignal | undefined {
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
