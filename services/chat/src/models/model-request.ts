import type { ToolBox } from '../tools/toolbox.js';
import { MAX_ROUNDS } from '../tools/toolbox.js';
import type { CountTokens } from '../prompt/tokens.js';
import {
  ModelFailure,
  type CompletionPart,
  type CompletionRequest,
  type FailureReason,
  type ModelProvider,
  type ToolRound,
  type ToolUse,
  type Usage,
} from './model-provider.js';

/** A part of an answer, or a sentence for the reader about how it came to be. */
export type AnswerPart =
  | CompletionPart
  /** `isBlind`: the answer is written without the pictures, which the model did not accept. */
  | { readonly kind: 'note'; readonly text: string; readonly isBlind?: boolean };

export interface ModelRequest {
  readonly provider: ModelProvider;
  readonly request: CompletionRequest;
  readonly tools: ToolBox | undefined;
  readonly limits: { readonly window: number; readonly countTokens: CountTokens };
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

const WITHOUT_PICTURES = 'The language model did not accept the picture and answered without seeing it.';
const WITHOUT_EARLIER_PICTURES =
  'The language model did not accept a picture from earlier in this conversation and answered without seeing it.';
const WITHOUT_TOOLS = 'The language model did not accept the tools and answered without them.';
/** What may be different without the pictures, and without the tools. */
const ABOUT_PICTURES: ReadonlySet<FailureReason> = new Set(['refused', 'filtered', 'picture', 'too_long']);
const ABOUT_TOOLS: ReadonlySet<FailureReason> = new Set(['refused', 'missing']);

/** A broken picture, or a model that was never taught to use tools, must not leave a message without an answer. */
class Asking {
  private isBlind = false;
  private isToolless = false;

  constructor(private readonly asked: Pick<ModelRequest, 'provider' | 'request'>) {}

  async *parts(tools: ToolUse | undefined): AsyncGenerator<AnswerPart, void> {
    let hasBegun = false;
    try {
      for await (const part of this.asked.provider.complete(this.requestWith(tools))) {
        hasBegun = true;
        yield part;
      }
    } catch (error) {
      const note = hasBegun ? undefined : this.simplerAfter(error, tools);
      if (note === undefined) throw error;
      yield { kind: 'note', text: note, isBlind: this.isBlind };
      yield* this.parts(tools);
    }
  }

  private requestWith(tools: ToolUse | undefined): CompletionRequest {
    const { request } = this.asked;
    const messages = this.isBlind ? request.messages.map(({ role, content }) => ({ role, content })) : request.messages;
    return { ...request, messages, ...(tools && !this.isToolless && { tools }) };
  }

  /** What the next attempt is made without; undefined when nothing else can be left out. */
  private simplerAfter(error: unknown, tools: ToolUse | undefined): string | undefined {
    if (!(error instanceof ModelFailure)) return undefined;
    const hasPictures = this.asked.request.messages.some(({ pictures = [] }) => pictures.length > 0);
    if (hasPictures && !this.isBlind && ABOUT_PICTURES.has(error.reason)) {
      this.isBlind = true;
      return (this.asked.request.messages.at(-1)?.pictures ?? []).length > 0 ? WITHOUT_PICTURES : WITHOUT_EARLIER_PICTURES;
    }
    // After the first round it has shown that it can.
    if (!tools || this.isToolless || tools.rounds.length > 0 || !ABOUT_TOOLS.has(error.reason)) return undefined;
    this.isToolless = true;
    return WITHOUT_TOOLS;
  }
}
