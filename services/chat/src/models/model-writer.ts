import type { Logger } from '@kith/kit';
import { AppError, type Passage } from '@kith/proto';
import { StorableText } from '../messages/storable-text.js';
import { buildPrompt } from '../prompt/prompt.js';
import { tokenCounter } from '../prompt/tokens.js';
import { questionWithFileNames } from '../replies/attachments.js';
import { MIN_ANSWER_COVERAGE, type ReplyPart, type ReplyContext, type ReplyWriter } from '../replies/reply-writer.js';
import { seesPictures } from './picture-models.js';
import { ModelFailure, type CompletionPart, type CompletionRequest, type ModelProvider, type Usage } from './model-provider.js';
import type { ProviderAccess } from './provider-access.js';

/** A model and how it is asked. */
export interface ModelInUse {
  readonly provider: ModelProvider;
  readonly access: Pick<ProviderAccess, 'request'>;
  /** The provider's id of the model. */
  readonly model: string;
  /** What people read. */
  readonly name: string;
  /** In tokens. */
  readonly contextWindow: number;
  readonly isCharged: boolean;
}

/** Writes replies with a language model. */
export class ModelWriter implements ReplyWriter {
  readonly engine;
  readonly isCharged;
  readonly seesPictures;

  constructor(
    private readonly use: ModelInUse,
    private readonly logger: Logger,
  ) {
    this.engine = use.provider.engine;
    this.isCharged = use.isCharged;
    this.seesPictures = seesPictures(use.provider.engine, use.model);
  }

  async *write(context: ReplyContext, signal: AbortSignal): AsyncGenerator<ReplyPart, void> {
    const countTokens = await tokenCounter();
    const { provider, access, model, contextWindow } = this.use;
    const { messages, maxTokens, passages } = buildPrompt({ ...context, window: contextWindow, now: new Date(), countTokens });
    const request = { model, messages, maxTokens, signal };
    const withoutPictures = { ...request, messages: messages.map(({ role, content }) => ({ role, content })) };
    const hasPictures = messages.some(({ pictures = [] }) => pictures.length > 0);
    const storable = new StorableText();
    let text = '';
    let end: { isTruncated: boolean; usage: Usage | null } = { isTruncated: true, usage: null };
    try {
      const ask = () => (hasPictures ? orWithoutPictures(provider, request, withoutPictures) : provider.complete(request));
      for await (const part of access.request(context, signal, ask)) {
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

/** A broken picture must not leave the whole message without an answer. */
async function* orWithoutPictures(
  provider: ModelProvider,
  request: CompletionRequest,
  withoutPictures: CompletionRequest,
): AsyncGenerator<CompletionPart, void> {
  try {
    yield* provider.complete(request);
  } catch (error) {
    // A refusal comes before any text.
    if (!(error instanceof ModelFailure) || error.reason !== 'refused') throw error;
    yield* provider.complete(withoutPictures);
  }
}

/** The titles of the passages that fit the question well enough to have been used. */
function sourcesOf(coverage: number, passages: readonly Passage[]): string[] {
  const [best] = passages;
  if (!best || coverage < MIN_ANSWER_COVERAGE) return [];
  return [...new Set(passages.filter(({ score }) => score >= best.score / 2).map(({ title }) => title))];
}
