import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Message } from './message.entity.js';

/** One earlier exchange of a conversation. */
export type PastTurn = Pick<Message, 'authorName' | 'question' | 'reply' | 'tokens'>;

@Injectable()
export class MessageLog {
  constructor(@InjectRepository(Message) private readonly messages: Repository<Message>) {}

  find(botId: string, requestId: string): Promise<Message | null> {
    return this.messages.findOneBy({ botId, requestId });
  }

  /** Stores a reply and answers what is stored: of two replies to one message the first one stands. */
  async keep(message: Omit<Message, 'id' | 'createdAt'>): Promise<Message> {
    await this.messages.createQueryBuilder().insert().values(message).orIgnore().execute();
    return this.messages.findOneByOrFail({ botId: message.botId, requestId: message.requestId });
  }

  /** The last exchanges of a conversation, oldest first. */
  async past(botId: string, conversation: string, limit: number): Promise<PastTurn[]> {
    const rows = await this.messages.find({
      select: { authorName: true, question: true, reply: true, tokens: true },
      where: [
        { botId, conversation, state: 'delivered' },
        { botId, conversation, state: 'written' },
      ],
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
    });
    return rows.toReversed();
  }

  /** The reply reached its reader: counted once, however often it is said. */
  async markDelivered(botId: string, requestId: string): Promise<void> {
    await this.messages.query(
      `with marked as (
         update chat.message set state = 'delivered' where bot_id = $1 and request_id = $2 and state = 'written' returning bot_id
       )
       insert into chat.counter as c (bot_id, delivered) select bot_id, 1 from marked
       on conflict (bot_id) do update set delivered = c.delivered + 1`,
      [botId, requestId],
    );
  }

  async markFailed(botId: string, requestId: string): Promise<void> {
    await this.messages.update({ botId, requestId, state: 'written' }, { state: 'failed' });
  }

  /** Delivered replies of each companion; zero for one that never replied. */
  async counts(botIds: readonly string[]): Promise<Record<string, number>> {
    const rows = await this.messages.query<{ botId: string; delivered: string }[]>(
      'select bot_id as "botId", delivered from chat.counter where bot_id = any($1)',
      [botIds],
    );
    const delivered = new Map(rows.map((row) => [row.botId, Number(row.delivered)]));
    return Object.fromEntries(botIds.map((botId) => [botId, delivered.get(botId) ?? 0]));
  }

  async purge(botId: string): Promise<void> {
    await this.messages.query('delete from chat.message where bot_id = $1', [botId]);
    await this.messages.query('delete from chat.counter where bot_id = $1', [botId]);
  }
}
