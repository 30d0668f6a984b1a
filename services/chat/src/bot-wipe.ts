import { FairScheduler } from '@kith/kit';
import type { chat, ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CareService } from './care/care.service.js';
import { ImagesService } from './images/images.service.js';
import { MessageLog } from './messages/message-log.js';
import { purgeInBatches } from './messages/purge-in-batches.js';
import { PinnedAnswersService } from './quality/pinned-answers.service.js';
import { SavedConversations } from './replay/saved-conversations.js';

/** Somebody waits for a reset, and nobody for the data of a deleted bot. Together they leave most connections to the database to replies. */
const POOL = { capacity: 2, maxWaiting: 10_000, maxRunningPerKey: 1 } as const;

/** Deletes what was said with a bot that is reset or deleted; of one that is deleted also what its owner wrote here. */
@Injectable()
export class BotWipe {
  private readonly pool = new FairScheduler(POOL);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly log: MessageLog,
    private readonly images: ImagesService,
    private readonly care: CareService,
    private readonly pinned: PinnedAnswersService,
    private readonly conversations: SavedConversations,
  ) {}

  purge(bot: ParsedInputOf<typeof chat.purge>): Promise<Record<string, never>> {
    return this.pool.run({ key: bot.isDeleted ? 'deleted' : 'reset' }, () => this.wipe(bot));
  }

  private async wipe({ botId, isDeleted }: ParsedInputOf<typeof chat.purge>): Promise<Record<string, never>> {
    await purgeInBatches(this.database, botId);
    await this.log.purge(botId);
    await this.images.purge(botId);
    await this.care.purge(botId);
    await this.conversations.purge(botId, isDeleted);
    if (isDeleted) await this.pinned.purge(botId);
    return {};
  }
}
