import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { lockCounter } from './counter-lock.js';
import { ForgottenMembers } from './forget-me/forgotten-members.js';
import { Message } from './message.entity.js';

/** One earlier exchange of a conversation. */
export type PastTurn = Pick<Message, 'authorName' | 'question' | 'reply' | 'tokens'>;

/** What a member wrote to a companion before a message or interaction. */
interface Said {
  readonly botId: string;
  readonly memberId: string;
  readonly before: string;
}

/** A reply to be stored. */
export type NewMessage = Omit<Message, 'id' | 'createdAt' | 'state'>;

/**
 * What was said with companions. Whatever stores, counts, forgets or wipes locks the companion's counter first and its messages after, so
 * that none of them overtakes another and no two wait for each other.
 */
@Injectable()
export class MessageLog {
  constructor(
    @InjectRepository(Message) private readonly messages: Repository<Message>,
    private readonly forgotten: ForgottenMembers,
  ) {}

  find(botId: string, requestId: string): Promise<Message | null> {
    return this.messages.findOneBy({ botId, requestId });
  }

  /** Whether a member of Discord asked to be forgotten after that message. */
  isForgotten(botId: string, memberId: string, messageId: string): Promise<boolean> {
    return this.forgotten.includes({ botId, memberId, messageId });
  }

  /** How often the companion was wiped. Asked before its persona, for `keep`. */
  async epoch(botId: string): Promise<number> {
    const rows = await this.messages.query<{ epoch: number }[]>('select epoch from chat.counter where bot_id = $1', [botId]);
    return rows[0]?.epoch ?? 0;
  }

  /**
   * Stores a reply and answers what is stored: of two replies to one message the first one stands. Null when the companion was wiped
   * after `epoch`, or when the member asked to be forgotten after the message: what was asked before that stays forgotten.
   */
  async keep(message: NewMessage, epoch: number): Promise<Message | null> {
    await this.messages.manager.transaction(async (transaction) => {
      if ((await lockCounter(transaction, message.botId)) !== epoch) return;
      if (message.channel === 'discord' && (await this.forgotten.includes(writtenOf(message), transaction))) return;
      await transaction
        .createQueryBuilder()
        .insert()
        .into(Message)
        .values({ ...message, state: 'written' })
        .orIgnore()
        .execute();
    });
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

  /** Requests of a member of Discord that were written before the message or interaction; the oldest `limit`. */
  async requestsBefore({ botId, memberId, before }: Said, limit: number): Promise<string[]> {
    const rows = await this.messages.query<{ request: string }[]>(
      `select request_id as request from chat.message
       where bot_id = $1 and author = $2 and channel = 'discord'
         and case when right(request_id, -37) ~ '^[0-9]+$' then right(request_id, -37)::numeric < $3::numeric else true end
       order by created_at limit $4`,
      [botId, memberId, before, limit],
    );
    return rows.map(({ request }) => request);
  }

  /** Wipes what was said in these requests. How many replies were delivered names nobody, and stays. */
  async forget(botId: string, requests: readonly string[]): Promise<void> {
    await this.messages.manager.transaction(async (transaction) => {
      await lockCounter(transaction, botId);
      await transaction.query('delete from chat.message where bot_id = $1 and request_id = any($2)', [botId, requests]);
    });
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

/** The id of a message on Discord stands behind that of the companion. */
const writtenOf = ({ botId, author, requestId }: NewMessage) => ({
  botId,
  memberId: author,
  messageId: requestId.slice(botId.length + 1),
});
