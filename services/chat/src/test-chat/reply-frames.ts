import type { ReplyFrame } from '@kith/proto';
import type { Reply } from '../replies/draft.js';

/** A reply that was written before, as a stream. */
export function* framesOf(reply: Reply): Generator<ReplyFrame> {
  yield { type: 'delta', text: reply.reply };
  yield doneFrame(reply);
}

export const doneFrame = ({ reply, engine, sources, truncated }: Reply): ReplyFrame => ({
  type: 'done',
  response: reply,
  engine,
  sources,
  truncated,
});
