import { FairScheduler } from '@kith/kit';
import type { chat, OutputOf, ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { CareService } from './care/care.service.js';
import { ImagesService } from './images/images.service.js';
import { MessageLog } from './messages/message-log.js';
import { MessageDeletion } from './messages/message-deletion.js';
import { PinnedAnswersService } from './quality/pinned-answers.service.js';
import { SavedConversations } from './replay/saved-conversations.js';

/** Somebody may wait for a reset, and nobody for the data of a deleted bot. Together they leave most connections to the database to replies. */
const POOL = { capacity: 2, maxWaiting: 10_000, maxRunningPerKey: 1 } as const;

/**
 * Deletes what was said with a bot that is reset or deleted, of one that is deleted also what its owner wrote here, a part with each call: who
 * deletes it makes the pauses.
 */
@Injectable()
export class BotWipe {
  private readonly pool = new FairScheduler(POOL);

  constructor(
    private readonly messages: MessageDeletion,
    private readonly log: MessageLog,
    private readonly images: ImagesService,
    private readonly care: CareService,
    private readonly pinned: PinnedAnswersService,
    private readonly conversations: SavedConversations,
  ) {}

  purge(bot: ParsedInputOf<typeof chat.purge>): Promise<OutputOf<typeof chat.purge>> {
    return this.pool.run({ key: bot.isDeleted ? 'deleted' : 'reset' }, () => this.wipe(bot));
  }

  private async wipe({ botId, isDeleted }: ParsedInputOf<typeof chat.purge>): Promise<OutputOf<typeof chat.purge>> {
    if (!(await this.messages.deleteSome(botId))) return { isDone: false };
    await this.log.purge(botId);
    await this.images.purge(botId);
    await this.care.purge(botId);
    await this.conversations.purge(botId, isDeleted);
    if (isDeleted) await this.pinned.purge(botId);
    return { isDone: true };
  }
}
