import type { Anthropic } from '@anthropic-ai/sdk';
import { AnthropicBlocks } from './anthropic-blocks.js';
import { boundedFetch } from './bounded-fetch.js';
import { withRetry, withTimeouts, type CompletionTimeouts, type StreamedPart } from './completion-stream.js';
import {
  ModelFailure,
  type CompletionPart,
  type CompletionRequest,
  type ListedModel,
  type ModelProvider,
  type PromptMessage,
  type ToolRound,
  type ToolUse,
  type Usage,
} from './model-provider.js';
import { toModelFailure } from './provider-errors.js';

export interface AnthropicOptions extends CompletionTimeouts {
  readonly apiKey: string;
  /** Another server with the same protocol; chosen by the operator, never by a user (docs/decisions.md A12). */
  readonly baseUrl?: string | undefined;
}

export const ANTHROPIC_URL = 'https://api.anthropic.com';

// Newer models think before they write, which takes longer and counts towards `max_tokens`.
const FIRST_TEXT_TIMEOUT_MS = 45_000;
const MAX_MODELS = 100;

/** The Messages API of Anthropic. */
export class AnthropicProvider implements ModelProvider {
  readonly engine = 'anthropic';

  constructor(private readonly options: AnthropicOptions) {}

  complete(request: CompletionRequest): AsyncGenerator<CompletionPart, void> {
    const timeouts = { firstTextTimeoutMs: FIRST_TEXT_TIMEOUT_MS, ...this.options };
    return withTimeouts(request.signal, timeouts, (signal) => this.read(request, signal));
  }

  async models(signal: AbortSignal): Promise<string[]> {
    try {
      const client = await openClient(this.options);
      const { data } = await withRetry(() => client.models.list({ limit: MAX_MODELS }, { signal }), signal);
      if (!Array.isArray(data)) throw new ModelFailure('malformed');
      return data.map(({ id }) => id);
    } catch (error) {
      throw toModelFailure(error);
    }
  }

  async listing(signal: AbortSignal): Promise<ListedModel[]> {
    return (await this.models(signal)).map((id) => ({ id, shutdownDate: null }));
  }

  private async *read(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<StreamedPart, void> {
    const client = await openClient(this.options);
    const stream = await withRetry(() => client.messages.create({ ...bodyOf(request), stream: true }, { signal }), signal);
    let stopReason: string | null = null;
    let usage: Usage = { promptTokens: 0, completionTokens: 0 };
    let hasText = false;
    const blocks = new AnthropicBlocks();
    for await (const event of stream) {
      blocks.push(event);
      if (event.type === 'message_start') {
        usage = { ...usage, ...promptUsage(event.message.usage) };
      } else if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
        hasText = true;
        yield { kind: 'text', text: event.delta.text };
      } else if (event.type === 'content_block_delta' && event.delta.type === 'thinking_delta') {
        yield { kind: 'thought' };
      } else if (event.type === 'message_delta') {
        stopReason = event.delta.stop_reason ?? stopReason;
        usage = { ...usage, completionTokens: event.usage.output_tokens };
      }
    }
    if (stopReason === null) throw new ModelFailure('interrupted');
    if (stopReason === 'refusal') throw new ModelFailure('filtered', stopReason);
    // Calls whose end is missing cannot be made.
    const isCut = stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded';
    const { calls } = blocks;
    if (!hasText && (calls.length === 0 || isCut)) throw new ModelFailure('empty', stopReason);
    yield { kind: 'end', isCut, usage, ...(calls.length > 0 && !isCut && { calls, carried: blocks.content }) };
  }
}

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string | (Anthropic.TextBlockParam | Anthropic.ImageBlockParam)[];
}

type Body = Pick<
  Anthropic.MessageCreateParamsStreaming,
  'model' | 'max_tokens' | 'system' | 'messages' | 'tools' | 'tool_choice'
>;

function bodyOf({ model, messages, maxTokens, reasoningTokens = 0, cacheKey, tools }: CompletionRequest): Body {
  const [first, ...others] = messages;
  const hasSystem = first?.role === 'system';
  const conversation = toMessages(hasSystem ? others : messages);
  return {
    model,
    max_tokens: maxTokens + reasoningTokens,
    ...(hasSystem && { system: cacheKey === undefined ? first.content : [kept(first.content)] }),
    messages: [
      ...(cacheKey === undefined ? conversation : withKeptHistory(conversation)),
      ...(tools?.rounds ?? []).flatMap(roundMessages),
    ],
    ...(tools && toolFields(tools)),
  };
}

const toolFields = ({ specs, mayCall }: ToolUse): Pick<Body, 'tools' | 'tool_choice'> => ({
  tools: specs.map(({ name, description, parameters }) => ({
    name,
    description,
    input_schema: { ...parameters, type: 'object' as const },
  })),
  tool_choice: { type: mayCall ? 'auto' : 'none' },
});

/** What the model answered, as it came, and what its calls gave. */
const roundMessages = ({ calls, results, carried }: ToolRound): Anthropic.MessageParam[] => [
  { role: 'assistant', content: carried as Anthropic.ContentBlockParam[] },
  {
    role: 'user',
    content: calls.map(({ id }, at) => ({ type: 'tool_result' as const, tool_use_id: id, content: results[at] ?? '' })),
  },
];

/** A text that Anthropic keeps for five minutes, by the text itself. */
const kept = (text: string): Anthropic.TextBlockParam => ({ type: 'text', text, cache_control: { type: 'ephemeral' } });

/** The history is the same in the next request, which has more of it; the last message belongs to this request alone. */
const withKeptHistory = (conversation: readonly Message[]): Message[] =>
  conversation.map((message, at) => {
    const content = at === conversation.length - 2 ? blocksOf(message.content) : [];
    const last = content.at(-1);
    return last?.type === 'text' ? { ...message, content: [...content.slice(0, -1), kept(last.text)] } : message;
  });

/** Anthropic accepts no empty one. */
const blocksOf = (content: Message['content']): Exclude<Message['content'], string> =>
  typeof content === 'string' ? (content === '' ? [] : [{ type: 'text', text: content }]) : content;

/** Anthropic counts what it had kept, and what it keeps now, apart from the rest of the prompt. */
function promptUsage({ input_tokens, cache_read_input_tokens: read, cache_creation_input_tokens: added }: Anthropic.Usage) {
  const cachedTokens = read ?? 0;
  return { promptTokens: input_tokens + cachedTokens + (added ?? 0), ...(cachedTokens > 0 && { cachedTokens }) };
}

/** Not every model accepts system messages within a conversation: they are appended to the user's message before them. */
function toMessages(messages: readonly PromptMessage[]): Message[] {
  const result: { role: 'user' | 'assistant'; content: string; pictures?: PromptMessage['pictures'] }[] = [];
  for (const { role, content, pictures } of messages) {
    const last = result.at(-1);
    if (role !== 'system') result.push({ role, content, pictures });
    else if (last?.role === 'user') last.content = `${last.content}\n\n${content}`;
    else result.push({ role: 'user', content });
  }
  return result.map(({ role, content, pictures = [] }) => ({
    role,
    content: pictures.length === 0 ? content : [...pictures.map(toImage), { type: 'text' as const, text: content }],
  }));
}

const toImage = ({ mediaType, base64 }: NonNullable<PromptMessage['pictures']>[number]): Anthropic.ImageBlockParam => ({
  type: 'image',
  source: { type: 'base64', media_type: mediaType, data: base64 },
});

const clients = new WeakMap<AnthropicOptions, Promise<Anthropic>>();

/** The client for these options. The SDK is loaded with the first message, because an installation without such a key never needs it. */
function openClient(options: AnthropicOptions): Promise<Anthropic> {
  const { apiKey, baseUrl } = options;
  // What is not given the SDK would take from the operator's environment, also for the key of a user. Its traces would name the model and host.
  const given = { baseURL: baseUrl ?? ANTHROPIC_URL, webhookKey: null, openTelemetry: false as const };
  const client =
    clients.get(options) ??
    import('@anthropic-ai/sdk').then(
      ({ Anthropic }) => new Anthropic({ apiKey, maxRetries: 0, logLevel: 'off', fetch: boundedFetch, ...given }),
    );
  clients.set(options, client);
  return client;
}
