import { AppError } from '@kith/proto';
import type { Message } from '../message.entity.js';
import type { Usage } from '../models/provider.js';
import { roughTokens } from '../prompt/tokens.js';
import type { Turn, Writer } from '../writer.js';
import { spokenQuestion } from './attached-file.js';
import { ReplyCleaner } from './clean-reply.js';

// What one job of the deliveries queue carries at most.
const MAX_REPLY = 19_000;

/** What its reader gets of a reply. */
export type Reply = Pick<Message, 'reply' | 'engine' | 'sources' | 'truncated'>;

/** A reply while it is being written, cleaned as it comes. Until the last piece was read it counts as cut off. */
export class Draft {
  text = '';
  isTruncated = true;
  sources: readonly string[] = [];
  usage: Usage | null = null;
  private countedTokens: number | undefined;
  private readonly startedAt = performance.now();

  constructor(
    readonly turn: Turn,
    private readonly writer: Writer,
  ) {}

  get reply(): Reply {
    return {
      reply: this.text.trimEnd(),
      engine: this.writer.engine,
      sources: [...this.sources],
      truncated: this.isTruncated,
    };
  }

  get tokens(): number {
    return this.countedTokens ?? roughTokens(spokenQuestion(this.turn)) + roughTokens(this.text);
  }

  get latencyMs(): number {
    return Math.round(performance.now() - this.startedAt);
  }

  /** The pieces of the reply. Throws MODEL_UNAVAILABLE when nothing comes, CANCELLED when `signal` aborts before the first piece. */
  async *pieces(signal: AbortSignal): AsyncGenerator<string, void> {
    const { persona, boundary } = this.turn;
    const cleaner = new ReplyCleaner({ shareLinks: persona.preferences.shareLinks, boundary });
    for await (const part of this.writer.write(this.turn, signal)) {
      if (part.kind === 'text') {
        yield* this.grow(cleaner.push(part.text));
      } else if (part.kind === 'image') {
        // Our own words, not a model's: cleaning would make a link of it.
        yield* this.grow(part.markdown);
      } else {
        this.isTruncated = part.isTruncated;
        this.sources = part.sources;
        this.usage = part.usage;
        this.countedTokens = part.tokens;
      }
      if (this.text.length + cleaner.waiting >= MAX_REPLY) break;
    }
    yield* this.grow(cleaner.end());
    if (this.text.trim() === '') throw new AppError('MODEL_UNAVAILABLE');
  }

  /** Writes all of it, for a reader that wants the whole only. Throws as `pieces` does. */
  async finish(signal: AbortSignal): Promise<void> {
    const pieces = this.pieces(signal);
    while (!(await pieces.next()).done);
  }

  private *grow(cleaned: string): Generator<string> {
    const piece = (this.text === '' ? cleaned.trimStart() : cleaned).slice(0, Math.max(0, MAX_REPLY - this.text.length));
    if (piece === '') return;
    this.text += piece;
    yield piece;
  }
}
