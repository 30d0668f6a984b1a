import type { Logger } from '@kith/kit';
import { AppError, type Passage } from '@kith/proto';
import { StorableText } from '../messages/storable-text.js';
import { buildPrompt } from '../prompt/prompt.js';
import { tokenCounter } from '../prompt/tokens.js';
import { questionWithFileNames } from '../replies/attachments.js';
import { MIN_ANSWER_COVERAGE, type ReplyPart, type ReplyContext, type ReplyWriter } from '../replies/reply-writer.js';
import type { ModelCatalogue } from './model-catalogue.js';
import { ModelFailure, type ModelProvider, type Usage } from './model-provider.js';
import type { ProviderAccess } from './provider-access.js';

/** Writes replies with a language model. */
export class ModelWriter implements ReplyWriter {
  readonly engine;

  constructor(
    private readonly provider: ModelProvider,
    private readonly access: ProviderAccess,
    private readonly catalogue: ModelCatalogue,
    private readonly logger: Logger,
  ) {
    this.engine = provider.engine;
  }

  async *write(context: ReplyContext, signal: AbortSignal): AsyncGenerator<ReplyPart, void> {
    const countTokens = await tokenCounter();
    const { model, window } = this.catalogue[context.persona.model];
    const { messages, maxTokens, passages } = buildPrompt({ ...context, window, countTokens });
    const request = { model, messages, maxTokens, signal };
    const storable = new StorableText();
    let text = '';
    let end: { isTruncated: boolean; usage: Usage | null } = { isTruncated: true, usage: null };
    try {
      for await (const part of this.access.request(context, signal, () => this.provider.complete(request))) {
        if (part.kind === 'end') {
          end = { isTruncated: part.isCut, usage: part.usage };
        } else {
          const piece = storable.push(part.text);
          text += piece;
          yield { kind: 'text', text: piece };
        }
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

  private toAppError(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return new AppError('CANCELLED');
    if (!(error instanceof ModelFailure)) return error;
    this.logger.warn({ engine: this.engine, reason: error.message }, 'language model failed');
    return new AppError(error.reason === 'refused' ? 'PROMPT_REFUSED' : 'MODEL_UNAVAILABLE');
  }
}

/** The titles of the passages that fit the question well enough to have been used. */
function sourcesOf(coverage: number, passages: readonly Passage[]): string[] {
  const [best] = passages;
  if (!best || coverage < MIN_ANSWER_COVERAGE) return [];
  return [...new Set(passages.filter(({ score }) => score >= best.score / 2).map(({ title }) => title))];
}
