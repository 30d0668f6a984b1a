import type { ServiceName } from '@kith/proto';
import type { ServiceKeys } from '../service-keys.js';

export interface RpcLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface RpcServerOptions {
  readonly service: ServiceName;
  readonly redisUrl: string;
  /** Must hold the private key of the service. */
  readonly keys: ServiceKeys;
  /** Maximum number of requests executed at the same time. */
  readonly concurrency?: number;
  /** Maximum number of waiting and running requests of the whole service; callers above it get OVERLOADED. */
  readonly maxQueue?: number;
  /** How long `close()` lets handlers finish. */
  readonly drainMs?: number;
  /** How long a connected replica may go without renewing its claims before it counts as hung. */
  readonly hungMs?: number;
  /** Called after each handled call, for the metrics. */
  readonly observe?: (call: string, code: string, seconds: number) => void;
  readonly logger: RpcLogger;
}

export const SERVER_DEFAULTS = { concurrency: 64, maxQueue: 1000, drainMs: 10_000, hungMs: 15_000 };

/** Counters of one service in this process since its start. */
export const newServerStats = () => ({
  /** Requests whose handler ended, with or without an error. */
  handled: 0,
  /** Not started: the deadline had passed. */
  expired: 0,
  /** Not started: the caller had cancelled. */
  cancelledBeforeStart: 0,
  /** Not started: it had waited, and its caller is dead. */
  callerDead: 0,
  /** Frames without a subscriber, of those of which Redis tells how many it had: not of answers that were sent together with a read. */
  callerGone: 0,
  /** Taken over from a dead replica and executed again. */
  redelivered: 0,
  /** Not executed because it may have been before; the caller got OUTCOME_UNKNOWN. */
  unknownOutcome: 0,
  /** Delivered to this replica, lost with a connection, executed afterwards. */
  recovered: 0,
  /** Rejected while draining. */
  rejected: 0,
  /** Taken over by another replica while this one hung. */
  lost: 0,
  /** Not started: restored from disk by a Redis that has been restarted since. */
  stale: 0,
  noHandler: 0,
  /** Not started: the call does not allow this caller. */
  forbidden: 0,
  /** Not started: a copy of a request that this replica has received before. */
  replayed: 0,
});

export type ServerStats = ReturnType<typeof newServerStats>;
