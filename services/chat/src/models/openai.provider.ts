import type { OpenAI } from 'openai';
import type { ImageProvider } from '../images/image-provider.js';
import {
  ModelFailure,
  toModelFailure,
  type CompletionPart,
  type CompletionRequest,
  type ModelProvider,
} from './model-provider.js';

interface OpenAiOptions {
  readonly apiKey: string;
  /** Another server with the same protocol; chosen by the operator, never by a user (docs/decisions.md A12). */
  readonly baseUrl?: string | undefined;
}

export interface CompletionOptions extends OpenAiOptions {
  /** Timeout of the first piece of text, retries included. */
  readonly firstTextTimeoutMs?: number;
  /** Timeout between two pieces of text. */
  readonly idleTimeoutMs?: number;
}

export interface ImageOptions extends OpenAiOptions {
  /** The provider's id of the image model. */
  readonly model: string;
  /** Timeout of the image, retries included; shorter than the timeout of a message. */
  readonly timeoutMs?: number;
}

type Chunk = OpenAI.Chat.ChatCompletionChunk;

/** Chat Completions, the API that OpenAI and all compatible servers share. */
export class OpenAiProvider implements ModelProvider {
  readonly engine = 'openai';

  constructor(private readonly options: CompletionOptions) {}

  async *complete(request: CompletionRequest): AsyncGenerator<CompletionPart, void> {
    const timeout = new IdleTimeout();
    const signal = AbortSignal.any([request.signal, timeout.signal]);
    try {
      timeout.restart(this.options.firstTextTimeoutMs ?? 15_000);
      const client = await openClient(this.options);
      const stream = await client.chat.completions.create(
        { ...this.bodyOf(request), stream: true, stream_options: { include_usage: true } },
        { signal },
      );
      yield* this.read(stream, timeout);
      // The SDK ends an aborted stream as if it were complete.
      request.signal.throwIfAborted();
    } catch (error) {
      throw request.signal.aborted ? error : timeout.signal.aborted ? new ModelFailure('timeout') : toModelFailure(error);
    } finally {
      // Closes the connection when the reader stops early.
      timeout.abort();
    }
  }

  private async *read(stream: AsyncIterable<Chunk>, timeout: IdleTimeout): AsyncGenerator<CompletionPart, void> {
    let finish: string | null = null;
    let usage: Chunk['usage'] = null;
    let hasText = false;
    for await (const chunk of stream) {
      const [choice] = chunk.choices ?? [];
      const text = choice?.delta?.content ?? '';
      if (text !== '') {
        timeout.restart(this.options.idleTimeoutMs ?? 20_000);
        hasText = true;
        yield { kind: 'text', text };
      }
      finish = choice?.finish_reason ?? finish;
      usage = chunk.usage ?? usage;
    }
    if (timeout.signal.aborted) throw new ModelFailure('timeout');
    if (finish === null) throw new ModelFailure('interrupted');
    if (!hasText) throw new ModelFailure(finish === 'content_filter' ? 'refused' : 'empty', finish);
    const counted = usage ? { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens } : null;
    yield { kind: 'end', isCut: finish === 'length', usage: counted };
  }

  private bodyOf({
    model,
    messages,
    maxTokens,
    temperature,
  }: CompletionRequest): Pick<OpenAI.Chat.ChatCompletionCreateParams, 'model' | 'messages'> {
    // OpenAI's newer models refuse `max_tokens`; other servers support nothing else.
    const limit = isOpenAi(this.options) ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens };
    return { model, messages: [...messages], ...limit, ...(temperature === undefined ? {} : { temperature }) };
  }
}

/** The Images API of OpenAI and of compatible servers. */
export class OpenAiImageProvider implements ImageProvider {
  constructor(private readonly options: ImageOptions) {}

  async generate(description: string, signal: AbortSignal): Promise<Buffer> {
    const timeout = AbortSignal.timeout(this.options.timeoutMs ?? 90_000);
    try {
      const client = await openClient(this.options);
      // OpenAI's models always answer bytes and refuse the parameter; other servers answer a URL without it.
      const format = isOpenAi(this.options) ? {} : { response_format: 'b64_json' as const };
      const { data } = await client.images.generate(
        { model: this.options.model, prompt: description, n: 1, ...format },
        { signal: AbortSignal.any([signal, timeout]) },
      );
      const content = data?.[0]?.b64_json;
      // A URL is never fetched: the server would choose an address that this process connects to.
      if (!content) throw new ModelFailure('malformed', 'no bytes');
      return Buffer.from(content, 'base64');
    } catch (error) {
      throw signal.aborted ? error : timeout.aborted ? new ModelFailure('timeout') : toModelFailure(error);
    }
  }
}

/** Aborts its signal when it is not restarted in time. */
class IdleTimeout {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  readonly signal = this.controller.signal;

  restart(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.controller.abort(), ms);
  }

  abort(): void {
    clearTimeout(this.timer);
    this.controller.abort();
  }
}

const clients = new WeakMap<OpenAiOptions, Promise<OpenAI>>();

/** The client for these options. The SDK is loaded with the first message, because an installation without a key never needs it. */
function openClient(options: OpenAiOptions): Promise<OpenAI> {
  const { apiKey, baseUrl } = options;
  const client =
    clients.get(options) ??
    import('openai').then(
      ({ OpenAI }) => new OpenAI({ apiKey, maxRetries: 1, logLevel: 'off', ...(baseUrl ? { baseURL: baseUrl } : {}) }),
    );
  clients.set(options, client);
  return client;
}

/** Whether the server is OpenAI itself, whose API accepts other parameters than that of compatible servers. */
const isOpenAi = ({ baseUrl }: OpenAiOptions): boolean => !baseUrl || /(^|\.)openai\.com$/.test(new URL(baseUrl).hostname);
