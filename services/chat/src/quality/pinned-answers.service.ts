import { PreparedStatement, RpcClient } from '@kith/kit';
import {
  AppError,
  badField,
  bots,
  PLAN_CATALOGUE,
  type Actor,
  type OutputOf,
  type ParsedInputOf,
  type Persona,
  type PinnedAnswer,
  type Plan,
  type quality,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { lockBotCounter } from '../messages/bot-counter.js';
import { questionKey } from './question-key.js';

interface Row {
  readonly id: string;
  readonly questions: string[];
  readonly answer: string;
  readonly isActive: boolean;
  readonly createdAt: Date;
}

type ListRow = { readonly total: number } & (Row | Readonly<Record<keyof Row, null>>);

interface Bot {
  readonly botId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly max: number;
}

/** As many as knowledge items: both are what an owner teaches. */
const maxOf = (plan: Plan): number => PLAN_CATALOGUE[plan].maxKnowledgeItems;

/** Answers that owners wrote, for the very same question only (docs/decisions.md T16). */
@Injectable()
export class PinnedAnswersService {
  constructor(
    private readonly rpc: RpcClient,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  /** The answer that is pinned to this question; undefined without one. */
  async answerTo(
    { id, name, ownerPlan }: Pick<Persona, 'id' | 'name' | 'ownerPlan'>,
    message: string,
  ): Promise<string | undefined> {
    const key = questionKey(message, name);
    if (key === null) return undefined;
    const [found] = await this.database.query<{ answer: string }[]>(
      `select a.answer from chat.pinned_question q join chat.pinned_answer a on a.id = q.answer_id
       where q.bot_id = $1 and q.key = $2 and (
         select count(*) from chat.pinned_answer o where o.bot_id = a.bot_id and (o.created_at, o.id) < (a.created_at, a.id)) < $3`,
      [id, key, maxOf(ownerPlan)],
    );
    return found?.answer;
  }

  async list(input: ParsedInputOf<typeof quality.pinned>): Promise<OutputOf<typeof quality.pinned>> {
    const { max } = await this.ownBot(input);
    const { botId, search = '', limit, offset } = input;
    const rows =
      search === ''
        ? await LIST.rows(this.database, [botId, max, limit, offset])
        : await FOUND.rows(this.database, [botId, max, limit, offset, search]);
    // Without answers there is one row, with the total alone.
    const answers = rows.flatMap((row) => (row.id === null ? [] : view(row)));
    return { answers, total: rows[0]?.total ?? 0, max };
  }

  async pin({ questionId, ...input }: ParsedInputOf<typeof quality.pin>): Promise<PinnedAnswer> {
    const bot = await this.ownBot(input);
    return this.database.transaction(async (transaction) => {
      await lockBotCounter(transaction, bot.botId);
      const [counted] = await transaction.query<{ total: number }[]>(
        'select count(*)::int as total from chat.pinned_answer where bot_id = $1',
        [bot.botId],
      );
      if ((counted?.total ?? 0) >= bot.max)
        throw new AppError('UPGRADE_REQUIRED', `Your plan allows ${bot.max} pinned answers for each companion.`);
      const [made] = await transaction.query<{ id: string }[]>(
        'insert into chat.pinned_answer (bot_id, owner_id, questions, answer) values ($1, $2, $3, $4) returning id',
        [bot.botId, bot.ownerId, input.questions, input.answer],
      );
      if (!made) throw new AppError('INTERNAL');
      await storeKeys(transaction, bot, made.id, input.questions);
      if (questionId) await markAnswered(transaction, bot.botId, questionId);
      return read(transaction, bot, made.id);
    });
  }

  async change({ answerId, ...input }: ParsedInputOf<typeof quality.changePinned>): Promise<PinnedAnswer> {
    const bot = await this.ownBot(input);
    return this.database.transaction(async (transaction) => {
      await lockBotCounter(transaction, bot.botId);
      await transaction.query('update chat.pinned_answer set questions = $3, answer = $4 where id = $1 and bot_id = $2', [
        answerId,
        bot.botId,
        input.questions,
        input.answer,
      ]);
      await transaction.query('delete from chat.pinned_question where answer_id = $1 and bot_id = $2', [answerId, bot.botId]);
      const changed = await read(transaction, bot, answerId);
      await storeKeys(transaction, bot, answerId, input.questions);
      return changed;
    });
  }

  async unpin({ actor, botId, answerId }: ParsedInputOf<typeof quality.unpin>): Promise<OutputOf<typeof quality.unpin>> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const [, count] = await this.database.query<[unknown[], number]>(
      'delete from chat.pinned_answer where id = $1 and bot_id = $2',
      [answerId, botId],
    );
    if (count === 0) throw new AppError('NOT_FOUND');
    return { message: 'Pinned answer deleted' };
  }

  /** Deletes the pinned answers of a bot that is deleted. */
  async purge(botId: string): Promise<void> {
    await this.database.query('delete from chat.pinned_answer where bot_id = $1', [botId]);
  }

  private async ownBot({ actor, botId }: { readonly actor: Actor; readonly botId: string }): Promise<Bot> {
    const [{ name, ownerId, ownerPlan }] = await Promise.all([
      this.rpc.ask(bots.persona, { botId }),
      this.rpc.ask(bots.owned, { actor, botId }),
    ]);
    return { botId, ownerId, name, max: maxOf(ownerPlan) };
  }
}

/** BAD_INPUT, with the field, for a question without words and for one that another pinned answer has. */
async function storeKeys(
  transaction: EntityManager,
  { botId, ownerId, name }: Bot,
  answerId: string,
  questions: readonly string[],
): Promise<void> {
  for (const [index, question] of questions.entries()) {
    const field = `questions.${index}`;
    const key = questionKey(question, name);
    if (key === null) throw badField(field, 'Please write the question in words');
    const [stored] = await transaction.query<{ answerId: string }[]>(
      `insert into chat.pinned_question as q (bot_id, key, answer_id, owner_id) values ($1, $2, $3, $4)
       on conflict (bot_id, key) do update set key = q.key returning answer_id as "answerId"`,
      [botId, key, answerId, ownerId],
    );
    if (stored?.answerId !== answerId) throw badField(field, 'Another pinned answer has this question already');
  }
}

async function markAnswered(transaction: EntityManager, botId: string, questionId: string): Promise<void> {
  const [, count] = await transaction.query<[unknown[], number]>(
    `update chat.inbox_question set state = 'answered', changed_at = now() where id = $1 and bot_id = $2`,
    [questionId, botId],
  );
  if (count === 0) throw new AppError('NOT_FOUND');
}

async function read(transaction: EntityManager, { botId, max }: Bot, answerId: string): Promise<PinnedAnswer> {
  const [row] = await transaction.query<Row[]>(ONE, [botId, max, answerId]);
  if (!row) throw new AppError('NOT_FOUND');
  return view(row);
}

const view = ({ id, questions, answer, isActive, createdAt }: Row): PinnedAnswer => ({
  id,
  questions,
  answer,
  isActive,
  createdAt: createdAt.toISOString(),
});

/** After a downgrade the oldest stay active (docs/decisions.md B14): as many as the plan allows. Where there are more, the last of them is looked for. */
const ANSWERS = `
  select id, questions, answer, created_at as "createdAt",
    (select coalesce(sum(answers), 0) from chat.pinned_count where bot_id = $1) <= $2::int or coalesce((created_at, id) <= (
      select created_at, id from chat.pinned_answer where bot_id = $1 order by created_at, id offset $2::int - 1 limit 1
    ), true) as "isActive"
  from chat.pinned_answer where bot_id = $1`;
const ONE = `${ANSWERS} and id = $3`;
const PAGE = `${ANSWERS} and id = any (array(select id from ids))`;
// A page, and how many answers the list has. The ids of the page come from an index alone.
const LIST = new PreparedStatement<ListRow>(`
  with ids as (select chat.pinned_page($1, $3, $4) as id)
  select counted.total, page.*
  from (select coalesce(sum(answers), 0)::int as total from chat.pinned_count where bot_id = $1) counted left join (${PAGE}) page on true
  order by "createdAt" desc, id desc`);
// The texts of all answers of the bot are read, once.
const FOUND = new PreparedStatement<ListRow>(`
  with found as materialized (
    select id, created_at from chat.pinned_answer
    where bot_id = $1 and position(lower($5) in lower(answer || E'\\n' || array_to_string(questions, E'\\n'))) > 0
  ), ids as (select id from found order by created_at desc, id desc limit $3 offset $4)
  select counted.total, page.* from (select count(*)::int as total from found) counted left join (${PAGE}) page on true
  order by "createdAt" desc, id desc`);
