import { RpcClient } from '@kith/kit';
import { BUILTIN_LABEL, bots, type chat, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { BotWipe } from './bot-wipe.js';
import { ImageReplies } from './images/image-replies.js';
import { MessageLog } from './messages/message-log.js';
import { ReplyWriters } from './models/reply-writers.js';

/** Which engine answers, whether a bot can draw, counts of delivered replies, and the wipe of a bot. */
@Injectable()
export class ChatService {
  constructor(
    private readonly rpc: RpcClient,
    private readonly log: MessageLog,
    private readonly writers: ReplyWriters,
    private readonly wipe: BotWipe,
    private readonly images: ImageReplies,
  ) {}

  async engine({ actor, botId }: ParsedInputOf<typeof chat.engine>): Promise<OutputOf<typeof chat.engine>> {
    const [persona] = await Promise.all([this.rpc.ask(bots.persona, { botId }), this.rpc.ask(bots.owned, { actor, botId })]);
    const { engine, isCharged } = await this.writers.of(persona);
    return { engine, label: engine === 'builtin' ? BUILTIN_LABEL : null, isOwnKey: engine !== 'builtin' && !isCharged };
  }

  async canDraw({ botId }: ParsedInputOf<typeof chat.canDraw>): Promise<OutputOf<typeof chat.canDraw>> {
    return { canDraw: await this.images.canDraw(await this.rpc.ask(bots.persona, { botId })) };
  }

  async counts(botIds: readonly string[]): Promise<OutputOf<typeof chat.counts>> {
    return { counts: await this.log.counts(botIds) };
  }

  purge(input: ParsedInputOf<typeof chat.purge>): Promise<OutputOf<typeof chat.purge>> {
    return this.wipe.purge(input);
  }
}
