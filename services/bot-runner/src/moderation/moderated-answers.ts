import { Injectable } from '@nestjs/common';
import { PostedParts } from '../discord/posted-parts.js';
import { MergedLines } from '../messages/merged-lines.js';
import { OutstandingMessages } from '../messages/outstanding-messages.js';
import { SupersededMessages } from '../messages/superseded-messages.js';
import type { ViolationJob } from './violation-job.js';

/** The answers of the bot to messages that moderation deleted: they may repeat what must not be read. */
@Injectable()
export class ModeratedAnswers {
  constructor(
    private readonly outstanding: OutstandingMessages,
    private readonly posted: PostedParts,
    private readonly superseded: SupersededMessages,
    private readonly lines: MergedLines,
  ) {}

  /** Nothing answers the message any more, and what was posted in answer to it is deleted; nothing when the bot did not answer it. Can be repeated. */
  async withdraw({ ownerId, botId, guildId, channelId, task }: ViolationJob): Promise<void> {
    const messageId = await this.lines.questionOf(botId, task.messageId);
    const waiting = await this.outstanding.among(botId, [messageId]);
    if (waiting.length === 0 && (await this.posted.of({ botId, postId: messageId })).parts.length === 0) return;
    await this.superseded.withdraw({ ownerId, botId, messageId, channelId, guildId, noAnswer: 'moderated' });
  }
}
