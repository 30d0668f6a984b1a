import type { OpenAI } from 'openai';
import type { CatalogueProvider } from '@kith/proto';
import type { ImageProvider, ImageRequest } from '../images/image-provider.js';
import { boundedFetch } from './bounded-fetch.js';
import { withRetry, withTimeouts, type CompletionTimeouts } from './completion-stream.js';
import {
  ModelFailure,
  type CompletionPart,
  type CompletionRequest,
  type ListedModel,
  type ModelProvider,
} from './model-provider.js';
import { readChatCompletion } from './openai-chat-completions.js';
import { readResponse } from './openai-responses.js';
import { toModelFailure } from './provider-errors.js';
import { ThoughtMarks } from './thought-marks.js';

export interface OpenAiOptions {
  readonly apiKey: string;
  /** Another server with the same protocol; chosen by the operator, never by a user (docs/decisions.md A12). */
  readonly baseUrl?: string | undefined;
}

export interface CompletionOptions extends OpenAiOptions, CompletionTimeouts {
  /** What replies are marked with; default: openai. */
  readonly engine?: CatalogueProvider;
  /** Whether the server has the Responses API; default: OpenAI itself has. */
  readonly hasResponses?: boolean;
}

export interface ImageOptions extends OpenAiOptions {
  /** Timeout of the image, retries included; shorter than the timeout of a message. */
  readonly timeoutMs?: number;
}

// OpenAI lists all its models; these write no text, or not over this API.
const NOT_FOR_CHAT =
  /embedding|moderation|whisper|tts|dall-e|image|audio|realtime|transcribe|search|instruct|codex|davinci|babbage|sora/;
const FOR_CHAT = /^(?:gpt-|chatgpt-|o\d|ft:)/;

/** Until a model that thinks before it writes has written something. */
const REASONING_TIMEOUT_MS = 45_000;

/** OpenAI over its Responses API, and compatible servers over Chat Completions, which all of them share. */
export class OpenAiProvider implements ModelProvider {
  readonly engine;

  private readonly marks = new ThoughtMarks();

  constructor(private readonly options: CompletionOptions) {
    this.engine = options.engine ?? ('openai' as const);
  }

  complete(request: CompletionRequest): AsyncGenerator<CompletionPart, void> {
    const { hasResponses = isOpenAi(this.options) } = this.options;
    const read = hasResponses ? readResponse : readChatCompletion;
    const timeouts = request.reasoningTokens ? { firstTextTimeoutMs: REASONING_TIMEOUT_MS, ...this.options } : this.options;
    return withTimeouts(request.signal, timeouts, (signal) =>
      read({ open: () => openClient(this.options), request, signal, isOpenAi: isOpenAi(this.options), marks: this.marks }),
    );
  }

  async models(signal: AbortSignal): Promise<string[]> {
    const data = await this.list(signal);
    const models = data.toSorted((one, other) => other.created - one.created).map(({ id }) => id);
    return isOpenAi(this.options) ? models.filter((id) => FOR_CHAT.test(id) && !NOT_FOR_CHAT.test(id)) : models;
  }

  async listing(signal: AbortSignal): Promise<ListedModel[]> {
    const data = await this.list(signal);
    return data.map((model) => ({ id: model.id, shutdownDate: announcedDate(model) }));
  }

  private async list(signal: AbortSignal): Promise<OpenAI.Model[]> {
    try {
      const client = await openClient(this.options);
      const { data } = await withRetry(() => client.models.list({ signal }), signal);
      if (!Array.isArray(data)) throw new ModelFailure('malformed');
      return data;
    } catch (error) {
      throw toModelFailure(error);
    }
  }
}

/** The day on which OpenAI announces to shut a model down, as a date or in seconds since 1970; the SDK does not know the field. */
function announcedDate(model: { readonly shutdown_date?: unknown }): string | null {
  const { shutdown_date: given } = model;
  const date = typeof given === 'number' ? new Date(given * 1000) : typeof given === 'string' ? new Date(given) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date.toISOString().slice(0, 10) : null;
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
      const either = AbortSignal.any([signal, timeout]);
      const { data } = await withRetry(
        () => client.images.generate({ model, prompt: description, n: 1, ...format }, { signal: either }),
        either,
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
export function openClient(options: OpenAiOptions): Promise<OpenAI> {
  const { apiKey, baseUrl } = options;
  // What is not given the SDK would take from the operator's environment, also for the key of a user.
  const given = { baseURL: baseUrl ?? OPENAI_URL, organization: null, project: null, adminAPIKey: null };
  const client =
    clients.get(options) ??
    import('openai').then(({ OpenAI }) => new OpenAI({ apiKey, maxRetries: 0, logLevel: 'off', fetch: boundedFetch, ...given }));
  clients.set(options, client);
  return client;
}

/** Whether the server is OpenAI itself, whose API accepts other parameters than that of compatible servers. */
export const isOpenAi = ({ baseUrl }: OpenAiOptions): boolean => !baseUrl || /(^|\.)openai\.com$/.test(new URL(baseUrl).hostname);
