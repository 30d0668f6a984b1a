/**
 * Every error a caller can see: HTTP status, the default text for people, and when it happens and what to do.
 * Programs switch on the code, never on the text.
 */
export const ERRORS = {
  BAD_INPUT: {
    status: 400,
    text: 'The request is not valid.',
    when: 'A body or argument does not fit its schema; `fields` names each problem. Correct it and send again.',
  },
  MALFORMED: {
    status: 400,
    text: 'The request body is not valid JSON.',
    when: 'The body could not be read at all. Send well-formed JSON.',
  },
  UNAUTHENTICATED: { status: 401, text: 'Please sign in.', when: 'No session, or one that ended. Sign in again.' },
  BAD_CREDENTIALS: {
    status: 401,
    text: 'Invalid username or password',
    when: 'Login with an unknown user or a wrong password; the answer is the same.',
  },
  DOCUMENT_UNKNOWN: {
    status: 400,
    text: 'This page is out of date. Please reload it.',
    when: 'A GraphQL document that is not part of the web app; production executes no others. Reload the page, or use REST.',
  },
  WRONG_PASSWORD: {
    status: 400,
    text: 'The current password is not correct.',
    when: 'Change of the password or deletion of the account with a wrong current password.',
  },
  RESET_INVALID: {
    status: 400,
    text: 'This reset link was used before or is too old. Please ask for a new one.',
    when: 'Password reset with a token that is unknown, used or older than an hour.',
  },
  SIGNATURE_INVALID: {
    status: 400,
    text: 'The signature of this event is not valid.',
    when: 'A payment event whose signature is missing, wrong or too old. Nothing was done.',
  },
  FORBIDDEN: {
    status: 403,
    text: 'You do not have permission to do this.',
    when: 'The role of the caller does not allow the call.',
  },
  IMPERSONATING: {
    status: 403,
    text: 'This is not possible while you act as another user.',
    when: 'Passwords, e-mail, keys, tokens, billing, deletions and administration during an impersonation. End it first.',
  },
  CANNOT_IMPERSONATE: {
    status: 403,
    text: 'You cannot impersonate another administrator.',
    when: 'Impersonation of an administrator or of the super-admin.',
  },
  SUPER_ADMIN_PROTECTED: {
    status: 403,
    text: 'The super-admin cannot be changed this way.',
    when: 'Revoking, deleting or renaming the super-admin.',
  },
  CROSS_ORIGIN: {
    status: 403,
    text: 'This request came from another site and was refused.',
    when: 'A write carried only the cookie and was not same-origin. Send it from the app or with a bearer token.',
  },
  BOT_LIMIT: {
    status: 403,
    text: 'Subscription limit reached. Please upgrade your plan to create more bots.',
    when: 'The owner has as many bots as the plan allows.',
  },
  UPGRADE_REQUIRED: {
    status: 403,
    text: 'Please upgrade your plan to use this.',
    when: 'The plan does not include the feature.',
  },
  PAUSED_BY_PLAN: {
    status: 403,
    text: 'This bot is paused because your plan allows fewer bots. Upgrade your plan or delete another bot.',
    when: 'Start of a bot beyond the cap after a downgrade.',
  },
  NOT_FOUND: {
    status: 404,
    text: 'Not found.',
    when: 'It does not exist or belongs to somebody else; the answer is the same.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    text: 'The request arrived too slowly. Please try again.',
    when: 'The body arrived below the minimum speed or not within a minute. Send again over a faster connection.',
  },
  METHOD_NOT_ALLOWED: { status: 405, text: 'This method is not allowed here.', when: 'Known path, other method.' },
  USERNAME_TAKEN: {
    status: 409,
    text: 'This username is already taken.',
    when: 'Registration or renaming; letter case does not matter. Also for reserved names.',
  },
  EMAIL_TAKEN: {
    status: 409,
    text: 'This email is already registered.',
    when: 'Registration or profile change; letter case does not matter.',
  },
  TOKEN_IN_USE: {
    status: 409,
    text: 'This Discord bot is already connected to another companion.',
    when: 'Two bots cannot share one Discord application.',
  },
  VERSION_CONFLICT: {
    status: 409,
    text: 'This was changed somewhere else in the meantime. Reload and try again.',
    when: '`expectedVersion` does not match.',
  },
  TRIGGER_TAKEN: {
    status: 409,
    text: 'Another command of this bot already uses this trigger.',
    when: 'Two commands of one bot cannot share a trigger; the message names the other one.',
  },
  ALREADY_LEARNED: {
    status: 409,
    text: 'This bot has already learned this command.',
    when: 'A bot learns a command only once.',
  },
  ALREADY_INSTALLED: {
    status: 409,
    text: 'This system is already in your bot.',
    when: 'A system can be installed only once per bot.',
  },
  ALREADY_SUBSCRIBED: {
    status: 409,
    text: 'You already have this plan.',
    when: 'Checkout of the plan that is already subscribed to, or of a second subscription.',
  },
  TOKEN_MISSING: {
    status: 400,
    text: 'Please edit your bot and add a Discord token to launch it. Go to Edit → Discord Settings.',
    when: 'Start without a stored Discord token.',
  },
  TOKEN_INVALID: {
    status: 422,
    text: 'Discord refused the token. Reset it in the Discord Developer Portal, paste the new one in Edit → Discord, and start again.',
    when: 'Discord answered 401 or closed with 4004. Never retried until the token changes.',
  },
  INTENT_MISSING: {
    status: 422,
    text: 'Discord refused the Message Content intent. Switch it on in the Discord Developer Portal under Bot → Privileged Gateway Intents, and start again.',
    when: 'The gateway closed with 4014 (disallowed intents).',
  },
  INVALID_SYNTAX: {
    status: 422,
    text: 'Invalid JavaScript syntax',
    when: 'A custom command that cannot be parsed; the message is that of the parser.',
  },
  DISCORD_REFUSED: {
    status: 422,
    text: 'Discord refused the connection.',
    when: 'The gateway closed with 4010-4013; the reason names the code.',
  },
  DISCORD_UNREACHABLE: {
    status: 503,
    text: 'Discord cannot be reached right now. The bot keeps trying and comes online by itself.',
    when: 'Network failure or 5xx from Discord.',
  },
  TOO_LARGE: {
    status: 413,
    text: 'The request is too large.',
    when: 'Body above the limit of the route, or a message above 1 MB between services.',
  },
  UNSUPPORTED_MEDIA: {
    status: 415,
    text: 'Please send JSON.',
    when: 'A content type that the route does not accept, or a type of file that cannot be read.',
  },
  DAILY_LIMIT: {
    status: 429,
    text: 'You have used all messages of today. Buy credits or wait for the reset.',
    when: 'Daily limit reached and no credits; `resetsAt` says when it ends.',
  },
  RATE_LIMITED: {
    status: 429,
    text: 'Too many requests. Please wait a moment.',
    when: 'A limit per address or account; `retryAfterS` says how long.',
  },
  CANCELLED: {
    status: 499,
    text: 'The request was cancelled.',
    when: 'The caller disconnected or the replica was shut down before the end.',
  },
  INTERNAL: {
    status: 500,
    text: 'Something went wrong on our side.',
    when: 'A bug. The log has the details under the request id.',
  },
  NO_HANDLER: {
    status: 501,
    text: 'This is not available.',
    when: 'No replica handles the call: different versions are running.',
  },
  NOT_CONFIGURED: {
    status: 501,
    text: 'This is not set up on this installation.',
    when: 'A feature whose variables are not set: mail, payments. Ask the operator.',
  },
  OUTCOME_UNKNOWN: {
    status: 502,
    text: 'It is unknown whether this request was completed. Please check before you try again.',
    when: 'The replica crashed during the call, which is not repeatable.',
  },
  UNAVAILABLE: {
    status: 503,
    text: 'This part of Kith is not running right now. Please try again in a moment.',
    when: 'No replica of the service is running. Nothing was done; safe to repeat.',
  },
  OVERLOADED: {
    status: 503,
    text: 'Kith is very busy right now. Please try again in a moment.',
    when: 'The queue of the service is full. Nothing was done; safe to repeat.',
  },
  MODEL_UNAVAILABLE: {
    status: 503,
    text: 'The language model does not answer right now. Nothing was charged. Please try again in a minute.',
    when: 'The model provider is down, does not answer or rejects the request.',
  },
  PROMPT_REFUSED: {
    status: 422,
    text: 'The language model refused to answer this. Nothing was charged. Please say it differently.',
    when: 'The model provider refuses the message, or has refused ten of its author in ten minutes: then `retryAfterS` says how long.',
  },
  PAYMENT_UNAVAILABLE: {
    status: 503,
    text: 'Failed to create checkout session. Please try again.',
    when: 'The payment provider is down or rejects the request. Nothing was charged.',
  },
  DEADLINE: { status: 504, text: 'This took too long.', when: 'No answer within the deadline of the call.' },
} as const satisfies Record<string, { status: number; text: string; when: string }>;

export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (value: unknown): value is ErrorCode => typeof value === 'string' && Object.hasOwn(ERRORS, value);

/** What may accompany an error, named with the same names in REST and GraphQL answers. */
export interface ErrorDetails {
  /** Problem per field path, for forms. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Whole seconds to wait before trying again; also sent as Retry-After. */
  readonly retryAfterS?: number;
  /** ISO time at which the daily count starts again. */
  readonly resetsAt?: string;
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
