import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Message } from './message.entity.js';

/** One earlier exchange of a conversation. */
export type PastTurn = Pick<Message, 'authorName' | 'question' | 'reply' | 'tokens'>;

/** A reply to be stored. */
export type NewMessage = Omit<Message, 'id' | 'createdAt' | 'state'>;

/**
 * What was said with companions. Whatever stores, counts or wipes locks the companion's counter first and its messages after, so that
 * none of them overtakes another and no two wait for each other.
 */
@Injectable()
export class MessageLog {
  constructor(@InjectRepository(Message) private readonly messages: Repository<Message>) {}

  find(botId: string, requestId: string): Promise<Message | null> {
    return this.messages.findOneBy({ botId, requestId });
  }

  /** How often the companion was wiped. Asked before its persona, for `keep`. */
  async epoch(botId: string): Promise<number> {
    const rows = await this.messages.query<{ epoch: number }[]>('select epoch from chat.counter where bot_id = $1', [botId]);
    return rows[0]?.epoch ?? 0;
  }

  /**
   * Stores a reply and answers what is stored: of two replies to one message the first one stands. Null when the companion was wiped
   * after `epoch`: what was asked before that stays forgotten.
   */
  async keep(message: NewMessage, epoch: number): Promise<Message | null> {
    await this.messages.query(KEEP, [
      message.botId,
      epoch,
      message.ownerId,
      message.channel,
      message.conversation,
      message.requestId,
      message.author,
      message.authorName,
      message.question,
      message.reply,
      message.engine,
      message.sources,
      message.truncated,
      message.tokens,
      message.promptTokens,
      message.completionTokens,
      message.latencyMs,
    ]);
    return this.find(message.botId, message.requestId);
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
      `with locked as (
         select bot_id from chat.counter where bot_id = $1 for update
       ), marked as (
         update chat.message m set state = 'delivered' from locked
         where m.bot_id = locked.bot_id and m.request_id = $2 and m.state = 'written'
         returning m.bot_id
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

  /** Delivered replies of all companions. */
  async total(): Promise<number> {
    const [row] = await this.messages.query<{ total: string }[]>('select coalesce(sum(delivered), 0) as total from chat.counter');
    return Number(row?.total ?? 0);
  }

  /** Wipes everything said with a companion. Its counter stays, at zero and one epoch on: replies under way find it. */
  async purge(botId: string): Promise<void> {
    await this.messages.manager.transaction(async (transaction) => {
      await transaction.query(
        `insert into chat.counter as c (bot_id, delivered, epoch) values ($1, 0, 1)
         on conflict (bot_id) do update set delivered = 0, epoch = c.epoch + 1`,
        [botId],
      );
      // A statement of its own: it sees what was stored while the one before waited.
      await transaction.query('delete from chat.message where bot_id = $1', [botId]);
    });
  }
}

// The update changes nothing: it locks the counter, and finds the row as it is after a wipe that it had to wait for.
const KEEP = `
  with current as (
    insert into chat.counter as c (bot_id, delivered, epoch) values ($1, 0, $2)
    on conflict (bot_id) do update set delivered = c.delivered where c.epoch = excluded.epoch
    returning bot_id
  )
  insert into chat.message (
    bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources, truncated, tokens,
    prompt_tokens, completion_tokens, latency_ms, state
  )
  select bot_id, $3::uuid, $4, $5, $6, $7, $8, $9, $10, $11, $12::text[], $13::boolean, $14::int, $15::int, $16::int, $17::int, 'written'
  from current
  on conflict (bot_id, request_id) do nothing`;
