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
    readonly reason: 'refused' | 'busy' | 'down' | 'silent' | 'garbled' | 'broken-off' | 'empty' | 'circuit-open',
    detail = '',
  ) {
    super(detail ? `${reason}: ${detail}` : reason);
  }
}
