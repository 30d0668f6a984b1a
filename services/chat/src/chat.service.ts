import { RpcClient } from '@kith/kit';
import { BUILTIN_LABEL, bots, type chat, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { CareService } from './care/care.service.js';
import { ImagesService } from './images/images.service.js';
import { MessageLog } from './messages/message-log.js';
import { ReplyWriters } from './models/reply-writers.js';
import { PinnedAnswersService } from './quality/pinned-answers.service.js';
import { SavedConversations } from './replay/saved-conversations.js';

/** Which engine answers, counts of delivered replies, and the wipe of a bot. */
@Injectable()
export class ChatService {
  constructor(
    private readonly rpc: RpcClient,
    private readonly log: MessageLog,
    private readonly images: ImagesService,
    private readonly writers: ReplyWriters,
    private readonly care: CareService,
    private readonly pinned: PinnedAnswersService,
    private readonly conversations: SavedConversations,
  ) {}

  async engine({ actor, botId }: ParsedInputOf<typeof chat.engine>): Promise<OutputOf<typeof chat.engine>> {
    const [persona] = await Promise.all([this.rpc.ask(bots.persona, { botId }), this.rpc.ask(bots.owned, { actor, botId })]);
    const { engine, isCharged } = await this.writers.of(persona);
    return { engine, label: engine === 'builtin' ? BUILTIN_LABEL : null, isOwnKey: engine !== 'builtin' && !isCharged };
  }

  async counts(botIds: readonly string[]): Promise<OutputOf<typeof chat.counts>> {
    return { counts: await this.log.counts(botIds) };
  }

  async purge({ botId, isDeleted }: ParsedInputOf<typeof chat.purge>): Promise<Record<string, never>> {
    await this.log.purge(botId);
    await this.images.purge(botId);
    await this.care.purge(botId);
    await this.conversations.purge(botId, isDeleted);
    if (isDeleted) await this.pinned.purge(botId);
    return {};
  }
}
