import type { OpenAI } from 'openai';
import { isOpenAi, openClient, type OpenAiOptions } from './openai.client.js';
import { failureOf, ModelFailure, type CompletionPart, type CompletionRequest, type Provider } from './provider.js';

export interface ProviderOptions extends OpenAiOptions {
  /** Until the first piece of text, repeats included. */
  readonly firstByteMs?: number;
  /** Between two pieces. */
  readonly idleMs?: number;
}

type Chunk = OpenAI.Chat.ChatCompletionChunk;

/** Chat Completions: the one shape that OpenAI and every server compatible with it share. */
export class OpenAiProvider implements Provider {
  readonly engine = 'openai';

  constructor(private readonly options: ProviderOptions) {}

  async *complete(request: CompletionRequest): AsyncGenerator<CompletionPart, void> {
    const silence = new Silence();
    const signal = AbortSignal.any([request.signal, silence.signal]);
    try {
      silence.endAfter(this.options.firstByteMs ?? 15_000);
      const client = await openClient(this.options);
      const stream = await client.chat.completions.create(
        { ...this.bodyOf(request), stream: true, stream_options: { include_usage: true } },
        { signal },
      );
      yield* this.read(stream, silence);
      // The SDK ends an aborted stream as if it were complete.
      request.signal.throwIfAborted();
    } catch (error) {
      throw request.signal.aborted ? error : silence.signal.aborted ? new ModelFailure('silent') : failureOf(error);
    } finally {
      // A reader that leaves early must not leave the connection open.
      silence.end();
    }
  }

  private async *read(stream: AsyncIterable<Chunk>, silence: Silence): AsyncGenerator<CompletionPart, void> {
    let finish: string | null = null;
    let usage: Chunk['usage'] = null;
    let hasText = false;
    for await (const chunk of stream) {
      const [choice] = chunk.choices ?? [];
      const text = choice?.delta?.content ?? '';
      if (text !== '') {
        silence.endAfter(this.options.idleMs ?? 20_000);
        hasText = true;
        yield { kind: 'text', text };
      }
      finish = choice?.finish_reason ?? finish;
      usage = chunk.usage ?? usage;
    }
    if (silence.signal.aborted) throw new ModelFailure('silent');
    if (finish === null) throw new ModelFailure('broken-off');
    if (!hasText) throw new ModelFailure('empty', finish);
    const counted = usage ? { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens } : null;
    yield { kind: 'end', isCut: finish === 'length', usage: counted };
  }

  private bodyOf({
    model,
    messages,
    maxTokens,
    temperature,
  }: CompletionRequest): Pick<OpenAI.Chat.ChatCompletionCreateParams, 'model' | 'messages'> {
    // OpenAI's newer models refuse `max_tokens`; other servers know nothing else.
    const limit = isOpenAi(this.options) ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens };
    return { model, messages: [...messages], ...limit, ...(temperature === undefined ? {} : { temperature }) };
  }
}

/** Aborts when nothing was heard for too long. */
class Silence {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  readonly signal = this.controller.signal;

  endAfter(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.controller.abort(), ms);
  }

  end(): void {
    clearTimeout(this.timer);
    this.controller.abort();
  }
}
