import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { ErrorCode, ErrorDetails, ProcessName, ServiceName } from '@kith/proto';

/** An entry of the stream: its id and its fields, or null for a deleted entry. */
export type Entry = readonly [id: string, fields: readonly string[] | null];

/** A request in the stream of its service, behind its MAC. Field names have one letter because they are in every message. */
export interface Envelope {
  /** Id of the call, unique over all clients. */
  readonly i: string;
  /** The process that makes the call: the one whose key signed the message. */
  readonly f: ProcessName;
  /** Name of the call in proto. */
  readonly p: string;
  /** Input of the call. */
  readonly d?: unknown;
  /** Instead of `d`: the input encrypted for the receiving service. */
  readonly q?: string;
  /** Channel for the answer. */
  readonly r: string;
  /** Deadline, ms on the clock of Redis. */
  readonly x: number;
  /** Trace headers and request id. */
  readonly m: Readonly<Record<string, string>>;
  /** The call is repeatable: it may be executed again after a crash. */
  readonly k?: 1;
  /** Number of frames the handler may be ahead of its reader. */
  readonly w?: number;
}

/** An error in a message. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
}

/** One message of an answer, behind its MAC. */
export interface Frame {
  readonly i: string;
  /** Position, counted from 0 without gaps. */
  readonly n: number;
  readonly d?: unknown;
  /** Instead of `d`: the value encrypted for the caller. */
  readonly q?: string;
  readonly e?: WireError;
  /** Id of the replica that executes the request; only in the first frame. */
  readonly s?: string;
  /** This is the last frame. */
  readonly z?: 1;
  /** With `e`: the handler was not started. */
  readonly u?: 1;
}

/**
 * A message of a caller to the replica that executes its request, behind its MAC. `c` is the total number of frames allowed so far, so that
 * a repeated message has no effect.
 */
export type Control = { readonly f: ProcessName; readonly i: string } & (
  { readonly t: 'cancel' } | { readonly t: 'credit'; readonly c: number }
);

/** The context that calls made by a handler inherit. */
export interface CallScope {
  /** Epoch ms on the clock of this process; without it only the timeout of each call applies. */
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Those named in INHERITED_HEADERS are passed on. */
  readonly meta: Readonly<Record<string, string>>;
}

/** The scope of the running request. The entry points of the product open it: `callScope.run({ meta: { 'x-request-id': id } }, …)`. */
export const callScope = new AsyncLocalStorage<CallScope>();

/** Header with the IP address of the client that sent the request, for the audit log. */
export const CLIENT_IP = 'x-client-ip';

const INHERITED_HEADERS = ['traceparent', 'tracestate', 'x-request-id', CLIENT_IP] as const;

/** The headers of a call: those that it inherits from the running request, and its own. */
export function headersFor(scope: CallScope | undefined, own: CallScope['meta'] | undefined): CallScope['meta'] {
  if (!scope) return own ? { ...own } : NO_HEADERS;
  const headers: Record<string, string> = {};
  for (const name of INHERITED_HEADERS) {
    const value = scope.meta[name];
    if (value !== undefined) headers[name] = value;
  }
  return own ? Object.assign(headers, own) : headers;
}

const NO_HEADERS = Object.freeze({});

/** Codes that the transport uses for requests that were not executed. See `isNotExecuted` for a certain answer. */
export const NOT_EXECUTED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['UNAVAILABLE', 'OVERLOADED', 'TOO_LARGE', 'NO_HANDLER']);

/** Larger messages are rejected with TOO_LARGE: pass a reference to the file store instead. */
export const MAX_MESSAGE_BYTES = 1_000_000;

/** Name of the consumer group of each stream. */
export const GROUP = 'g';

/** The Redis keys of one service; the braces place them in one cluster slot. */
export const keysOf = (service: ServiceName) => ({
  stream: `rpc:{${service}}:s`,
  heartbeat: `rpc:{${service}}:up`,
  members: `rpc:{${service}}:members`,
});

/** Channel for messages to one replica. The replica counts as alive while the channel has a subscriber. */
export const replicaChannel = (service: ServiceName, replicaId: string): string => `rpc:c:${service}:${replicaId}`;
/** Channel for the answers to one client. Redis lets only the process of that name subscribe to it. */
export const replyChannel = (process: ProcessName, clientId: string): string => `rpc:r:${process}:${clientId}`;

export const newId = (): string => randomBytes(12).toString('base64url');

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The request in a message; undefined when it is malformed. */
export const readEnvelope = (json: string): Envelope | undefined => read<Envelope>(json, isEnvelope);

/** The frame in a message; undefined when it is malformed. */
export const readFrame = (json: string): Frame | undefined => read<Frame>(json, isFrame);

/** The control in a message; undefined when it is malformed. */
export const readControl = (json: string): Control | undefined => read<Control>(json, isControl);

type Unchecked = Readonly<Record<string, unknown>>;

// Without the check a malformed message in Redis could crash a process, or occupy one of its slots for ever.
function read<T>(json: string, isValid: (value: Unchecked) => boolean): T | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) && isValid(value) ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

const isEnvelope = ({ i, f, p, q, r, x, m, w }: Unchecked): boolean =>
  isString(i) &&
  isString(f) &&
  isString(p) &&
  isString(r) &&
  isNumber(x) &&
  isObject(m) &&
  Object.values(m).every(isString) &&
  (q === undefined || isString(q)) &&
  (w === undefined || isNumber(w));

const isFrame = ({ i, n, q, s }: Unchecked): boolean =>
  isString(i) && isNumber(n) && (q === undefined || isString(q)) && (s === undefined || isString(s));

const isControl = ({ t, f, i, c }: Unchecked): boolean =>
  isString(i) && isString(f) && (t === 'cancel' || (t === 'credit' && isNumber(c)));

const isString = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isObject = (value: unknown): value is Unchecked => typeof value === 'object' && value !== null;

/** Whether a message exceeds MAX_MESSAGE_BYTES; counts bytes only when the number of characters does not decide it. */
export function isTooLarge(json: string): boolean {
  if (json.length > MAX_MESSAGE_BYTES) return true;
  return json.length * 3 > MAX_MESSAGE_BYTES && Buffer.byteLength(json) > MAX_MESSAGE_BYTES;
}

/** Whether a value exceeds MAX_MESSAGE_BYTES as JSON. Only one that may is converted to find out. */
export const isTooLargeAsJson = (value: unknown): boolean =>
  mostJsonBytes(value) > MAX_MESSAGE_BYTES && isTooLarge(JSON.stringify(value));

// Of a character in JSON: \u0000.
const MOST_BYTES = 6;
// Of a number or keyword with what separates it from the next value.
const SCALAR_BYTES = 28;

/** The bytes that a value takes as JSON at most, found without converting it. */
export function mostJsonBytes(value: unknown): number {
  if (typeof value === 'string') return value.length * MOST_BYTES + 3;
  if (typeof value !== 'object' || value === null) return SCALAR_BYTES;
  let weight = 3;
  if (Array.isArray(value)) for (const item of value) weight += mostJsonBytes(item);
  else for (const key in value) weight += key.length * MOST_BYTES + 4 + mostJsonBytes(value[key as keyof typeof value]);
  return weight;
}
