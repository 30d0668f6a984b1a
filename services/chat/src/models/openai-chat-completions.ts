import type { OpenAI } from 'openai';
import { withRetry, type StreamedPart } from './completion-stream.js';
import { LeadingThoughts } from './leading-thoughts.js';
import type { ThoughtMarks } from './thought-marks.js';
import {
  ModelFailure,
  type CompletionRequest,
  type PromptMessage,
  type ToolRound,
  type ToolUse,
  type Usage,
} from './model-provider.js';
import { ToolCallReader } from './tool-calls.js';

/** A request to OpenAI or a compatible server. */
export interface OpenAiRequest {
  readonly open: () => Promise<OpenAI>;
  readonly request: CompletionRequest;
  readonly signal: AbortSignal;
  /** Whether the server is OpenAI itself. */
  readonly isOpenAi: boolean;
  /** What is known of how the server marks thoughts. */
  readonly marks: ThoughtMarks;
}

type Body = OpenAI.Chat.ChatCompletionCreateParamsStreaming;

/** Reads a completion over Chat Completions. Throws errors of the SDK and ModelFailure. */
export async function* readChatCompletion({
  open,
  request,
  signal,
  isOpenAi,
  marks,
}: OpenAiRequest): AsyncGenerator<StreamedPart, void> {
  const client = await open();
  const stream = await withRetry(() => client.chat.completions.create(bodyOf(request, isOpenAi), { signal }), signal);
  let finish: string | null = null;
  let usage: OpenAI.CompletionUsage | null = null;
  let hasText = false;
  let hasContent = false;
  let isRefused = false;
  const tools = new ToolCallReader();
  const mayLackStart = !isOpenAi && (request.reasoningTokens ?? 0) > 0 && marks.mayLackStart(request.model);
  let thoughts = new LeadingThoughts(mayLackStart);
  let hasOwnField = false;
  for await (const chunk of stream) {
    // Other servers leave out what OpenAI always sends.
    const [choice] = (chunk.choices as typeof chunk.choices | undefined) ?? [];
    const delta = choice?.delta as Delta | undefined;
    const content = typeof delta?.content === 'string' ? delta.content : '';
    if (!hasOwnField && hasThought(delta)) {
      hasOwnField = true;
      // Such a server finds the thoughts itself.
      if (!hasContent) thoughts = new LeadingThoughts();
    }
    hasContent ||= content !== '';
    const text = thoughts.push(content);
    if (text !== '') {
      hasText = true;
      yield { kind: 'text', text };
    } else if (content !== '' || hasThought(delta)) {
      yield { kind: 'thought' };
    }
    for (const { index, id, function: called } of delta?.tool_calls ?? [])
      tools.push({ index, id, name: called?.name, arguments: called?.arguments });
    isRefused ||= typeof delta?.refusal === 'string' && delta.refusal !== '';
    finish = choice?.finish_reason ?? finish;
    usage = chunk.usage ?? usage;
  }
  // An answer that was cut may have been nothing but thoughts.
  const rest = finish === 'length' && marks.lacksStart(request.model) ? '' : thoughts.end();
  if (mayLackStart && (thoughts.lackedStart || (finish === 'stop' && (hasText || rest !== ''))))
    marks.learn(request.model, thoughts.lackedStart && !hasOwnField);
  if (rest !== '') {
    hasText = true;
    yield { kind: 'text', text: rest };
  }
  if (finish === null) throw new ModelFailure('interrupted');
  // What the filter stopped in the middle is no whole reply, either.
  if (finish === 'content_filter' || (isRefused && !hasText)) throw new ModelFailure('filtered', finish);
  const { calls } = tools;
  if (!hasText && calls.length === 0) throw new ModelFailure('empty', finish);
  // Calls whose end is missing cannot be made.
  const called = calls.length > 0 && finish !== 'length' ? { calls } : {};
  yield { kind: 'end', isCut: finish === 'length', usage: usage && usageOf(usage), ...called };
}

interface Delta {
  readonly content?: unknown;
  readonly refusal?: unknown;
  /** Thoughts apart from the text, of which each server has its own name. */
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  readonly tool_calls?: readonly Partial<OpenAI.Chat.ChatCompletionChunk.Choice.Delta.ToolCall>[] | null;
}

const hasThought = ({ reasoning_content: content, reasoning }: Delta = {}): boolean =>
  [content, reasoning].some((thought) => typeof thought === 'string' && thought !== '');

function bodyOf(
  { model, messages, maxTokens, reasoningTokens = 0, temperature, cacheKey, tools }: CompletionRequest,
  isOpenAi: boolean,
): Body {
  const limit = maxTokens + reasoningTokens;
  // OpenAI's newer models refuse `max_tokens`; other servers support nothing else, and some refuse what they do not know.
  const own = isOpenAi
    ? { max_completion_tokens: limit, ...(cacheKey !== undefined && { prompt_cache_key: cacheKey }) }
    : { max_tokens: limit };
  return {
    model,
    messages: [...messages.map(toMessage), ...(tools?.rounds ?? []).flatMap(roundMessages)],
    ...(tools && toolFields(tools)),
    ...own,
    // OpenAI's models that think refuse it.
    ...(temperature !== undefined && !(isOpenAi && reasoningTokens > 0) && { temperature }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

const toolFields = ({ specs, mayCall }: ToolUse): Pick<Body, 'tools' | 'tool_choice'> => ({
  tools: specs.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: { ...parameters } },
  })),
  tool_choice: mayCall ? 'auto' : 'none',
});

const roundMessages = ({ text, calls, results }: ToolRound): OpenAI.Chat.ChatCompletionMessageParam[] => [
  {
    role: 'assistant',
    content: text === '' ? null : text,
    tool_calls: calls.map(({ id, name, arguments: given }) => ({ id, type: 'function', function: { name, arguments: given } })),
  },
  ...calls.map(({ id }, at) => ({ role: 'tool' as const, tool_call_id: id, content: results[at] ?? '' })),
];

function usageOf({ prompt_tokens, completion_tokens, prompt_tokens_details: details }: OpenAI.CompletionUsage): Usage {
  const cachedTokens = details?.cached_tokens;
  return {
    promptTokens: prompt_tokens,
    completionTokens: completion_tokens,
    ...(cachedTokens !== undefined && { cachedTokens }),
  };
}

function toMessage({ role, content, pictures = [] }: PromptMessage): OpenAI.Chat.ChatCompletionMessageParam {
  if (role !== 'user' || pictures.length === 0) return { role, content };
  const parts = pictures.map((picture) => ({ type: 'image_url' as const, image_url: { url: dataUrlOf(picture) } }));
  return { role, content: [{ type: 'text', text: content }, ...parts] };
}

/** A picture as OpenAI takes it. */
export const dataUrlOf = ({ mediaType, base64 }: NonNullable<PromptMessage['pictures']>[number]): string =>
  `data:${mediaType};base64,${base64}`;
