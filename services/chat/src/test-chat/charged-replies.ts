import type { ReplyFrame } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { ImageReplies } from '../images/image-replies.js';
import { MessageLog } from '../message-log.js';
import { Charges } from '../replies/charges.js';
import type { Draft, Reply } from '../replies/draft.js';
import { ReplyPipeline, type ReplyRequest } from '../replies/reply-pipeline.js';
import { doneFrame, framesOf } from './reply-frames.js';

/** Writes a reply to somebody who reads along: charged when there was text, given back when there was none. */
@Injectable()
export class ChargedReplies {
  constructor(
    private readonly pipeline: ReplyPipeline,
    private readonly charges: Charges,
    private readonly log: MessageLog,
    private readonly images: ImageReplies,
  ) {}

  async *answer(request: ReplyRequest, signal: AbortSignal): AsyncGenerator<ReplyFrame, void> {
    const refusal = this.images.refusal(request);
    if (refusal) return yield* framesOf(refusal);
    const charge = await this.charges.reserve(request.persona.ownerId, request.requestId);
    let draft: Draft | undefined;
    let reply: Reply | undefined;
    try {
      draft = await this.pipeline.begin(request);
      for await (const text of draft.pieces(signal)) yield { type: 'delta', text };
    } finally {
      // Also when the reader left in the middle: what it was shown was delivered.
      reply = draft && draft.text.trim() !== '' ? await this.settle(request, draft) : undefined;
      if (!reply) await this.charges.close('release', request.requestId, charge);
    }
    if (reply) yield doneFrame(reply);
  }

  /** A reply to a companion that was wiped meanwhile was read and is charged, but neither remembered nor counted. */
  private async settle(request: ReplyRequest, draft: Draft): Promise<Reply> {
    const kept = await this.pipeline.keep(request, draft);
    await this.charges.close('settle', request.requestId);
    if (kept) await this.log.markDelivered(request.persona.id, request.requestId);
    return kept ?? draft.reply;
  }
}
