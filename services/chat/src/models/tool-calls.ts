import { ModelFailure, type ToolCall } from './model-provider.js';

const MAX_CALLS = 16;
const MAX_ARGUMENT_CHARS = 32_000;

interface Piece {
  /** Which of the calls; servers that leave it out send each call whole. */
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly arguments?: string | undefined;
}

/** Puts the calls of an answer together, whose pieces arrive in a stream. Throws ModelFailure `malformed` when they are longer than calls can be. */
export class ToolCallReader {
  private readonly byIndex = new Map<number, { id: string; name: string; arguments: string }>();

  push({ index = this.byIndex.size, id = '', name = '', arguments: text = '' }: Piece): void {
    const call = this.byIndex.get(index) ?? { id: '', name: '', arguments: '' };
    this.byIndex.set(index, call);
    call.id ||= id;
    call.name += name;
    call.arguments += text;
    if (this.byIndex.size > MAX_CALLS || call.arguments.length > MAX_ARGUMENT_CHARS || call.name.length > 200)
      throw new ModelFailure('malformed', 'more than tool calls can be');
  }

  /** All calls, each with an id. */
  get calls(): ToolCall[] {
    return [...this.byIndex.values()].map((call, at) => ({ ...call, id: call.id || `call_${at}` }));
  }
}
