import { AsyncLocalStorage } from 'node:async_hooks';
import type { ProcessName, ServiceName } from '@kith/proto';
import type { WireError } from './protocol.js';

/** A call to a service of the same process: what its message over Redis would say. */
export interface DirectRequest {
  readonly id: string;
  readonly caller: ProcessName;
  readonly name: string;
  readonly input: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** The time left until its deadline. */
  readonly leftMs: number;
  /** Of a stream: how many frames the handler may be ahead of its reader. */
  readonly window?: number | undefined;
}

/** Takes the answer to such a call: the frames of a stream, then its end, once. */
export interface DirectReader {
  onFrame(value: unknown): void;
  onEnd(answer: DirectAnswer): void;
}

/** A handler that runs such a call. */
export interface DirectHandler {
  abort(): void;
  /** Allows the handler of a stream to send `total` frames in all. */
  grant(total: number): void;
}

/** How such a call ended: with a value, or with an error that says whether the handler was started. */
export type DirectAnswer =
  { readonly value: unknown; readonly error?: undefined } | { readonly error: WireError; readonly isNotExecuted: boolean };

/** A replica of this process that takes calls without Redis. */
export interface DirectReplica {
  readonly service: ServiceName;
  /** False while it starts or stops. */
  readonly isServing: boolean;
  /**
   * Executes a call with the checks that a message gets, except those of signature and copies, which messages of other processes need. Answers
   * `reader` later. Undefined when the replica has no free place or is stopping: the call then waits in the queue in Redis, which is bounded.
   */
  callDirectly(request: DirectRequest, reader: DirectReader): DirectHandler | undefined;
}

/**
 * Runs `work` later, without the async context of the caller: what is bound to that, such as access to the rows of all users, must not reach
 * the handler, as it would not over Redis.
 */
export function runDetached(work: () => void): void {
  queueMicrotask(() => detached(work));
}

/** Runs `work` at once, without the async context of what runs now. */
export const detached: (work: () => void) => void = AsyncLocalStorage.snapshot();
