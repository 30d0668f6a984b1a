import { queues, type JobOf, type RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { ReplyThreads } from '../deliveries/reply-threads.js';
import { GuildAccess } from '../discord/guild-access.js';
import { MessagePoster, type MessagePart, type Post } from '../discord/message-poster.js';
import { missingToPost } from '../discord/missing-permission.js';
import { PostedParts } from '../discord/posted-parts.js';
import { Problems } from '../problems/problems.service.js';
import { InteractionAnswers } from './interaction-answers.js';

/** A message or an interaction that is answered. */
type Answered = Pick<JobOf<typeof queues.deliveries>, 'ownerId' | 'botId' | 'messageId' | 'channelId' | 'interaction'> &
  Partial<Pick<JobOf<typeof queues.deliveries>, 'guildId' | 'threadName'>>;

/** Posts answers where the question came from: as a reply to a message, or as the response to an interaction. */
@Injectable()
export class AnswerPoster {
  constructor(
    private readonly poster: MessagePoster,
    private readonly interactions: InteractionAnswers,
    private readonly problems: Problems,
    private readonly threads: ReplyThreads,
    private readonly progress: PostedParts,
    private readonly access: GuildAccess,
  ) {}

  /** The ids of the messages of the answer. Throws what `MessagePoster.post` and `InteractionAnswers.edit` throw. */
  async post(
    answered: Answered,
    parts: readonly MessagePart[],
    options: Pick<Post, 'notifiedMembers' | 'replacesPosted' | 'beforeRequest'> = {},
  ): Promise<string[]> {
    const { botId, messageId, channelId, interaction } = answered;
    if (interaction !== undefined)
      return this.interactions.edit({ botId, interactionId: messageId, sealed: interaction }, parts, options);
    const post = { ...options, botId, postId: messageId, parts };
    const [first] = (await this.progress.of(post)).parts;
    const isInThread = first ? first.channelId !== channelId : await this.threads.open(answered);
    // In its thread an answer stands below the message anyway, and Discord lets no message reply to one of another channel.
    const inThread = isInThread ? await this.threads.post(answered, { ...post, channelId: messageId }) : null;
    return inThread ?? this.poster.post({ ...post, channelId, replyTo: messageId });
  }

  /** Ends the "is thinking" of an interaction that nobody answers; nothing for a message. Never throws. */
  async end({ botId, messageId, interaction }: Answered, content: string, how: { readonly isUpdate: boolean }): Promise<void> {
    if (interaction === undefined) return;
    await this.interactions.end({ botId, interactionId: messageId, sealed: interaction }, content, how);
  }

  /** In answer to a component, whose message stays as it is. Throws what Discord answers. */
  async tellPrivately({ botId, messageId, interaction }: Answered, content: string): Promise<void> {
    if (interaction === undefined) return;
    await this.interactions.tellPrivately({ botId, interactionId: messageId, sealed: interaction }, content);
  }

  /** Discord does not let the bot post in the channel, with this code: its owner reads that. */
  async recordRefusal(
    bot: RunnableBot,
    place: Pick<Answered, 'channelId'> & { guildId: string | null },
    code: number | string,
  ): Promise<void> {
    const permission = await missingToPost(this.access, { botId: bot.botId, channelId: place.channelId }, code);
    await this.problems.record(bot, { ...place, action: 'send-messages' }, permission);
  }
}
