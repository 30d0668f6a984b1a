import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { ErrorCode, ErrorDetails, ServiceName } from '@kith/proto';

/** A request as it lies in the stream of its service. Names have one letter: they are in every message. */
export interface Envelope {
  /** Id of the call, unique over all clients. */
  readonly i: string;
  /** Name of the call in proto. */
  readonly p: string;
  /** Input of the call. */
  readonly d?: unknown;
  /** Instead of `d`: the input sealed for the answering service. */
  readonly q?: string;
  /** Channel that takes the answer. */
  readonly r: string;
  /** Deadline, ms on the clock of Redis. */
  readonly x: number;
  /** Trace headers and request id. */
  readonly m: Readonly<Record<string, string>>;
  /** May be executed again after a crash. */
  readonly k?: 1;
  /** Frames the handler may be ahead of its reader. */
  readonly w?: number;
}

/** An error as it travels. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
}

/** One message of an answer. */
export interface Frame {
  readonly i: string;
  /** Position, from 0 without gaps. */
  readonly n: number;
  readonly d?: unknown;
  readonly e?: WireError;
  /** The serving replica; in the first frame only. */
  readonly s?: string;
  /** The last frame. */
  readonly z?: 1;
  /** With `e`: the handler was not started. */
  readonly u?: 1;
  /** With `e`: the input could not be unsealed; the caller's copy of the public key is stale. */
  readonly b?: 1;
}

/** What a caller tells the replica that serves it. `c` counts all frames it may have sent so far, so that a repeat does no harm. */
export type Control =
  { readonly t: 'cancel'; readonly i: string } | { readonly t: 'credit'; readonly i: string; readonly c: number };

/** What a handler hands on to the calls it makes. */
export interface CallScope {
  /** Epoch ms on the clock of this process; without one only each call's own limit counts. */
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Of these, the ones of INHERITED_HEADERS travel on. */
  readonly meta: Readonly<Record<string, string>>;
}

/** The scope of the running request. `callScope.run({ meta: { 'x-request-id': id } }, …)` opens one at a door. */
export const callScope = new AsyncLocalStorage<CallScope>();

/** The address of whoever sent the request, for the audit log. */
export const CLIENT_IP = 'x-client-ip';

export const INHERITED_HEADERS = ['traceparent', 'tracestate', 'x-request-id', CLIENT_IP] as const;

/** Codes with which the transport says that a request was not executed, so that any caller may send it again. */
export const NOT_EXECUTED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['UNAVAILABLE', 'OVERLOADED', 'TOO_LARGE', 'NO_HANDLER']);

/** Above this a message is refused: pass a reference to the file store instead (design: transport §7). */
export const MAX_MESSAGE_BYTES = 1_000_000;

export const GROUP = 'g';

/** The Redis keys of one service; the braces keep them in one cluster slot. */
export const keysOf = (service: ServiceName) => ({
  stream: `rpc:{${service}}:s`,
  up: `rpc:{${service}}:up`,
  members: `rpc:{${service}}:members`,
  publicKey: `rpc:{${service}}:key`,
});

/** Heard by one replica; a subscriber on it is the sign that the replica lives. */
export const replicaChannel = (replicaId: string): string => `rpc:c:${replicaId}`;
export const replyChannel = (clientId: string): string => `rpc:r:${clientId}`;

export const newId = (): string => randomBytes(12).toString('base64url');

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The request in the fields of a stream entry; undefined when it has been deleted or is not ours. */
export function readEnvelope(fields: readonly string[] | null): Envelope | undefined {
  const json = fields?.[1];
  return json === undefined ? undefined : read<Envelope>(json, isEnvelope);
}

/** The answer in a message of a reply channel; undefined when somebody else wrote it. */
export const readFrame = (json: string): Frame | undefined => read<Frame>(json, isFrame);

/** The word in a message to a replica; undefined when somebody else wrote it. */
export const readControl = (json: string): Control | undefined => read<Control>(json, isControl);

type Unchecked = Readonly<Record<string, unknown>>;

// Whatever can write into our Redis could otherwise end a process with a few letters, or take a slot of it for good.
function read<T>(json: string, fits: (value: Unchecked) => boolean): T | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) && fits(value) ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

const isEnvelope = ({ i, p, q, r, x, m, w }: Unchecked): boolean =>
  isString(i) &&
  isString(p) &&
  isString(r) &&
  isNumber(x) &&
  isObject(m) &&
  Object.values(m).every(isString) &&
  (q === undefined || isString(q)) &&
  (w === undefined || isNumber(w));

const isFrame = ({ i, n, s }: Unchecked): boolean => isString(i) && isNumber(n) && (s === undefined || isString(s));

const isControl = ({ t, i, c }: Unchecked): boolean => isString(i) && (t === 'cancel' || (t === 'credit' && isNumber(c)));

const isString = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isObject = (value: unknown): value is Unchecked => typeof value === 'object' && value !== null;

/** Whether a message is above the limit; counts bytes only where the number of characters leaves it open. */
export function isTooLarge(json: string): boolean {
  if (json.length > MAX_MESSAGE_BYTES) return true;
  return json.length * 3 > MAX_MESSAGE_BYTES && Buffer.byteLength(json) > MAX_MESSAGE_BYTES;
}
