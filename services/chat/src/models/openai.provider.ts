import type { OpenAI } from 'openai';
import type { CatalogueProvider } from '@kith/proto';
import type { ImageProvider, ImageRequest } from '../images/image-provider.js';
import { withTimeouts, type CompletionTimeouts } from './completion-stream.js';
import {
  ModelFailure,
  toModelFailure,
  type CompletionPart,
  type CompletionRequest,
  type ModelProvider,
  type PromptMessage,
} from './model-provider.js';

interface OpenAiOptions {
  readonly apiKey: string;
  /** Another server with the same protocol; chosen by the operator, never by a user (docs/decisions.md A12). */
  readonly baseUrl?: string | undefined;
}

export interface CompletionOptions extends OpenAiOptions, CompletionTimeouts {
  /** What replies are marked with; default: openai. */
  readonly engine?: CatalogueProvider;
}

export interface ImageOptions extends OpenAiOptions {
  /** Timeout of the image, retries included; shorter than the timeout of a message. */
  readonly timeoutMs?: number;
}

type Chunk = OpenAI.Chat.ChatCompletionChunk;

// OpenAI lists all its models; these write no text, or not over this API.
const NOT_FOR_CHAT =
  /embedding|moderation|whisper|tts|dall-e|image|audio|realtime|transcribe|search|instruct|codex|davinci|babbage|sora/;
const FOR_CHAT = /^(?:gpt-|chatgpt-|o\d|ft:)/;

/** Chat Completions, the API that OpenAI and all compatible servers share. */
export class OpenAiProvider implements ModelProvider {
  readonly engine;

  constructor(private readonly options: CompletionOptions) {
    this.engine = options.engine ?? ('openai' as const);
  }

  complete(request: CompletionRequest): AsyncGenerator<CompletionPart, void> {
    return withTimeouts(request.signal, this.options, (signal) => this.read(request, signal));
  }

  async models(signal: AbortSignal): Promise<string[]> {
    try {
      const client = await openClient(this.options);
      const { data } = await client.models.list({ signal });
      if (!Array.isArray(data)) throw new ModelFailure('malformed');
      const models = data.toSorted((one, other) => other.created - one.created).map(({ id }) => id);
      return isOpenAi(this.options) ? models.filter((id) => FOR_CHAT.test(id) && !NOT_FOR_CHAT.test(id)) : models;
    } catch (error) {
      throw toModelFailure(error);
    }
  }

  private async *read(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<CompletionPart, void> {
    const client = await openClient(this.options);
    const stream: AsyncIterable<Chunk> = await client.chat.completions.create(
      { ...this.bodyOf(request), stream: true, stream_options: { include_usage: true } },
      { signal },
    );
    let finish: string | null = null;
    let usage: Chunk['usage'] = null;
    let hasText = false;
    for await (const chunk of stream) {
      const [choice] = chunk.choices ?? [];
      const text = choice?.delta?.content ?? '';
      if (text !== '') {
        hasText = true;
        yield { kind: 'text', text };
      }
      finish = choice?.finish_reason ?? finish;
      usage = chunk.usage ?? usage;
    }
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
    return { model, messages: messages.map(toMessage), ...limit, ...(temperature === undefined ? {} : { temperature }) };
  }
}

function toMessage({ role, content, pictures = [] }: PromptMessage): OpenAI.Chat.ChatCompletionMessageParam {
  if (role !== 'user' || pictures.length === 0) return { role, content };
  const parts = pictures.map(({ mediaType, base64 }) => ({
    type: 'image_url' as const,
    image_url: { url: `data:${mediaType};base64,${base64}` },
  }));
  return { role, content: [{ type: 'text', text: content }, ...parts] };
}

/** The Images API of OpenAI and of compatible servers. */
export class OpenAiImageProvider implements ImageProvider {
  constructor(private readonly options: ImageOptions) {}

  async generate({ model, description, signal }: ImageRequest): Promise<Buffer> {
    const timeout = AbortSignal.timeout(this.options.timeoutMs ?? 90_000);
    try {
      const client = await openClient(this.options);
      // OpenAI's models always answer bytes and refuse the parameter; other servers answer a URL without it.
      const format = isOpenAi(this.options) ? {} : { response_format: 'b64_json' as const };
      const { data } = await client.images.generate(
        { model, prompt: description, n: 1, ...format },
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

export const OPENAI_URL = 'https://api.openai.com/v1';

const clients = new WeakMap<OpenAiOptions, Promise<OpenAI>>();

/** The client for these options. The SDK is loaded with the first message, because an installation without a key never needs it. */
function openClient(options: OpenAiOptions): Promise<OpenAI> {
  const { apiKey, baseUrl } = options;
  // What is not given the SDK would take from the operator's environment, also for the key of a user.
  const given = { baseURL: baseUrl ?? OPENAI_URL, organization: null, project: null, adminAPIKey: null };
  const client =
    clients.get(options) ??
    import('openai').then(({ OpenAI }) => new OpenAI({ apiKey, maxRetries: 1, logLevel: 'off', ...given }));
  clients.set(options, client);
  return client;
}

/** Whether the server is OpenAI itself, whose API accepts other parameters than that of compatible servers. */
const isOpenAi = ({ baseUrl }: OpenAiOptions): boolean => !baseUrl || /(^|\.)openai\.com$/.test(new URL(baseUrl).hostname);
