import type { Logger } from '@kith/kit';
import { AppError, type Passage } from '@kith/proto';
import { buildPrompt } from '../prompt/prompt.js';
import { tokenCounter } from '../prompt/tokens.js';
import { questionWithFileNames } from '../replies/attachments.js';
import { MIN_ANSWER_COVERAGE, type ReplyPart, type ReplyContext, type ReplyWriter } from '../replies/reply-writer.js';
import { CircuitBreaker } from './circuit-breaker.js';
import type { ModelCatalogue } from './model-catalogue.js';
import { ModelFailure, type CompletionPart, type CompletionRequest, type ModelProvider, type Usage } from './model-provider.js';

/** Writes replies with a language model. */
export class ModelWriter implements ReplyWriter {
  readonly engine;
  private readonly breaker = new CircuitBreaker();

  constructor(
    private readonly provider: ModelProvider,
    private readonly catalogue: ModelCatalogue,
    private readonly logger: Logger,
  ) {
    this.engine = provider.engine;
  }

  async *write(context: ReplyContext, signal: AbortSignal): AsyncGenerator<ReplyPart, void> {
    const countTokens = await tokenCounter();
    const { model, window } = this.catalogue[context.persona.model];
    const { messages, maxTokens, passages } = buildPrompt({ ...context, window, countTokens });
    let text = '';
    let end: { isTruncated: boolean; usage: Usage | null } = { isTruncated: true, usage: null };
    try {
      for await (const part of this.complete({ model, messages, maxTokens, signal })) {
        if (part.kind === 'end') end = { isTruncated: part.isCut, usage: part.usage };
        else yield { kind: 'text', text: part.text };
        if (part.kind === 'text') text += part.text;
      }
    } catch (error) {
      const failure = this.toAppError(error, signal);
      // Text from before the failure is kept and marked as truncated.
      if (text === '') throw failure;
    }
    yield {
      kind: 'end',
      ...end,
      sources: sourcesOf(context.coverage, passages),
      tokens: countTokens(questionWithFileNames(context)) + countTokens(text),
    };
  }

  private async *complete(request: CompletionRequest): AsyncGenerator<CompletionPart, void> {
    this.breaker.enter();
    // A cancelled call says nothing about the provider.
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

  private toAppError(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return new AppError('CANCELLED');
    if (!(error instanceof ModelFailure)) return error;
    this.logger.warn({ engine: this.engine, reason: error.message }, 'language model failed');
    return new AppError('MODEL_UNAVAILABLE');
  }
}

/** The titles of the passages that fit the question well enough to have been used. */
function sourcesOf(coverage: number, passages: readonly Passage[]): string[] {
  const [best] = passages;
  if (!best || coverage < MIN_ANSWER_COVERAGE) return [];
  return [...new Set(passages.filter(({ score }) => score >= best.score / 2).map(({ title }) => title))];
}
