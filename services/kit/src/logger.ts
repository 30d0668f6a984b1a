import type { LoggerService } from '@nestjs/common';
import { pino, type Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

/** Nest token of the logger, bound to the name of the service. */
export const LOGGER = Symbol('logger');

const MAX_CAUSES = 5;
const SECRET_KEYS = ['password', 'token', 'discordToken', 'apiKey', 'authorization', 'cookie', 'secret', 'bearer'];
// Formats of secrets, wherever they occur: Discord bot tokens, OpenAI and Stripe keys, bearer headers, URLs with passwords.
const SECRET_PATTERNS = [
  /[\w-]{20,30}\.[\w-]{5,8}\.[\w-]{24,45}/g,
  /\b(?:sk|rk|pk|whsec)[-_][\w-]{8,}/g,
  /\bkith_[\w-]{43}/g,
  /\bBearer\s+[\w.~+/-]{8,}=*/gi,
  /(?<=:\/\/[^:/\s"]{0,64}:)[^@/\s"]+(?=@)/g,
];

/** Replaces everything in `line` that has the format of a token, a key or a password in a URL. */
export function redact(line: string): string {
  return SECRET_PATTERNS.reduce((text, pattern) => text.replace(pattern, '[redacted]'), line);
}

// JSON does not escape these: some line readers split at U+2028 and U+2029, and terminals interpret C1 control characters.
const UNSAFE = /[\u007f-\u009f\u2028\u2029]/g;

const escapeUnsafe = (line: string): string =>
  line.replace(UNSAFE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A logger that writes JSON lines to standard output. Values of fields named like secrets and text in the format of secrets are redacted. */
export function createLogger(level: string, destination: { write(line: string): unknown } = process.stdout): Logger {
  const paths = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: '[redacted]' },
      serializers: { err: (error: unknown) => describeError(error) },
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => destination.write(escapeUnsafe(redact(line))) },
  );
}

interface ErrorLike {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: unknown;
  readonly cause?: unknown;
}

const isErrorLike = (value: unknown): value is ErrorLike =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';

/** Copies only these fields: errors of databases and HTTP clients contain the caller's values and headers in others. */
function describeError(error: unknown, depth = 0): unknown {
  if (!isErrorLike(error)) return error;
  const { name, message, stack, code, cause } = error;
  const causes = cause === undefined || depth === MAX_CAUSES ? {} : { cause: describeError(cause, depth + 1) };
  return { type: name, message, code, stack, ...causes };
}

/** Sends Nest's own log messages to our logger; those of its start-up at the level debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  debug(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }
  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }
  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }
  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error({ context, stack: message instanceof Error ? message.stack : stack }, String(message));
  }
  fatal(message: unknown, context?: string): void {
    this.logger.fatal({ context }, String(message));
  }
}
