import type { Engine } from '@kith/proto';
import type { PromptPicture } from './picture-models.js';

/** A message of a prompt, in the format that all providers share. */
export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** Of a message of the user, for a model that sees them. */
  readonly pictures?: readonly PromptPicture[];
}

export interface CompletionRequest {
  /** The provider's id of the model. */
  readonly model: string;
  readonly messages: readonly PromptMessage[];
  readonly maxTokens: number;
  readonly temperature?: number;
  readonly signal: AbortSignal;
}

export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** A piece of text, or what is known at the end: `isCut` when the text reached `maxTokens`. */
export type CompletionPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'end'; readonly isCut: boolean; readonly usage: Usage | null };

/** A provider of language models. */
export interface ModelProvider {
  readonly engine: Engine;
  /** Streams one completion; throws ModelFailure when the provider refuses, times out, breaks off or answers malformed data. */
  complete(request: CompletionRequest): AsyncIterable<CompletionPart>;
  /** The ids of the models that may write replies with this key, newest first where the provider says so. Throws ModelFailure. */
  models(signal: AbortSignal): Promise<string[]>;
}

/** Reasons that lie with the provider, and not with the prompt or the configuration. */
const PROVIDER_FAULTS: ReadonlySet<string> = new Set(['busy', 'down', 'timeout', 'malformed', 'interrupted', 'quota']);

export type FailureReason =
  // About the prompt.
  | 'refused'
  // About the key: not accepted, expired, without permission, without credit.
  | 'unauthorized'
  | 'expired'
  | 'forbidden'
  | 'quota'
  // The model or the whole API does not exist there.
  | 'missing'
  | 'busy'
  | 'down'
  | 'timeout'
  | 'malformed'
  | 'interrupted'
  // An answer without text.
  | 'empty'
  | 'circuit-open';

/** Why a provider gave no text, or no more. The message is for the log, never for users; it contains neither keys nor prompts. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';

  constructor(
    readonly reason: FailureReason,
    detail = '',
  ) {
    super(detail ? `${reason}: ${detail}` : reason);
  }

  /** Whether another request would probably fail too. Users choose their prompts, so a refused prompt or an empty answer is none of these. */
  get isFaultOfProvider(): boolean {
    return PROVIDER_FAULTS.has(this.reason);
  }
}

/** What an error of an SDK tells about an answer of the provider. */
interface ErrorAnswer {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly type?: unknown;
  readonly message: string;
}

const QUOTA_CODES: ReadonlySet<unknown> = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_error']);
// Anthropic reports an account without credit as an invalid request, with these words alone.
const NO_CREDIT = /credit balance is too low|reached your specified api usage limits/i;
/** Errors that arrive within a stream have a type and no status. */
const REASONS_OF_TYPES: Readonly<Record<string, FailureReason>> = {
  authentication_error: 'unauthorized',
  permission_error: 'forbidden',
  not_found_error: 'missing',
  rate_limit_error: 'busy',
  invalid_request_error: 'refused',
};

/** The failure that an error of an SDK stands for. Its texts are not kept: a provider may repeat parts of the key in them. */
export function toModelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  // The SDKs rethrow the SyntaxError of malformed JSON; network failures are errors of the SDK or of fetch.
  if (error instanceof SyntaxError) return new ModelFailure('malformed');
  if (!(error instanceof Error)) return new ModelFailure('down');
  const answer: ErrorAnswer = error;
  if (typeof answer.status === 'number') return new ModelFailure(reasonOfStatus(answer.status, answer), String(answer.status));
  if (isOutOfQuota(answer)) return new ModelFailure('quota');
  return new ModelFailure(REASONS_OF_TYPES[String(answer.type)] ?? 'down', error.name);
}

function reasonOfStatus(status: number, answer: ErrorAnswer): FailureReason {
  if (status === 402 || isOutOfQuota(answer)) return 'quota';
  if (status === 401) return isExpired(answer) ? 'expired' : 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 405 || status === 501) return 'missing';
  if (status === 429) return 'busy';
  return status < 500 ? 'refused' : 'down';
}

const isOutOfQuota = ({ code, type, message }: ErrorAnswer): boolean =>
  QUOTA_CODES.has(code) || QUOTA_CODES.has(type) || NO_CREDIT.test(message);

const isExpired = ({ code, message }: ErrorAnswer): boolean => /expired/i.test(`${String(code)} ${message}`);
