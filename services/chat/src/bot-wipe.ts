import type { chat, ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { CareService } from './care/care.service.js';
import { ImagesService } from './images/images.service.js';
import { MessageLog } from './messages/message-log.js';
import { PinnedAnswersService } from './quality/pinned-answers.service.js';
import { SavedConversations } from './replay/saved-conversations.js';

/** Deletes what was said with a bot that is reset or deleted; of one that is deleted also what its owner wrote here. */
@Injectable()
export class BotWipe {
  constructor(
    private readonly log: MessageLog,
    private readonly images: ImagesService,
    private readonly care: CareService,
    private readonly pinned: PinnedAnswersService,
    private readonly conversations: SavedConversations,
  ) {}

  async purge({ botId, isDeleted }: ParsedInputOf<typeof chat.purge>): Promise<Record<string, never>> {
    await this.log.purge(botId);
    await this.images.purge(botId);
    await this.care.purge(botId);
    await this.conversations.purge(botId, isDeleted);
    if (isDeleted) await this.pinned.purge(botId);
    return {};
  }
}
