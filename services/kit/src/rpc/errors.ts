import { AppError, ERRORS, type ErrorCode } from '@kith/proto';
import { RpcException } from '@nestjs/microservices';
import type { WireError } from './protocol.js';

// When another attempt makes sense: a full queue usually drains within a second, a replica needs about two to start.
const RETRY_AFTER_S: Partial<Record<ErrorCode, number>> = { OVERLOADED: 1, UNAVAILABLE: 2 };

const notExecuted = new WeakSet<AppError>();

/**
 * Whether the call that failed with `error` was certainly not executed, so that a repeat is safe. Stricter than
 * `NOT_EXECUTED.has(error.code)`: a handler that did run can pass on the UNAVAILABLE of another service.
 */
export const isNotExecuted = (error: unknown): boolean => error instanceof AppError && notExecuted.has(error);

/** An error of the transport itself, with the text of the error catalogue; causes are not shown to users. */
export function transportError(code: ErrorCode): AppError {
  const retryAfterS = RETRY_AFTER_S[code];
  return new AppError(code, undefined, retryAfterS === undefined ? {} : { retryAfterS });
}

/** Like `transportError`, marked as certainly not executed. */
export function notExecutedError(code: ErrorCode): AppError {
  return markNotExecuted(transportError(code));
}

export function markNotExecuted(error: AppError): AppError {
  notExecuted.add(error);
  return error;
}

/** The error for a failed Redis command: it certainly had no effect if it was never written, otherwise its effect is unknown. */
export function commandError(error: unknown): AppError {
  const text = error instanceof Error ? error.message : '';
  // The error texts of ioredis for a command that it did not write, and of Redis for a command that it refused.
  const isUnwritten = /enableOfflineQueue|isn't writeable|^OOM |^READONLY |^LOADING |^NOPERM /.test(text);
  return isUnwritten ? notExecutedError('UNAVAILABLE') : transportError('OUTCOME_UNKNOWN');
}

export const toWireError = (error: AppError): WireError => ({ code: error.code, message: error.message, details: error.details });

/**
 * The part of a handler's error that the caller may see. An unavailable database becomes UNAVAILABLE, or OUTCOME_UNKNOWN when the
 * connection broke during a statement. Any other error that is no AppError is a bug: it is passed to `log` once and becomes INTERNAL.
 */
export function visibleError(error: unknown, log: (bug: unknown) => void): WireError {
  const cause: unknown = error instanceof RpcException ? error.getError() : error;
  if (cause instanceof AppError) return toWireError(cause);
  const outage = outageOf(cause);
  if (outage) return toWireError(transportError(outage));
  // Nest's exception filter has logged the error that it turned into this plain object.
  if (!isExceptionFilterResult(cause)) log(cause);
  return { code: 'INTERNAL', message: ERRORS.INTERNAL.text, details: {} };
}

/** Codes of a part of Kith that could not do its work now, whatever was asked. */
const OUTAGE_CODES = new Set<ErrorCode>(['UNAVAILABLE', 'OVERLOADED', 'DEADLINE', 'OUTCOME_UNKNOWN', 'CANCELLED']);
// The texts of ioredis while its connection is down, and of Redis while it starts.
const REDIS_DOWN_TEXT = /enableOfflineQueue|isn't writeable|^Connection is closed|max retries per request|^LOADING /;

/**
 * Whether a failure is one of the infrastructure (a service, Postgres or Redis that is down, restarting or overloaded), so that the same
 * work succeeds once it is back. False for everything that the work itself causes, bugs included, and for the language model.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof AppError) return OUTAGE_CODES.has(error.code);
  return outageOf(error) !== undefined || (error instanceof Error && REDIS_DOWN_TEXT.test(error.message));
}

// Codes of Node and of Postgres (manual, appendix A); the driver reports some failures only as text.
const NOT_REACHED = new Set<unknown>(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', '57P03', '53300']);
const CONNECTION_LOST = new Set<unknown>(['ECONNRESET', 'EPIPE', '57P01', '57P02']);
const NOT_REACHED_TEXT = /^timeout exceeded when trying to connect|^Connection terminated due to connection timeout/;
const CONNECTION_LOST_TEXT = /^Connection terminated|^Client has encountered a connection error/;

function outageOf(error: unknown): 'UNAVAILABLE' | 'OUTCOME_UNKNOWN' | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const code = 'code' in error ? error.code : undefined;
  const text = 'message' in error ? String(error.message) : '';
  if (NOT_REACHED.has(code) || NOT_REACHED_TEXT.test(text)) return 'UNAVAILABLE';
  return CONNECTION_LOST.has(code) || CONNECTION_LOST_TEXT.test(text) ? 'OUTCOME_UNKNOWN' : undefined;
}

const isExceptionFilterResult = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !(value instanceof Error) && 'status' in value && value.status === 'error';
