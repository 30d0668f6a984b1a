import type { Engine } from '@kith/proto';

/** A message of a prompt, in the shape that all providers share. */
export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
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

/** A piece of text, or what is known at the end: `isCut` when the model had more to say than it was allowed. */
export type CompletionPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'end'; readonly isCut: boolean; readonly usage: Usage | null };

/** A language model somewhere. */
export interface Provider {
  readonly engine: Engine;
  /** Streams one completion; throws ModelFailure when the provider refuses, hangs, breaks off or talks nonsense. */
  complete(request: CompletionRequest): AsyncIterable<CompletionPart>;
}

/** Why a provider gave nothing, or no more. Its message goes to the log, never to users: it holds no key and no prompt. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';

  constructor(
    readonly reason: 'refused' | 'missing' | 'busy' | 'down' | 'silent' | 'garbled' | 'broken-off' | 'empty' | 'circuit-open',
    detail = '',
  ) {
    super(detail ? `${reason}: ${detail}` : reason);
  }
}

/** What an error of the SDK means. */
export function failureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 429) return new ModelFailure('busy', '429');
  if (status === 404 || status === 405 || status === 501) return new ModelFailure('missing', String(status));
  if (typeof status === 'number' && status < 500) return new ModelFailure('refused', String(status));
  if (typeof status === 'number') return new ModelFailure('down', String(status));
  // The SDK passes malformed JSON on as it is; network failures are errors of its own or of fetch.
  if (error instanceof SyntaxError) return new ModelFailure('garbled');
  return new ModelFailure('down', error instanceof Error ? error.name : '');
}
