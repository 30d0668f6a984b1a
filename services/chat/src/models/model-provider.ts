import type { Engine } from '@kith/proto';
import type { PicturePlace, PromptPicture } from './picture-models.js';

/** A message of a prompt, in the format that all providers share. */
export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** Of a message of the user, for a model that sees them. */
  readonly pictures?: readonly PromptPicture[];
}

/** Pictures that a model did not accept: those of the message itself, or only those of earlier messages. */
export type RefusedPictures = { readonly are: 'new' } | { readonly are: 'earlier'; readonly places: readonly PicturePlace[] };

/** What a model may call while it writes. */
export interface ToolSpec {
  /** Letters, digits, hyphens and low lines; 64 at most. */
  readonly name: string;
  readonly description: string;
  /** A JSON schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What a model calls. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON as the model wrote it. */
  readonly arguments: string;
}

/** An answer in which the model called tools, and what they gave. */
export interface ToolRound {
  /** What it wrote before the calls. */
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** In the order of the calls. */
  readonly results: readonly string[];
  /** What the provider wants to get back with the results, in its own format: thoughts for example. */
  readonly carried: unknown;
}

/** The tools of a request. */
export interface ToolUse {
  readonly specs: readonly ToolSpec[];
  readonly rounds: readonly ToolRound[];
  /** False: the model must answer now. */
  readonly mayCall: boolean;
}

export interface CompletionRequest {
  /** The provider's id of the model. */
  readonly model: string;
  readonly messages: readonly PromptMessage[];
  /** Of the text. */
  readonly maxTokens: number;
  /** Room for what the model spends before it writes, beside `maxTokens`; 0 by default. */
  readonly reasoningTokens?: number;
  readonly temperature?: number;
  /** Requests with the same key begin with the same text, so that the provider may keep what it has read of it. */
  readonly cacheKey?: string;
  readonly tools?: ToolUse;
  readonly signal: AbortSignal;
}

export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Of the prompt, what the provider had kept from an earlier request; absent where it does not say. */
  readonly cachedTokens?: number;
}

/** A piece of text, or what is known at the end: `isCut` when the text reached `maxTokens`. An answer without text calls tools. */
export type CompletionPart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'end';
      readonly isCut: boolean;
      readonly usage: Usage | null;
      /** What the model calls before it goes on. */
      readonly calls?: readonly ToolCall[];
      /** For `ToolRound`. */
      readonly carried?: unknown;
    };

/** A model that a provider lists. */
export interface ListedModel {
  readonly id: string;
  /** ISO date; null when none is announced. */
  readonly shutdownDate: string | null;
}

/** A provider of language models. */
export interface ModelProvider {
  readonly engine: Engine;
  /** Streams one completion; throws ModelFailure when the provider refuses, times out, breaks off or answers malformed data. */
  complete(request: CompletionRequest): AsyncIterable<CompletionPart>;
  /** The ids of the models that may write replies with this key, newest first where the provider says so. Throws ModelFailure. */
  models(signal: AbortSignal): Promise<string[]>;
  /** Everything that the provider lists, also models that write no replies. Throws ModelFailure. */
  listing(signal: AbortSignal): Promise<ListedModel[]>;
}

/** Whose failure it is: the installation's or key owner's, the provider's, or that of this one message. */
export type FailureOrigin = 'ours' | 'theirs' | 'message';

const ORIGINS = {
  // The provider refused the prompt without saying why, its content filter did, the prompt is too long, a picture is not accepted, and an answer
  // without text. Users choose their prompts, so that none of these says anything about the provider.
  refused: 'message',
  filtered: 'message',
  too_long: 'message',
  picture: 'message',
  empty: 'message',
  // The key is not accepted, expired, without permission, without credit; the model or the whole API does not exist there.
  unauthorized: 'ours',
  expired: 'ours',
  forbidden: 'ours',
  quota: 'ours',
  missing: 'ours',
  busy: 'theirs',
  down: 'theirs',
  timeout: 'theirs',
  malformed: 'theirs',
  interrupted: 'theirs',
  // The provider was not asked, because it failed a moment ago or asked for a pause.
  'circuit-open': 'theirs',
} as const satisfies Record<string, FailureOrigin>;

export type FailureReason = keyof typeof ORIGINS;

// What a server says of itself may be of any length.
const MAX_DETAIL_CHARS = 60;

interface FailureDetails {
  /** How long the provider asks not to be asked again, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** A sentence for the owner of the key, in place of the general one. */
  readonly explanation?: string;
}

/** Why a provider gave no text, or no more. The message is for the log, never for users; it contains neither keys nor prompts. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly retryAfterMs: number | undefined;
  readonly explanation: string | undefined;

  constructor(
    readonly reason: FailureReason,
    readonly detail = '',
    { retryAfterMs, explanation }: FailureDetails = {},
  ) {
    super(detail ? `${reason}: ${detail.slice(0, MAX_DETAIL_CHARS)}` : reason);
    this.retryAfterMs = retryAfterMs;
    this.explanation = explanation;
  }

  get origin(): FailureOrigin {
    return ORIGINS[this.reason];
  }

  /** Whether the provider was asked and failed, so that another request would probably fail too. */
  get isFaultOfProvider(): boolean {
    return this.origin === 'theirs' && this.reason !== 'circuit-open';
  }
}
