import type { Logger } from '@kith/kit';
import { StorableText } from '../messages/storable-text.js';
import { buildPrompt } from '../prompt/prompt.js';
import { tokenCounter } from '../prompt/tokens.js';
import { laterTextOf } from '../replies/files-for-later.js';
import { CitationReader } from '../replies/citations.js';
import type { ReplyPart, ReplyContext, ReplyWriter } from '../replies/reply-writer.js';
import type { ModelAbilities } from './model-abilities.js';
import {
  ModelFailure,
  type CompletionRequest,
  type ModelProvider,
  type RefusedPictures,
  type ToolRound,
  type Usage,
} from './model-provider.js';
import { answerOf } from './model-request.js';
import { PICTURE_TOKENS } from './picture-models.js';
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
  /** The moderation endpoint with a key of the owner. */
  readonly moderation?: ReplyWriter['moderation'];
}

/** Writes replies with one language model. */
export class ModelWriter implements ReplyWriter {
  readonly engine;
  readonly isCharged;
  readonly seesPictures;
  readonly usesTools;

  constructor(
    private readonly use: ModelInUse,
    private readonly logger: Logger,
  ) {
    this.engine = use.provider.engine;
    this.isCharged = use.isCharged;
    this.seesPictures = use.seesPictures;
    this.usesTools = use.usesTools;
  }

  async *write(context: ReplyContext, signal: AbortSignal): AsyncGenerator<ReplyPart, void> {
    const countTokens = await tokenCounter();
    const { provider, access, model, contextWindow, reasoningTokens } = this.use;
    const toolTokens = this.usesTools ? (context.tools?.tokensIn(contextWindow, countTokens) ?? null) : null;
    const tools = toolTokens === null ? undefined : context.tools;
    const { messages, maxTokens, passages } = buildPrompt({
      ...this.seen(tools?.isOutward === true ? withOwnWordsOnly(context) : context),
      window: contextWindow - (toolTokens ?? 0),
      now: new Date(),
      countTokens,
    });
    const request = { model, messages, maxTokens, reasoningTokens, cacheKey: context.persona.id, signal };
    let sent: CompletionRequest = request;
    const onRequest = (next: CompletionRequest): void => void (sent = next);
    const storable = new StorableText();
    const citations = new CitationReader(passages);
    let text = '';
    let end: { isTruncated: boolean; usage: Usage | null } = { isTruncated: true, usage: null };
    let failure: ModelFailure | undefined;
    let refusedPictures: RefusedPictures | undefined;
    try {
      const limits = { window: contextWindow, countTokens };
      const send = <T>(start: () => AsyncIterable<T>) => access.request(context, signal, start);
      for await (const part of answerOf({ provider, request, tools, limits, send, onRequest })) {
        if (part.kind === 'note') {
          refusedPictures = part.refused ?? refusedPictures;
          yield { kind: 'note', text: part.text };
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
      isTruncated: end.isTruncated,
      // A provider reports what a request took at its end only.
      usage: end.usage ?? (signal.aborted || failure ? usageOf(sent, text, countTokens) : null),
      failure,
      refusedPictures,
      sources: citations.cited.map(({ title }) => title),
      citations: citations.cited,
      asked: { model, name: this.use.name, messages: sent.messages, tools: sent.tools, toolCalls: tools?.calls ?? [] },
      tokens: countTokens(laterTextOf(context)) + countTokens(text),
    };
  }

  /** A model that sees no pictures reads their names, and not that it would see smaller ones, which another model may. */
  private seen(context: ReplyContext): ReplyContext {
    if (this.seesPictures) return context;
    return {
      ...context,
      attachments: context.attachments.map(({ picture: _unseen, isTooLarge: _ofOthers, ...file }) => file),
      earlierFiles: context.earlierFiles?.filter(({ picture }) => picture === undefined),
      history: context.history.map(({ pictures: _unseen, ...exchange }) => exchange),
    };
  }

  private interruption(error: unknown): ModelFailure {
    const failure = error instanceof ModelFailure ? error : new ModelFailure('interrupted');
    this.logger.warn({ engine: this.engine, reason: failure.message }, 'language model failed in the middle of a reply');
    return failure;
  }
}

/** What a request took that broke off, so that the model did not say it. */
function usageOf({ messages, tools }: CompletionRequest, text: string, countTokens: (text: string) => number): Usage {
  const pictures = messages.reduce((sum, { pictures: shown = [] }) => sum + shown.length, 0);
  const texts = [
    ...messages.map(({ content }) => content),
    ...(tools ? [JSON.stringify(tools.specs), ...tools.rounds.flatMap(textsOf)] : []),
  ];
  return {
    promptTokens: texts.reduce((sum, one) => sum + countTokens(one), 0) + pictures * PICTURE_TOKENS,
    completionTokens: countTokens(text),
  };
}

const textsOf = ({ text, calls, results }: ToolRound): string[] => [
  text,
  ...calls.map(({ name, arguments: given }) => `${name} ${given}`),
  ...results,
];

function* textOf(text: string): Generator<ReplyPart> {
  if (text !== '') yield { kind: 'text', text };
}

/**
 * What a model reads that can pass something on: not the words of other members, so that nothing that it reads on the way can make it pass them on
 * (docs/decisions.md T18). What the companion remembers is of the author alone.
 */
const withOwnWordsOnly = (context: ReplyContext): ReplyContext => ({
  ...context,
  talk: undefined,
  // An answer of the companion to another member may repeat their words.
  repliedTo: undefined,
  attachments: context.attachments.filter(({ isByAnother }) => isByAnother !== true),
  earlierFiles: context.earlierFiles?.filter(({ isByAnother }) => isByAnother !== true),
  history: context.history.filter(({ author }) => author === context.author),
});
