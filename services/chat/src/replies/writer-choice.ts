import { Injectable } from '@nestjs/common';
import { ReplyModeration } from '../care/reply-moderation.js';
import { ImageReplies } from '../images/image-replies.js';
import type { PastExchange } from '../messages/message-log.js';
import { RefusedPrompts, type Asked } from '../models/refused-prompts.js';
import { ReplyWriters } from '../models/reply-writers.js';
import { PinnedAnswersService } from '../quality/pinned-answers.service.js';
import { PinnedWriter } from '../quality/pinned-writer.js';
import type { ToolBox } from '../tools/toolbox.js';
import { ToolBoxes } from '../tools/toolboxes.js';
import { UnsuitableReply, type WithheldReply } from './reply-guard.js';
import type { Reply, ReplyRequest, ReplyWriter } from './reply-writer.js';

/** Who writes the reply to a message: an image model, the owner in a pinned answer, a language model or the built-in companion. */
@Injectable()
export class WriterChoice {
  constructor(
    private readonly images: ImageReplies,
    private readonly writers: ReplyWriters,
    private readonly refused: RefusedPrompts,
    private readonly pinned: PinnedAnswersService,
    private readonly toolBoxes: ToolBoxes,
    readonly moderation: ReplyModeration,
  ) {}

  /** OWN_KEY_FAILED and MODEL_UNAVAILABLE when nobody can write it. */
  async of(request: ReplyRequest): Promise<ReplyWriter> {
    if (this.isImage(request)) return this.images.writer(request);
    const writer = this.writers.of(request.persona);
    // A pinned answer needs no model.
    writer.then(
      ({ isCharged }) => isCharged && this.refused.lookAhead(request.author),
      () => undefined,
    );
    const answer = await this.pinnedAnswer(request);
    return answer === undefined ? writer : new PinnedWriter(answer);
  }

  /** What the writer may use, if it can; `boundary`: the mark around what others wrote. */
  toolsFor(request: ReplyRequest, history: readonly PastExchange[], boundary: string): Promise<ToolBox | undefined> {
    return this.toolBoxes.of(request, history, boundary);
  }

  isImage(request: ReplyRequest): boolean {
    return this.images.requestedDescription(request) !== undefined;
  }

  /** The free reply that says why a picture that is asked for is not drawn. */
  refusalOf(request: ReplyRequest): Promise<Reply | undefined> {
    return this.images.refusal(request);
  }

  /** Costs its reader nothing, but the operator. Who asked may know nothing of the instructions that the reply repeats: its bot is counted. */
  async noteWithheld(reply: WithheldReply, { isCharged }: ReplyWriter, asked: Asked): Promise<void> {
    if (!isCharged) return;
    await (reply instanceof UnsuitableReply ? this.refused.count(asked.author) : this.refused.countRecital(asked));
  }

  /** A question that comes with files is another one than that in the same words without them. */
  private async pinnedAnswer(request: ReplyRequest): Promise<string | undefined> {
    const { persona, question, task, attachments, files = [], readAhead } = request;
    if (task || attachments.length > 0 || files.length > 0 || readAhead?.hasPinnedAnswers === false) return undefined;
    return this.pinned.answerTo(persona, question);
  }
}
