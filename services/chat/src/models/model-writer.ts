import type { Logger } from '@kith/kit';
import { StorableText } from '../messages/storable-text.js';
import { buildPrompt } from '../prompt/prompt.js';
import { tokenCounter } from '../prompt/tokens.js';
import { questionWithFileNames } from '../replies/attachments.js';
import { CitationReader } from '../replies/citations.js';
import type { ReplyPart, ReplyContext, ReplyWriter } from '../replies/reply-writer.js';
import type { ModelAbilities } from './model-abilities.js';
import {
  ModelFailure,
  type CompletionPart,
  type CompletionRequest,
  type FailureReason,
  type ModelProvider,
  type Usage,
} from './model-provider.js';
import type { RequestSender } from './provider-access.js';

/** A model and how it is asked. */
export interface ModelInUse extends ModelAbilities {
  readonly provider: ModelProvider;
  readonly access: RequestSender;
  /** The provider's id of the model. */
  readonly model: string;
  /** What people read. */
  readonly name: string;
  /** In tokens. */
  readonly contextWindow: number;
  readonly isCharged: boolean;
}

/** Writes replies with one language model. */
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
    this.seesPictures = use.seesPictures;
  }

  async *write(context: ReplyContext, signal: AbortSignal): AsyncGenerator<ReplyPart, void> {
    const countTokens = await tokenCounter();
    const { provider, access, model, contextWindow, reasoningTokens } = this.use;
    const attachments = this.seesPictures
      ? context.attachments
      : context.attachments.map(({ picture: _unseen, ...file }) => file);
    const { messages, maxTokens, passages } = buildPrompt({
      ...context,
      attachments,
      window: contextWindow,
      now: new Date(),
      countTokens,
    });
    const request = { model, messages, maxTokens, reasoningTokens, cacheKey: context.persona.id, signal };
    const withoutPictures = { ...request, messages: messages.map(({ role, content }) => ({ role, content })) };
    const hasPictures = messages.some(({ pictures = [] }) => pictures.length > 0);
    const storable = new StorableText();
    const citations = new CitationReader(passages);
    let text = '';
    let end: { isTruncated: boolean; usage: Usage | null } = { isTruncated: true, usage: null };
    let failure: ModelFailure | undefined;
    try {
      const ask = () => (hasPictures ? orWithoutPictures(provider, request, withoutPictures) : provider.complete(request));
      for await (const part of access.request(context, signal, ask)) {
        if (part === 'without pictures') {
          yield { kind: 'note', text: WITHOUT_PICTURES };
        } else if (part.kind === 'end') {
          end = { isTruncated: part.isCut, usage: part.usage };
        } else {
          const piece = storable.push(part.text);
          text += piece;
          yield* textOf(citations.push(piece));
        }
      }
      if (text.trim() === '') throw new ModelFailure('empty', 'white space');
    } catch (error) {
      // Text from before the failure is kept and marked.
      if (text.trim() === '') throw error;
      if (!signal.aborted) failure = this.interruption(error);
    }
    yield* textOf(citations.end());
    yield {
      kind: 'end',
      ...end,
      failure,
      sources: citations.cited.map(({ title }) => title),
      citations: citations.cited,
      asked: { model, name: this.use.name, messages },
      tokens: countTokens(questionWithFileNames(context)) + countTokens(text),
    };
  }

  private interruption(error: unknown): ModelFailure {
    const failure = error instanceof ModelFailure ? error : new ModelFailure('interrupted');
    this.logger.warn({ engine: this.engine, reason: failure.message }, 'language model failed in the middle of a reply');
    return failure;
  }
}

function* textOf(text: string): Generator<ReplyPart> {
  if (text !== '') yield { kind: 'text', text };
}

const WITHOUT_PICTURES = 'The language model did not accept the picture and answered without seeing it.';
/** What may be different without the pictures. */
const ABOUT_PICTURES: ReadonlySet<FailureReason> = new Set(['refused', 'filtered', 'picture', 'too_long']);

/** A broken picture must not leave the whole message without an answer. */
async function* orWithoutPictures(
  provider: ModelProvider,
  request: CompletionRequest,
  withoutPictures: CompletionRequest,
): AsyncGenerator<CompletionPart | 'without pictures', void> {
  let hasBegun = false;
  try {
    for await (const part of provider.complete(request)) {
      hasBegun = true;
      yield part;
    }
  } catch (error) {
    if (hasBegun || !(error instanceof ModelFailure) || !ABOUT_PICTURES.has(error.reason)) throw error;
    yield 'without pictures';
    yield* provider.complete(withoutPictures);
  }
}
