import type { Anthropic } from '@anthropic-ai/sdk';
import { ModelFailure, type ToolCall } from './model-provider.js';
import { ToolCallReader } from './tool-calls.js';

type Event = Anthropic.RawMessageStreamEvent;
type Block = Extract<Event, { type: 'content_block_start' }>['content_block'];

/** More than an answer with thoughts has. */
const MAX_CHARS = 400_000;

/** Puts the blocks of an answer together, whose pieces arrive in a stream: with the results of tools Anthropic wants them back as they were. */
export class AnthropicBlocks {
  private readonly blocks = new Map<number, Block>();
  private readonly tools = new ToolCallReader();
  private readLength = 0;

  /** Throws ModelFailure `malformed` when it is longer than an answer can be. */
  push(event: Event): void {
    if (event.type === 'content_block_start') this.begin(event.index, event.content_block);
    else if (event.type === 'content_block_delta') this.add(event.index, event.delta);
  }

  get calls(): ToolCall[] {
    return this.tools.calls;
  }

  /** Text, thoughts and calls, in their order. */
  get content(): Anthropic.ContentBlockParam[] {
    const inputs = new Map(this.calls.map(({ id, arguments: given }) => [id, inputOf(given)]));
    return [...this.blocks.values()].flatMap((block): Anthropic.ContentBlockParam[] => {
      if (block.type === 'tool_use')
        return [{ type: 'tool_use', id: block.id, name: block.name, input: inputs.get(block.id) ?? {} }];
      if (block.type === 'text') return block.text === '' ? [] : [{ type: 'text', text: block.text }];
      return block.type === 'thinking' || block.type === 'redacted_thinking' ? [block] : [];
    });
  }

  private begin(index: number, block: Block): void {
    this.blocks.set(index, { ...block });
    if (block.type === 'tool_use') this.tools.push({ index, id: block.id, name: block.name });
  }

  private add(index: number, delta: Extract<Event, { type: 'content_block_delta' }>['delta']): void {
    const block = this.blocks.get(index);
    if (delta.type === 'input_json_delta') return this.tools.push({ index, arguments: delta.partial_json });
    if (delta.type === 'text_delta' && block?.type === 'text') block.text += this.counted(delta.text);
    else if (delta.type === 'thinking_delta' && block?.type === 'thinking') block.thinking += this.counted(delta.thinking);
    else if (delta.type === 'signature_delta' && block?.type === 'thinking') block.signature = this.counted(delta.signature);
  }

  private counted(text: string): string {
    this.readLength += text.length;
    if (this.readLength > MAX_CHARS) throw new ModelFailure('malformed', 'longer than an answer can be');
    return text;
  }
}

/** An object in any case: the model gets its own call back, also where it wrote no valid JSON. */
function inputOf(json: string): object {
  try {
    const value: unknown = JSON.parse(json === '' ? '{}' : json);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
