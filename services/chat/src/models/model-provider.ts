import type { Engine } from '@kith/proto';

/** A message of a prompt, in the format that all providers share. */
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

/** A piece of text, or what is known at the end: `isCut` when the text reached `maxTokens`. */
export type CompletionPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'end'; readonly isCut: boolean; readonly usage: Usage | null };

/** A provider of language models. */
export interface ModelProvider {
  readonly engine: Engine;
  /** Streams one completion; throws ModelFailure when the provider refuses, times out, breaks off or answers malformed data. */
  complete(request: CompletionRequest): AsyncIterable<CompletionPart>;
}

/** Reasons that lie with the provider, and not with the prompt or the configuration. */
const PROVIDER_FAULTS: ReadonlySet<string> = new Set(['busy', 'down', 'timeout', 'malformed', 'interrupted']);

/**
 * Why a provider gave no text, or no more: `refused` is about the prompt, `forbidden` and `missing` about the configuration, `empty` an answer
 * without text. The message is for the log, never for users; it contains neither keys nor prompts.
 */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';

  constructor(
    readonly reason:
      'refused' | 'forbidden' | 'missing' | 'busy' | 'down' | 'timeout' | 'malformed' | 'interrupted' | 'empty' | 'circuit-open',
    detail = '',
  ) {
    super(detail ? `${reason}: ${detail}` : reason);
  }

  /** Whether another request would probably fail too. Users choose their prompts, so a refused prompt or an empty answer is none of these. */
  get isFaultOfProvider(): boolean {
    return PROVIDER_FAULTS.has(this.reason);
  }
}

/** The failure that an error of the SDK stands for. */
export function toModelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 429) return new ModelFailure('busy', '429');
  if (status === 401 || status === 402 || status === 403) return new ModelFailure('forbidden', String(status));
  if (status === 404 || status === 405 || status === 501) return new ModelFailure('missing', String(status));
  if (typeof status === 'number' && status < 500) return new ModelFailure('refused', String(status));
  if (typeof status === 'number') return new ModelFailure('down', String(status));
  // The SDK rethrows the SyntaxError of malformed JSON; network failures are errors of the SDK or of fetch.
  if (error instanceof SyntaxError) return new ModelFailure('malformed');
  return new ModelFailure('down', error instanceof Error ? error.name : '');
}
