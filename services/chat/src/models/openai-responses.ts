import type { OpenAI } from 'openai';
import { withRetry, type StreamedPart } from './completion-stream.js';
import {
  ModelFailure,
  type CompletionRequest,
  type PromptMessage,
  type ToolCall,
  type ToolRound,
  type ToolUse,
  type Usage,
} from './model-provider.js';
import { dataUrlOf, type OpenAiRequest } from './openai-chat-completions.js';
import { toModelFailure } from './provider-errors.js';

type Responses = OpenAI.Responses.Response;

const THOUGHTS: ReadonlySet<string> = new Set(['response.reasoning_text.delta', 'response.reasoning_summary_text.delta']);

/** Reads a completion over the Responses API, at which nothing is stored. Throws errors of the SDK and ModelFailure. */
export async function* readResponse({ open, request, signal }: OpenAiRequest): AsyncGenerator<StreamedPart, void> {
  const client = await open();
  const stream = await withRetry(() => client.responses.create(bodyOf(request), { signal }), signal);
  let hasText = false;
  let isRefused = false;
  let response: Responses | undefined;
  const items: OpenAI.Responses.ResponseOutputItem[] = [];
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta' && event.delta !== '') {
      hasText = true;
      yield { kind: 'text', text: event.delta };
    } else if (THOUGHTS.has(event.type)) yield { kind: 'thought' };
    else if (event.type === 'response.refusal.delta') isRefused = true;
    else if (event.type === 'response.output_item.done') items.push(event.item);
    else if (event.type === 'response.completed' || event.type === 'response.incomplete') response = event.response;
    else if (event.type === 'response.failed') throw failureOf(event.response.error);
    else if (event.type === 'error') throw failureOf(event);
  }
  if (!response) throw new ModelFailure('interrupted');
  const reason = response.incomplete_details?.reason;
  // What the filter stopped in the middle is no whole reply, either.
  if (reason === 'content_filter' || (isRefused && !hasText)) throw new ModelFailure('filtered', reason);
  // Calls whose end is missing cannot be made.
  const calls = reason === undefined ? callsIn(items) : [];
  if (!hasText && calls.length === 0) throw new ModelFailure('empty', reason ?? response.status);
  const usage = response.usage ? usageOf(response.usage) : null;
  yield { kind: 'end', isCut: reason === 'max_output_tokens', usage, ...(calls.length > 0 && { calls, carried: items }) };
}

function bodyOf({
  model,
  messages,
  maxTokens,
  reasoningTokens = 0,
  temperature,
  cacheKey,
  tools,
}: CompletionRequest): OpenAI.Responses.ResponseCreateParamsStreaming {
  const [first, ...others] = messages;
  const hasSystem = first?.role === 'system';
  return {
    model,
    ...(hasSystem && { instructions: first.content }),
    input: [...(hasSystem ? others : messages).map(toInput), ...(tools?.rounds ?? []).flatMap(roundItems)],
    ...(tools && toolFields(tools, reasoningTokens > 0)),
    max_output_tokens: maxTokens + reasoningTokens,
    // Otherwise OpenAI keeps the conversation for a month.
    store: false,
    stream: true,
    // Models that think refuse it.
    ...(temperature !== undefined && reasoningTokens === 0 && { temperature }),
    ...(cacheKey !== undefined && { prompt_cache_key: cacheKey }),
  };
}

function toInput({ role, content, pictures = [] }: PromptMessage): OpenAI.Responses.EasyInputMessage {
  if (role !== 'user' || pictures.length === 0) return { role, content };
  const parts = pictures.map((picture) => ({
    type: 'input_image' as const,
    detail: 'auto' as const,
    image_url: dataUrlOf(picture),
  }));
  return { role, content: [{ type: 'input_text', text: content }, ...parts] };
}

const MAX_CALLS = 16;

const callsIn = (items: readonly OpenAI.Responses.ResponseOutputItem[]): ToolCall[] =>
  items
    .flatMap((item) => (item.type === 'function_call' ? { id: item.call_id, name: item.name, arguments: item.arguments } : []))
    .slice(0, MAX_CALLS);

function toolFields(
  { specs, mayCall }: ToolUse,
  isThinking: boolean,
): Pick<OpenAI.Responses.ResponseCreateParamsStreaming, 'tools' | 'tool_choice' | 'include'> {
  return {
    tools: specs.map(({ name, description, parameters }) => ({
      type: 'function',
      name,
      description,
      parameters: { ...parameters },
      strict: false,
    })),
    tool_choice: mayCall ? 'auto' : 'none',
    // Nothing is stored there, so that the model's thoughts have to come back with the results.
    ...(isThinking && { include: ['reasoning.encrypted_content' as const] }),
  };
}

/** What the model answered, as it came, and what its calls gave. */
const roundItems = ({ calls, results, carried }: ToolRound): OpenAI.Responses.ResponseInputItem[] => [
  ...(carried as OpenAI.Responses.ResponseInputItem[]),
  ...calls.map(({ id }, at) => ({ type: 'function_call_output' as const, call_id: id, output: results[at] ?? '' })),
];

function usageOf({ input_tokens, output_tokens, input_tokens_details: details }: OpenAI.Responses.ResponseUsage): Usage {
  const cachedTokens = (details as Partial<typeof details> | undefined)?.cached_tokens;
  return { promptTokens: input_tokens, completionTokens: output_tokens, ...(cachedTokens !== undefined && { cachedTokens }) };
}

/** An error that arrives as an event is like one that the SDK throws, without a status. */
function failureOf(error: { readonly code: string | null; readonly message: string } | null): ModelFailure {
  return toModelFailure(Object.assign(new Error(error?.message ?? ''), { name: 'ResponseError', code: error?.code }));
}
