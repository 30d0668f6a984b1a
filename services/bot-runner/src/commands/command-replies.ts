import { Queues } from '@kith/kit';
import { queues, type JobOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { OutstandingMessages } from '../messages/outstanding-messages.js';
import { TypingIndicators } from '../messages/typing-indicators.js';

/** Puts what the companion or a language model is to write for a command into the queue `replies`. */
@Injectable()
export class CommandReplies {
  constructor(
    private readonly outstanding: OutstandingMessages,
    private readonly typing: TypingIndicators,
    private readonly queues: Queues,
  ) {}

  /** False when too many messages of the bot or its owner wait for their reply. */
  async add(job: JobOf<typeof queues.replies>): Promise<boolean> {
    const { botId, channelId, messageId, interaction } = job;
    const priority = await this.outstanding.admit(job);
    if (typeof priority !== 'number') return false;
    await this.queues.add(queues.replies, `${botId}-${messageId}`, job, { priority });
    // An interaction shows by itself that the bot is thinking.
    if (interaction === undefined) this.typing.start(botId, channelId, messageId);
    return true;
  }
}
