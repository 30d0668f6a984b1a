import { roughTokens } from '../prompt/tokens.js';
import type { ReplyContext, ReplyPart, ReplyWriter } from '../replies/reply-writer.js';

/** Answers with what the owner wrote: no model is asked, and nothing is charged. */
export class PinnedWriter implements ReplyWriter {
  readonly engine = 'pinned';
  readonly isCharged = false;

  constructor(private readonly answer: string) {}

  // oxlint-disable-next-line require-await -- a writer is read asynchronously
  async *write({ question }: ReplyContext): AsyncGenerator<ReplyPart, void> {
    yield { kind: 'owned', text: this.answer };
    const tokens = roughTokens(question) + roughTokens(this.answer);
    yield { kind: 'end', isTruncated: false, sources: [], usage: null, tokens };
  }
}
