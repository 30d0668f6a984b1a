import { ERRORS, isErrorCode, type ErrorCode } from './errors.js';

/** What may accompany an error, named with the same names in REST and GraphQL answers. */
export interface ErrorDetails {
  /** Problem per field path, for forms. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Whole seconds to wait before trying again; also sent as Retry-After. */
  readonly retryAfterS?: number;
  /** ISO time at which the daily count starts again. */
  readonly resetsAt?: string;
  /** Which cap of the owner is reached: `bot`, `server` or `member`. */
  readonly cap?: string;
}

/** The body of every failed answer: `error` repeats `message` for clients that read that field. */
export interface ErrorBody extends ErrorDetails {
  readonly statusCode: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly error: string;
}

/** The error of every service and client: a code for programs, a message for people. Messages are shown to users: never put internals in one. */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly code: ErrorCode,
    message: string = ERRORS[code].text,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  toBody(): ErrorBody {
    return { statusCode: this.status, code: this.code, message: this.message, error: this.message, ...this.details };
  }

  /** The AppError that was serialised as `value`; INTERNAL for anything else. */
  static from(value: unknown): AppError {
    if (value instanceof AppError) return value;
    if (typeof value === 'object' && value !== null && 'code' in value && isErrorCode(value.code)) {
      const message = 'message' in value && typeof value.message === 'string' ? value.message : undefined;
      const details = 'details' in value && typeof value.details === 'object' && value.details !== null ? value.details : {};
      return new AppError(value.code, message, details);
    }
    return new AppError('INTERNAL');
  }
}

/** For the default branch of a switch over a union: fails to compile when a case is missing. */
export function unreachable(value: never): never {
  throw new Error(`unreachable case: ${String(value)}`);
}
