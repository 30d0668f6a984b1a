import type { ToolBox } from '../tools/toolbox.js';
import { MAX_ROUNDS } from '../tools/toolbox.js';
import type { CountTokens } from '../prompt/tokens.js';
import type { PromptPicture } from './picture-models.js';
import {
  ModelFailure,
  type CompletionPart,
  type CompletionRequest,
  type FailureReason,
  type ModelProvider,
  type PromptMessage,
  type RefusedPictures,
  type ToolRound,
  type ToolUse,
  type Usage,
} from './model-provider.js';

/** A part of an answer, or a sentence for the reader about how it came to be. */
export type AnswerPart =
  | CompletionPart
  /** `refused`: which pictures the answer is written without, because the model did not accept them. */
  | { readonly kind: 'note'; readonly text: string; readonly refused?: RefusedPictures | undefined };

export interface ModelRequest {
  readonly provider: ModelProvider;
  readonly request: CompletionRequest;
  readonly tools: ToolBox | undefined;
  readonly limits: { readonly window: number; readonly countTokens: CountTokens };
  /** Called before each request, with all that it sends. */
  readonly onRequest?: (request: CompletionRequest) => void;
  /** Sends one request when its turn has come: no place is held while tools work. */
  send<T>(start: () => AsyncIterable<T>): AsyncIterable<T>;
}

/** The answer of a model, with all that it calls on the way; its usage is that of all requests together. Throws ModelFailure and AppError. */
export async function* answerOf({ tools, limits, send, ...asked }: ModelRequest): AsyncGenerator<AnswerPart, void> {
  const asking = new Asking(asked);
  const rounds: ToolRound[] = [];
  let usage: Usage | null = null;
  let hasText = false;
  for (;;) {
    const mayCall = tools !== undefined && rounds.length < MAX_ROUNDS && tools.mayCall;
    const use = tools && { specs: tools.specs, rounds: [...rounds], mayCall };
    let text = '';
    let end: Extract<CompletionPart, { kind: 'end' }> | undefined;
    // Each request contains what the one before it led to.
    // oxlint-disable-next-line no-await-in-loop
    for await (const part of send(() => asking.parts(use))) {
      if (part.kind === 'end') end = part;
      else if (part.kind === 'note') yield part;
      else {
        // What it writes after a call is a paragraph of its own.
        if (text === '' && hasText) yield { kind: 'text', text: '\n\n' };
        text += part.text;
        hasText ||= part.text.trim() !== '';
        yield part;
      }
    }
    usage = sumOf(usage, end?.usage ?? null);
    const { calls = [], carried, isCut = true } = end ?? {};
    if (!tools || !mayCall || calls.length === 0) {
      yield { kind: 'end', isCut, usage };
      return;
    }
    // oxlint-disable-next-line no-await-in-loop
    const results = await tools.run(calls, limits, asked.request.signal);
    rounds.push({ text, calls, results, carried });
  }
}

function sumOf(one: Usage | null, other: Usage | null): Usage | null {
  if (!one || !other) return other ?? one;
  const cached = [one.cachedTokens, other.cachedTokens].filter((tokens) => tokens !== undefined);
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    ...(cached.length > 0 && { cachedTokens: cached.reduce((sum, tokens) => sum + tokens, 0) }),
  };
}

const WITHOUT_PICTURES: Readonly<Record<RefusedPictures['are'], string>> = {
  new: 'The language model did not accept the picture and answered without seeing it.',
  earlier: 'The language model did not accept a picture from earlier in this conversation and answered without seeing it.',
};
const WITHOUT_TOOLS = 'The language model did not accept the tools and answered without them.';
/** What may be different without the pictures, and without the tools. */
const ABOUT_PICTURES: ReadonlySet<FailureReason> = new Set(['refused', 'filtered', 'picture', 'too_long']);
const ABOUT_TOOLS: ReadonlySet<FailureReason> = new Set(['refused', 'missing']);

type Note = Extract<AnswerPart, { kind: 'note' }>;

/** A broken picture, or a model that was never taught to use tools, must not leave a message without an answer. */
class Asking {
  private refused: RefusedPictures | undefined;
  private isToolless = false;

  constructor(private readonly asked: Pick<ModelRequest, 'provider' | 'request' | 'onRequest'>) {}

  /** What the answer is made without is said when there is one. */
  async *parts(tools: ToolUse | undefined): AsyncGenerator<AnswerPart, void> {
    const notes = new Map<'pictures' | 'tools', Note>();
    for (;;) {
      let hasBegun = false;
      const request = this.requestWith(tools);
      this.asked.onRequest?.(request);
      try {
        // Each request leaves out what the one before it was refused for.
        // oxlint-disable-next-line no-await-in-loop
        for await (const part of this.asked.provider.complete(request)) {
          if (!hasBegun) yield* notes.values();
          hasBegun = true;
          yield part;
        }
        return;
      } catch (error) {
        if (hasBegun || !(error instanceof ModelFailure)) throw error;
        if (this.leavesOutPictures(error)) notes.set('pictures', this.pictureNote());
        else if (this.leavesOutTools(error, tools)) notes.set('tools', { kind: 'note', text: WITHOUT_TOOLS });
        else throw error;
      }
    }
  }

  private requestWith(tools: ToolUse | undefined): CompletionRequest {
    return { ...this.asked.request, messages: this.shown(), ...(tools && !this.isToolless && { tools }) };
  }

  private shown(): readonly PromptMessage[] {
    const { messages } = this.asked.request;
    if (!this.refused) return messages;
    const isShown = ({ keptAt }: PromptPicture): boolean => this.refused?.are === 'earlier' && keptAt === undefined;
    return messages.map(({ role, content, pictures = [] }) => {
      const shown = pictures.filter(isShown);
      return shown.length > 0 ? { role, content, pictures: shown } : { role, content };
    });
  }

  /** First those of earlier messages, wherever they stand, so that a new picture is not blamed for one of them; then all. */
  private leavesOutPictures({ reason }: ModelFailure): boolean {
    const shown = this.shown().flatMap(({ pictures = [] }) => pictures);
    if (!ABOUT_PICTURES.has(reason) || shown.length === 0) return false;
    const places = shown.flatMap(({ keptAt }) => keptAt ?? []);
    this.refused = places.length > 0 ? { are: 'earlier', places } : { are: 'new' };
    return true;
  }

  private pictureNote(): Note {
    const refused = this.refused ?? { are: 'new' };
    return { kind: 'note', text: WITHOUT_PICTURES[refused.are], refused };
  }

  private leavesOutTools({ reason }: ModelFailure, tools: ToolUse | undefined): boolean {
    // After the first round it has shown that it can.
    if (!tools || this.isToolless || tools.rounds.length > 0 || !ABOUT_TOOLS.has(reason)) return false;
    this.isToolless = true;
    return true;
  }
}
