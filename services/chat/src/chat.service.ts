import { RpcClient } from '@kith/kit';
import { BUILTIN_LABEL, bots, type chat, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { ImagesService } from './images/images.service.js';
import { MessageLog } from './messages/message-log.js';
import { REPLY_WRITER, type ReplyWriter } from './replies/reply-writer.js';

/** Which engine answers, counts of delivered replies, and the wipe of a bot. */
@Injectable()
export class ChatService {
  constructor(
    private readonly rpc: RpcClient,
    private readonly log: MessageLog,
    private readonly images: ImagesService,
    @Inject(REPLY_WRITER) private readonly writer: ReplyWriter,
  ) {}

  async engine({ actor, botId }: ParsedInputOf<typeof chat.engine>): Promise<OutputOf<typeof chat.engine>> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const { engine } = this.writer;
    return { engine, label: engine === 'builtin' ? BUILTIN_LABEL : null };
  }

  async counts(botIds: readonly string[]): Promise<OutputOf<typeof chat.counts>> {
    return { counts: await this.log.counts(botIds) };
  }

  async purge(botId: string): Promise<Record<string, never>> {
    await this.log.purge(botId);
    await this.images.purge(botId);
    return {};
  }
}
