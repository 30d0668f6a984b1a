import { Interval, RpcClient } from '@kith/kit';
import {
  AppError,
  bots,
  knowledge,
  type Actor,
  type InboxCause,
  type InboxState,
  type OutputOf,
  type ParsedInputOf,
  type quality,
  type RatingReason,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MessageLog } from '../messages/message-log.js';
import { InboxGrouping } from './inbox-grouping.js';

const SWEEP_EVERY_MS = 3_600_000;
const CHANGED: Readonly<Record<InboxState, string>> = {
  open: 'Question opened',
  answered: 'Question answered',
  dismissed: 'Question dismissed',
};
/** Members, roles and channels by their ids. */
const MENTION = /<(?:@[!&]?|#)\d+>/g;

interface Listed {
  readonly id: string;
  readonly messageId: string;
  readonly state: InboxState;
  readonly count: number;
  readonly causes: readonly InboxCause[];
  readonly reasons: readonly RatingReason[] | null;
}

interface Place {
  readonly actor: Actor;
  readonly botId: string;
  readonly questionId: string;
}

/** Questions that need a better answer, and what their owner does about them (docs/decisions.md T15). */
@Injectable()
export class InboxService {
  constructor(
    private readonly rpc: RpcClient,
    private readonly log: MessageLog,
    private readonly grouping: InboxGrouping,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  async list({
    actor,
    botId,
    state,
    limit,
    offset,
  }: ParsedInputOf<typeof quality.inbox>): Promise<OutputOf<typeof quality.inbox>> {
    await this.rpc.ask(bots.owned, { actor, botId });
    await this.grouping.run({ botId, ownerId: actor.userId, ownerPlan: actor.plan });
    const [rows, [counted]] = await Promise.all([
      this.database.query<Listed[]>(LIST, [botId, state, limit, offset]),
      this.database.query<{ total: number }[]>(COUNT, [botId, state]),
    ]);
    const messages = new Map((await this.log.findByIds(rows.map(({ messageId }) => messageId))).map((one) => [one.id, one]));
    const questions = rows.flatMap(({ messageId, reasons, ...row }) => {
      const message = messages.get(messageId);
      // Deleted since.
      if (!message) return [];
      const { question, reply, channel, createdAt } = message;
      const texts = { question: withoutIds(question), reply: withoutIds(reply) };
      return [
        { ...row, ...texts, causes: [...row.causes], reasons: [...(reasons ?? [])], channel, lastAt: createdAt.toISOString() },
      ];
    });
    return { questions, total: counted?.total ?? 0 };
  }

  async setState({
    actor,
    botId,
    questionId,
    state,
  }: ParsedInputOf<typeof quality.setState>): Promise<OutputOf<typeof quality.setState>> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const changed = await this.database.query<[unknown[], number]>(
      'update chat.inbox_question set state = $3, changed_at = now() where id = $1 and bot_id = $2',
      [questionId, botId, state],
    );
    if (changed[1] === 0) throw new AppError('NOT_FOUND');
    return { message: CHANGED[state] };
  }

  async teach({ title, content, ...place }: ParsedInputOf<typeof quality.teach>): Promise<OutputOf<typeof quality.teach>> {
    const { actor, botId } = place;
    await this.rpc.ask(bots.owned, { actor, botId });
    // First, so that of two approvals one adds the item.
    const before = await this.markAnswered(place);
    try {
      return await this.rpc.ask(knowledge.create, { actor, botId, title, content });
    } catch (error) {
      await this.database.query('update chat.inbox_question set state = $2 where id = $1', [place.questionId, before]);
      throw error;
    }
  }

  /** Deletes groups of which no question is kept any more; returns how many. */
  @Interval(SWEEP_EVERY_MS, 'sweep of the inbox')
  async sweep(): Promise<number> {
    await this.grouping.dropVectors();
    const [, count] = await this.database.query<[unknown[], number]>(
      // One that is locked is left for the next sweep: waiting for it could form a deadlock.
      `delete from chat.inbox_question where id in (
         select id from chat.inbox_question q
         where created_at < now() - interval '1 hour' and not exists (select 1 from chat.message m where m.inbox_id = q.id)
         for update skip locked)`,
    );
    return count;
  }

  /** The state before. NOT_FOUND; VERSION_CONFLICT when it is answered already. */
  private async markAnswered({ botId, questionId }: Place): Promise<InboxState> {
    const [rows] = await this.database.query<[{ before: InboxState }[], number]>(
      `update chat.inbox_question q set state = 'answered', changed_at = now()
       from (select id, state from chat.inbox_question where id = $1 and bot_id = $2 for update) old
       where q.id = old.id and old.state <> 'answered' returning old.state as before`,
      [questionId, botId],
    );
    const [changed] = rows;
    if (changed) return changed.before;
    const known = await this.database.query<unknown[]>('select 1 from chat.inbox_question where id = $1 and bot_id = $2', [
      questionId,
      botId,
    ]);
    throw new AppError(known.length > 0 ? 'VERSION_CONFLICT' : 'NOT_FOUND');
  }
}

/** A text of a member as its owner reads it. */
export const withoutIds = (text: string): string => text.replace(MENTION, '@…');

// Deleted are questions of which no message is kept any more; until then they are not shown.
const SHOWN = `from chat.inbox_question q where q.bot_id = $1 and q.state = $2 and q.last_at is not null`;

const COUNT = `select count(*)::int as total ${SHOWN}`;

/** A page of the questions of bot $1 in state $2. What was rated is looked up for the newest 100 messages of each, however often it was asked. */
export const LIST = `
  with page as (select q.* ${SHOWN} order by q.last_at desc, q.id limit $3 offset $4)
  select page.id, page.state, page.unanswered + page.uncertain + page.disliked as count, newest."messageId",
    array_remove(array[
      case when page.disliked > 0 or newest.is_disliked then 'disliked' end,
      case when page.unanswered > 0 then 'unanswered' end,
      case when page.uncertain > 0 then 'uncertain' end
    ], null) as causes,
    newest.reasons
  from page
  cross join lateral (
    select (array_agg(m.id order by m.created_at desc, m.id) filter (where m.state = 'delivered'))[1] as "messageId",
      coalesce(bool_or(not r.is_good), false) as is_disliked,
      array_agg(distinct r.reason) filter (where r.reason is not null and not r.is_good) as reasons
    from chat.newest_of_question(page.id, 100) m left join chat.rating r on r.message_id = m.id
  ) newest
  where newest."messageId" is not null
  order by page.last_at desc, page.id`;
