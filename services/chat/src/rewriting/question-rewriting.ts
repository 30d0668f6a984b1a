import type { Persona } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { isSmallTalk, placeOfTopic } from '../builtin/question.js';
import { plainMessage } from '../builtin/plain-message.js';
import type { PastExchange } from '../messages/message-log.js';
import { withoutFileNames } from '../replies/attachments.js';
import { QuestionModel } from './question-model.js';

/** A longer message says itself what it asks for. */
const MAX_MESSAGE_CHARS = 200;

interface Asking {
  readonly persona: Pick<Persona, 'name' | 'ownerId' | 'ownerPlan'>;
  /** The user or Discord member who wrote the message. */
  readonly author: string;
}

/** Finds out what a message asks for that goes on from what was asked before. */
@Injectable()
export class QuestionRewriting {
  constructor(private readonly model: QuestionModel) {}

  /**
   * The one question that a message means after these exchanges, the oldest first; null for small talk, for a message that follows nothing, and where
   * there is no model for it or it writes none.
   */
  async of(
    message: string,
    history: readonly Pick<PastExchange, 'question' | 'reply'>[],
    { persona, author }: Asking,
  ): Promise<string | null> {
    if (!this.model.isOn) return null;
    const { name } = persona;
    const text = plainMessage(message, name);
    if (text === '' || text.length > MAX_MESSAGE_CHARS || isSmallTalk(message, name)) return null;
    const asked = history.map(({ question }) => withoutFileNames(question));
    const place = placeOfTopic(asked, name);
    const [previous, before] = [asked[place], history[place]];
    if (previous === undefined || !before) return null;
    return this.model.write({ message: text, previous: plainMessage(previous, name), reply: before.reply }, { persona, author });
  }
}
