import { Injectable } from '@nestjs/common';
import { ImageReplies } from '../images/image-replies.js';
import { RefusedPrompts } from '../models/refused-prompts.js';
import { ReplyWriters } from '../models/reply-writers.js';
import type { Reply, ReplyRequest, ReplyWriter } from './reply-writer.js';

/** Who writes the reply to a message: an image model, a language model or the built-in companion. */
@Injectable()
export class WriterChoice {
  constructor(
    private readonly images: ImageReplies,
    private readonly writers: ReplyWriters,
    private readonly refused: RefusedPrompts,
  ) {}

  /** OWN_KEY_FAILED and MODEL_UNAVAILABLE when nobody can write it. */
  async of(request: ReplyRequest): Promise<ReplyWriter> {
    return this.isImage(request) ? this.images.writer(request) : this.writers.of(request.persona);
  }

  isImage(request: ReplyRequest): boolean {
    return this.images.requestedDescription(request) !== undefined;
  }

  /** The free reply that says why a picture that is asked for is not drawn. */
  refusalOf(request: ReplyRequest): Promise<Reply | undefined> {
    return this.images.refusal(request);
  }

  /** A reply that recites its prompt costs its reader nothing, but the operator. After too many of them their author waits. */
  async noteWithheld({ isCharged }: ReplyWriter, author: string): Promise<void> {
    if (isCharged) await this.refused.count(author);
  }
}
