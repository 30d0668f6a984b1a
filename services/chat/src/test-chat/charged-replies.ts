import { setImmediate } from 'node:timers/promises';
import type { PromptReport, ReplyFrame } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { CareService } from '../care/care.service.js';
import { ImageReplies } from '../images/image-replies.js';
import { MessageLog } from '../messages/message-log.js';
import type { MessageEntity } from '../messages/message.entity.js';
import { inBatches } from '../replies/batched-text.js';
import { beginningReplies } from '../replies/beginning-replies.js';
import { Charges, isDenial } from '../replies/charges.js';
import { ReplyPipeline } from '../replies/reply-pipeline.js';
import { replyTurns } from '../replies/reply-turns.js';
import type { Reply, ReplyRequest } from '../replies/reply-writer.js';
import { citationsOf } from '../replies/stored-citations.js';
import type { StreamedReply } from '../replies/streamed-reply.js';
import { PromptReports } from './prompt-reports.js';

/** Streams a reply to a reader. One that counts is charged when there was text, and released when there was none. */
@Injectable()
export class ChargedReplies {
  constructor(
    private readonly pipeline: ReplyPipeline,
    private readonly charges: Charges,
    private readonly log: MessageLog,
    private readonly images: ImageReplies,
    private readonly care: CareService,
    private readonly prompts: PromptReports,
  ) {}

  async *answer(request: ReplyRequest, signal: AbortSignal): AsyncGenerator<ReplyFrame, void> {
    const care = this.care.replyTo(request);
    if (care) {
      yield* framesOf(care);
      return this.care.count(request.persona.id);
    }
    const refusal = await this.images.refusal(request);
    if (refusal) return yield* framesOf(refusal);
    // Gathered while it is found out who writes and while billing answers, because the reader waits. Billing takes longest, as it writes to the
    // disk: its statement is sent before what takes time of this process.
    const chosen = this.pipeline.writerOf(request);
    const reserved = chosen.then((writer) => (writer.isCharged ? this.reserve(request) : null));
    reserved.catch(() => undefined);
    await setImmediate();
    await replyTurns.of('gathering');
    const preparation = this.pipeline.prepare(request);
    const writer = await chosen;
    const begun = this.pipeline.begin(request, writer, preparation);
    begun.catch(() => undefined);
    const charge = await reserved;
    let streamed: StreamedReply | undefined;
    let reply: Reply | undefined;
    try {
      const writing = await begun;
      await replyTurns.of('asking');
      streamed = writing;
      for await (const text of inBatches((left) => writing.pieces(left), signal)) yield { type: 'delta', text };
    } finally {
      // Also when the reader left early: the text that it received was delivered.
      if (streamed && streamed.text.trim() !== '') {
        await streamed.stopped();
        await beginningReplies.none();
        reply = await this.keep(request, streamed, charge);
      }
      if (!reply && charge !== null) await this.charges.close('release', request.requestId, charge);
    }
    if (!reply) return;
    const prompt = request.showPrompt && streamed ? await this.prompts.of(streamed) : undefined;
    yield doneFrame(reply, prompt);
  }

  /** The stored reply again. What the process left open that wrote it is closed: it may have ended before it charged and counted the reply. */
  async *again(known: MessageEntity): AsyncGenerator<ReplyFrame, void> {
    if (known.state === 'written') {
      await this.charges.close(known.charged ? 'settle' : 'release', known.requestId);
      await this.log.markDelivered(known.botId, known.requestId);
    }
    yield* framesOf({ ...known, citations: citationsOf(known) });
  }

  private async reserve({ persona, requestId }: ReplyRequest): Promise<number> {
    try {
      return await this.charges.reserve({ persona, requestId });
    } catch (error) {
      // Billing may have reserved although its answer was lost or the caller has left.
      if (!isDenial(error)) await this.charges.close('release', requestId);
      throw error;
    }
  }

  /** A reply whose bot was wiped meanwhile was read and is charged, but neither stored nor counted; so is one that cannot be stored. */
  private async keep(request: ReplyRequest, streamed: StreamedReply, charge: number | null): Promise<Reply> {
    let stored: MessageEntity | null;
    try {
      stored = await this.pipeline.store(request, streamed);
    } finally {
      if (charge !== null && streamed.isCharged) await this.charges.close('settle', request.requestId);
      else if (charge !== null) await this.charges.close('release', request.requestId, charge);
    }
    if (stored) await this.log.markDelivered(request.persona.id, request.requestId);
    return { ...(stored ?? streamed.reply), citations: streamed.citations };
  }
}

/** A finished reply as a stream. */
export function* framesOf(reply: Reply): Generator<ReplyFrame> {
  yield { type: 'delta', text: reply.reply };
  yield doneFrame(reply);
}

const doneFrame = (
  { reply, engine, sources, truncated, notes = [], citations = [] }: Reply,
  prompt?: PromptReport,
): ReplyFrame => ({
  type: 'done',
  response: reply,
  engine,
  sources,
  truncated,
  ...(notes.length > 0 && { notes: [...notes] }),
  ...(citations.length > 0 && { citations: [...citations] }),
  ...(prompt && { prompt }),
});
