import type { Logger } from '@kith/kit';
import { AppError, type Passage } from '@kith/proto';
import { buildPrompt } from '../prompt/prompt.js';
import { tokenCounter } from '../prompt/tokens.js';
import { spokenQuestion } from '../replies/attached-file.js';
import { KNOWN_FROM, type ReplyPart, type Turn, type Writer } from '../writer.js';
import { CircuitBreaker } from './circuit-breaker.js';
import type { ModelCatalogue } from './model-catalogue.js';
import { ModelFailure, type CompletionPart, type CompletionRequest, type Provider, type Usage } from './provider.js';

/** Writes replies with a language model. */
export class ModelWriter implements Writer {
  readonly engine;
  private readonly breaker = new CircuitBreaker();

  constructor(
    private readonly provider: Provider,
    private readonly catalogue: ModelCatalogue,
    private readonly logger: Logger,
  ) {
    this.engine = provider.engine;
  }

  async *write(turn: Turn, signal: AbortSignal): AsyncGenerator<ReplyPart, void> {
    const countTokens = await tokenCounter();
    const { model, window } = this.catalogue[turn.persona.model];
    const { messages, maxTokens, passages } = buildPrompt({ ...turn, window, countTokens });
    let said = '';
    let end: { isTruncated: boolean; usage: Usage | null } = { isTruncated: true, usage: null };
    try {
      for await (const part of this.complete({ model, messages, maxTokens, signal })) {
        if (part.kind === 'end') end = { isTruncated: part.isCut, usage: part.usage };
        else yield { kind: 'text', text: part.text };
        if (part.kind === 'text') said += part.text;
      }
    } catch (error) {
      const failure = this.explain(error, signal);
      // What was said before the failure is kept, marked as cut off.
      if (said === '') throw failure;
    }
    yield {
      kind: 'end',
      ...end,
      sources: sourcesOf(turn.coverage, passages),
      tokens: countTokens(spokenQuestion(turn)) + countTokens(said),
    };
  }

  private async *complete(request: CompletionRequest): AsyncGenerator<CompletionPart, void> {
    this.breaker.enter();
    // A caller that leaves says nothing about the provider.
    let outcome: 'succeeded' | 'failed' | 'abandoned' = 'abandoned';
    try {
      yield* this.provider.complete(request);
      outcome = 'succeeded';
    } catch (error) {
      if (!request.signal.aborted) outcome = 'failed';
      throw error;
    } finally {
      this.breaker[outcome]();
    }
  }

  private explain(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return new AppError('CANCELLED');
    if (!(error instanceof ModelFailure)) return error;
    this.logger.warn({ engine: this.engine, reason: error.message }, 'the language model failed');
    return new AppError('MODEL_UNAVAILABLE');
  }
}

/** Only what fits the question well enough to have been used is named. */
function sourcesOf(coverage: number, passages: readonly Passage[]): string[] {
  const [best] = passages;
  if (!best || coverage < KNOWN_FROM) return [];
  return [...new Set(passages.filter(({ score }) => score >= best.score / 2).map(({ title }) => title))];
}
