import { AppError, ERRORS, type ErrorCode } from '@kith/proto';
import { RpcException } from '@nestjs/microservices';
import type { WireError } from './protocol.js';

// How long until another attempt makes sense: a queue drains within a second, a replica needs a moment to start.
const RETRY_AFTER_S: Partial<Record<ErrorCode, number>> = { OVERLOADED: 1, UNAVAILABLE: 2 };

const notRun = new WeakSet<AppError>();

/**
 * Whether the call that failed with `error` was surely not executed. Stricter than `NOT_EXECUTED.has(error.code)`: a handler that
 * did run may pass on the UNAVAILABLE of a service behind it.
 */
export const isNotExecuted = (error: unknown): boolean => error instanceof AppError && notRun.has(error);

/** An error of the transport itself, with the catalogue's text: causes are not for users. */
export function transportError(code: ErrorCode): AppError {
  const retryAfterS = RETRY_AFTER_S[code];
  return new AppError(code, undefined, retryAfterS === undefined ? {} : { retryAfterS });
}

/** Like `transportError`, marked as surely not executed. */
export function notRunError(code: ErrorCode): AppError {
  return markNotRun(transportError(code));
}

export function markNotRun(error: AppError): AppError {
  notRun.add(error);
  return error;
}

/** A failed command: refused before it was written is surely not executed; broken on the way may have been. */
export function commandError(error: unknown): AppError {
  const text = error instanceof Error ? error.message : '';
  // The words of ioredis for a command it did not write. OOM: Redis refused the write.
  const isUnwritten = /enableOfflineQueue|isn't writeable|^OOM |^READONLY |^LOADING /.test(text);
  return isUnwritten ? notRunError('UNAVAILABLE') : transportError('OUTCOME_UNKNOWN');
}

export const toWire = (error: AppError): WireError => ({ code: error.code, message: error.message, details: error.details });

/**
 * What a caller may see of a handler's error. A database that is away is no bug: UNAVAILABLE, or OUTCOME_UNKNOWN when it went under a
 * statement. Everything else but an AppError is one: `log` gets it once, the caller gets INTERNAL.
 */
export function failureOf(error: unknown, log: (bug: unknown) => void): WireError {
  const cause: unknown = error instanceof RpcException ? error.getError() : error;
  if (cause instanceof AppError) return toWire(cause);
  const outage = outageOf(cause);
  if (outage) return toWire(transportError(outage));
  // Nest's exception filter has logged what it turned into this plain object.
  if (!isFilterAnswer(cause)) log(cause);
  return { code: 'INTERNAL', message: ERRORS.INTERNAL.text, details: {} };
}

// Codes of Node and of Postgres (its manual, appendix A); the driver says some of it in words only.
const NOT_REACHED = new Set<unknown>(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', '57P03', '53300']);
const CUT_OFF = new Set<unknown>(['ECONNRESET', 'EPIPE', '57P01', '57P02']);
const NOT_REACHED_WORDS = /^timeout exceeded when trying to connect|^Connection terminated due to connection timeout/;
const CUT_OFF_WORDS = /^Connection terminated|^Client has encountered a connection error/;

function outageOf(error: unknown): 'UNAVAILABLE' | 'OUTCOME_UNKNOWN' | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const code = 'code' in error ? error.code : undefined;
  const words = 'message' in error ? String(error.message) : '';
  if (NOT_REACHED.has(code) || NOT_REACHED_WORDS.test(words)) return 'UNAVAILABLE';
  return CUT_OFF.has(code) || CUT_OFF_WORDS.test(words) ? 'OUTCOME_UNKNOWN' : undefined;
}

const isFilterAnswer = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !(value instanceof Error) && 'status' in value && value.status === 'error';
