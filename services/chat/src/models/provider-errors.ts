import { ModelFailure, type FailureReason } from './model-provider.js';

/** What an error of an SDK tells about an answer of the provider. */
interface ErrorAnswer {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly type?: unknown;
  readonly headers?: unknown;
  readonly message: string;
}

/** The longest pause that a provider may ask for. It is told to people and obeyed alike (docs/decisions.md T10). */
export const MAX_RETRY_AFTER_MS = 600_000;

const QUOTA_CODES: ReadonlySet<unknown> = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_error']);
// Anthropic reports an account without credit as an invalid request, with these words alone.
const NO_CREDIT = /credit balance is too low|reached your specified api usage limits/i;
/** What the operator can mend, and no author of a message. */
const SETUP_CODES: ReadonlySet<unknown> = new Set([
  'unsupported_parameter',
  'unsupported_value',
  'unknown_parameter',
  'model_not_found',
]);
const TOO_LONG_CODES = /context_length_exceeded|string_above_max_length|exceed_context_size|request_too_large/;
const TOO_LONG = /maximum context length|prompt is too long|context (?:window|length|size)|too many (?:input )?tokens/i;
const FILTER_CODES = /content_policy|content_filter|moderation_blocked|invalid_prompt/;
const FILTERED = /content (?:policy|filter)|content management policy|safety system/i;
const PICTURE = /(?:^|[^a-z])images?(?:[^a-z]|$)|media[_ ]type|multimodal/i;

/** Errors that arrive within a stream have a code or a type and no status. */
const REASONS_OF_TYPES: Readonly<Record<string, FailureReason>> = {
  authentication_error: 'unauthorized',
  permission_error: 'forbidden',
  not_found_error: 'missing',
  rate_limit_error: 'busy',
  rate_limit_exceeded: 'busy',
};

/** The failure that an error of an SDK stands for. Its texts are not kept: a provider may repeat parts of the key in them. */
export function toModelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  // The SDKs rethrow the SyntaxError of malformed JSON; network failures are errors of the SDK or of fetch.
  if (error instanceof SyntaxError) return new ModelFailure('malformed');
  if (!(error instanceof Error)) return new ModelFailure('down');
  // What reads the bytes of the answer reports through the error of fetch.
  if (error.cause instanceof ModelFailure) return error.cause;
  const answer: ErrorAnswer = error;
  const retryAfterMs = retryAfterOf(answer.headers);
  if (typeof answer.status === 'number')
    return new ModelFailure(reasonOfStatus(answer.status, answer), String(answer.status), { retryAfterMs });
  return new ModelFailure(reasonInStream(answer), error.name, { retryAfterMs });
}

/** How long the provider asks to wait, in milliseconds, ten minutes at most; undefined when it does not say. */
export function retryAfterOf(headers: unknown, now = Date.now()): number | undefined {
  if (!(headers instanceof Headers)) return undefined;
  const inMs = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  const text = headers.get('retry-after') ?? '';
  // Seconds, or a date.
  const waitMs = Number.isFinite(inMs) ? inMs : /^\s*\d/.test(text) ? Number.parseFloat(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS) : undefined;
}

function reasonOfStatus(status: number, answer: ErrorAnswer): FailureReason {
  if (status === 402 || isOutOfQuota(answer)) return 'quota';
  if (status === 401) return isExpired(answer) ? 'expired' : 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 405 || status === 501) return 'missing';
  if (status === 408 || status === 429) return 'busy';
  if (status === 413) return 'too_long';
  return status < 500 ? refusalOf(answer) : 'down';
}

function reasonInStream(answer: ErrorAnswer): FailureReason {
  if (isOutOfQuota(answer)) return 'quota';
  const known = REASONS_OF_TYPES[String(answer.type)] ?? REASONS_OF_TYPES[String(answer.code)];
  if (known) return known;
  const refusal = refusalOf(answer);
  return refusal === 'refused' && answer.type !== 'invalid_request_error' ? 'down' : refusal;
}

/** What of the message the provider does not accept. */
function refusalOf({ code, type, message }: ErrorAnswer): FailureReason {
  if (SETUP_CODES.has(code)) return 'missing';
  // Without a known shape the whole answer is in the message.
  const codes = `${String(code)} ${String(type)} ${message}`;
  if (TOO_LONG_CODES.test(codes)) return 'too_long';
  if (FILTER_CODES.test(codes)) return 'filtered';
  if (TOO_LONG.test(message)) return 'too_long';
  if (FILTERED.test(message)) return 'filtered';
  return PICTURE.test(codes) ? 'picture' : 'refused';
}

const isOutOfQuota = ({ code, type, message }: ErrorAnswer): boolean =>
  QUOTA_CODES.has(code) || QUOTA_CODES.has(type) || NO_CREDIT.test(message);

const isExpired = ({ code, message }: ErrorAnswer): boolean => /expired/i.test(`${String(code)} ${message}`);
