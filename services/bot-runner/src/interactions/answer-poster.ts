import { queues, type JobOf, type RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { MessagePoster, type MessagePart } from '../discord/message-poster.js';
import { Problems } from '../problems/problems.service.js';
import { InteractionAnswers } from './interaction-answers.js';

/** A message or an interaction that is answered. */
type Answered = Pick<JobOf<typeof queues.deliveries>, 'botId' | 'messageId' | 'channelId' | 'interaction'>;

/** Posts answers where the question came from: as a reply to a message, or as the response to an interaction. */
@Injectable()
export class AnswerPoster {
  constructor(
    private readonly poster: MessagePoster,
    private readonly interactions: InteractionAnswers,
    private readonly problems: Problems,
  ) {}

  /** Throws what `MessagePoster.post` and `InteractionAnswers.edit` throw. */
  async post(
    { botId, messageId, channelId, interaction }: Answered,
    parts: readonly MessagePart[],
    notifiedMembers: readonly string[] = [],
  ): Promise<void> {
    if (interaction !== undefined) return this.interactions.edit({ botId, interactionId: messageId, sealed: interaction }, parts);
    await this.poster.post({ botId, postId: messageId, channelId, parts, replyTo: messageId, notifiedMembers });
  }

  /** Discord does not let the bot post in the channel: its owner reads that. */
  async recordRefusal(bot: RunnableBot, place: { readonly guildId: string | null; readonly channelId: string }): Promise<void> {
    await this.problems.record(bot, { ...place, action: 'send-messages' }, null);
  }
}
