import type { OpenAI } from 'openai';
import { ModelFailure, type CompletionPart, type CompletionRequest, type Provider } from './provider.js';

export interface OpenAiOptions {
  readonly apiKey: string;
  /** Another server that speaks the same protocol; the operator's choice, never a user's (decision A12). */
  readonly baseUrl?: string | undefined;
  /** Until the first piece of text, repeats included. */
  readonly firstByteMs?: number;
  /** Between two pieces. */
  readonly idleMs?: number;
}

type Chunk = OpenAI.Chat.ChatCompletionChunk;

/** Chat Completions: the one shape that OpenAI and every server compatible with it share. */
export class OpenAiProvider implements Provider {
  readonly engine = 'openai';
  private client: Promise<OpenAI> | undefined;

  constructor(private readonly options: OpenAiOptions) {}

  async *complete(request: CompletionRequest): AsyncGenerator<CompletionPart, void> {
    const silence = new Silence();
    const signal = AbortSignal.any([request.signal, silence.signal]);
    try {
      silence.endAfter(this.options.firstByteMs ?? 15_000);
      const client = await this.open();
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
    const limit = this.isOpenAi() ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens };
    return { model, messages: [...messages], ...limit, ...(temperature === undefined ? {} : { temperature }) };
  }

  private isOpenAi(): boolean {
    const { baseUrl } = this.options;
    return !baseUrl || /(^|\.)openai\.com$/.test(new URL(baseUrl).hostname);
  }

  // Loaded with the first message: an installation without a key never needs it.
  private open(): Promise<OpenAI> {
    const { apiKey, baseUrl } = this.options;
    this.client ??= import('openai').then(
      ({ OpenAI }) => new OpenAI({ apiKey, maxRetries: 1, logLevel: 'off', ...(baseUrl ? { baseURL: baseUrl } : {}) }),
    );
    return this.client;
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

function failureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 429) return new ModelFailure('busy', '429');
  if (typeof status === 'number' && status < 500) return new ModelFailure('refused', String(status));
  if (typeof status === 'number') return new ModelFailure('down', String(status));
  // The SDK passes malformed JSON on as it is; network failures are errors of its own or of fetch.
  if (error instanceof SyntaxError) return new ModelFailure('garbled');
  return new ModelFailure('down', error instanceof Error ? error.name : '');
}
