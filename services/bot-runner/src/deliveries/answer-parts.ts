import type { JobOf, queues } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { DesiredBotsSource } from '../connections/desired-bots.js';
import type { MessagePart } from '../discord/message-poster.js';
import { takeCodeFiles } from './code-files.js';
import { buttonsOfAnswer, stopButton, type ButtonRow } from './reply-buttons.js';
import { MAX_MESSAGE_CHARS, splitMessage } from './split-message.js';

type Delivery = JobOf<typeof queues.deliveries>;
type Answer = Pick<Delivery, 'botId' | 'messageId' | 'authorId' | 'text'>;

/** Shows that the answer goes on. */
const GOES_ON = ' …';

/** The messages that an answer is posted as. */
@Injectable()
export class AnswerParts {
  constructor(private readonly desired: DesiredBotsSource) {}

  /** Empty for a text without anything to see. */
  of(job: Answer & Pick<Delivery, 'kind' | 'interaction'>): MessagePart[] {
    const isMessage = job.kind === 'reply' && job.interaction === undefined;
    return this.parts(job, job.text, isMessage ? buttonsOfAnswer : undefined);
  }

  /** The same with long code blocks as files of the last message; null for an answer without any. */
  withFiles(job: Answer & Pick<Delivery, 'kind' | 'interaction'>): MessagePart[] | null {
    const { text, files } = takeCodeFiles(job.text, MAX_MESSAGE_CHARS);
    const parts = files.length > 0 ? this.of({ ...job, text }) : [];
    const last = parts.at(-1);
    return last ? [...parts.slice(0, -1), { ...last, files: [...files] }] : null;
  }

  /** For the beginning of an answer that is still being written. */
  ofBeginning(answer: Answer & Pick<Delivery, 'interaction'>): MessagePart[] {
    const isMessage = answer.interaction === undefined;
    return this.parts(answer, `${answer.text.trimEnd()}${GOES_ON}`, isMessage ? stopButton : undefined);
  }

  /** The buttons stand below the last message. */
  private parts({ botId, messageId, authorId }: Answer, text: string, buttons?: typeof stopButton): MessagePart[] {
    const contents = splitMessage(text);
    const hasButtons = this.desired.bots.get(botId)?.channelSettings.replyButtons ?? false;
    const row: ButtonRow[] = hasButtons && buttons && authorId !== undefined ? [buttons(messageId, authorId)] : [];
    return contents.map((content, index) => ({
      content,
      ...(index === contents.length - 1 && row.length > 0 ? { components: row } : {}),
    }));
  }
}
