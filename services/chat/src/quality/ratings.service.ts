import { RpcClient } from '@kith/kit';
import { AppError, bots, type chat, type ParsedInputOf, type quality, type RatingInput, type RatingReason } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { webRequestId } from '../test-chat/web-request-id.js';

interface Rating {
  readonly botId: string;
  readonly channel: 'web' | 'discord';
  /** Of the question; on Discord the answers to its changed forms have ids that begin with it. */
  readonly requestId: string;
  readonly person: string;
  readonly isGood: boolean | null;
  readonly reason: RatingReason | null;
  /** Now, when it is not given. */
  readonly ratedAtMs?: number | undefined;
}

/** How people rated replies: each person once a reply, the last rating counts (docs/decisions.md T17). */
@Injectable()
export class RatingsService {
  constructor(
    private readonly rpc: RpcClient,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  /** By the owner, in the test chat. */
  async rateOwn({ actor, botId, requestId, isGood, reason }: ParsedInputOf<typeof quality.rate>): Promise<RatingInput> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const rating = { isGood, reason: isGood === false ? reason : null };
    await this.store({ ...rating, botId, channel: 'web', requestId: webRequestId(botId, requestId), person: actor.userId });
    return rating;
  }

  /** By a member of Discord. */
  async rate(input: ParsedInputOf<typeof chat.rate>): Promise<Record<string, never>> {
    const { botId, messageId, memberId: person, isGood, ratedAtMs } = input;
    const reason = isGood ? null : input.reason;
    await this.store({ botId, channel: 'discord', requestId: `${botId}-${messageId}`, person, isGood, reason, ratedAtMs });
    return {};
  }

  private async store({ botId, channel, requestId, person, isGood, reason, ratedAtMs }: Rating): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const [rated] = await transaction.query<{ id: string; ownerId: string; inboxId: string | null }[]>(LATEST_ANSWER, [
        botId,
        channel,
        requestId,
      ]);
      if (!rated) throw new AppError('NOT_FOUND', 'This reply is not kept, so it cannot be rated.');
      const { id, ownerId, inboxId } = rated;
      if (isGood === null) await transaction.query('delete from chat.rating where message_id = $1 and person = $2', [id, person]);
      else {
        const noted = await transaction.query<unknown[]>(NOTE, [id, person, botId, ownerId, isGood, reason, ratedAtMs ?? null]);
        if (noted.length === 0) return;
      }
      await transaction.query(isGood === false ? ADD_TO_INBOX : TAKE_FROM_INBOX, isGood === false ? [id, person] : [id]);
      if (isGood === false && inboxId !== null)
        await transaction.query(
          `update chat.inbox_question set state = 'open', changed_at = now() where id = $1 and state = 'answered'`,
          [inboxId],
        );
    });
  }
}

/**
 * The answer to a message, on Discord to the latest of its forms: '.' is the next character behind '-', with which their revisions begin. They are
 * found first, so that Postgres does not read all replies from the latest on instead, and `(select 'delivered')` keeps it from the index of all
 * delivered replies of the bot, which without statistics seems as good.
 */
const LATEST_ANSWER = `
  with answers as materialized (
    select id, created_at from chat.message
    where bot_id = $1 and channel = $2 and state = (select 'delivered')
      and request_id >= $3 and request_id < $3 || '.' and ($2 = 'discord' or request_id = $3)
  )
  select id, owner_id as "ownerId", inbox_id as "inboxId" from chat.message
  where id = (select id from answers order by created_at desc limit 1) and state = 'delivered' for update`;

/** Returns nothing when the person has chosen something later, or this already. */
const NOTE = `
  insert into chat.rating as r (message_id, person, bot_id, owner_id, is_good, reason, rated_at)
  values ($1, $2, $3, $4, $5, $6, coalesce(to_timestamp($7::double precision / 1000), now()))
  on conflict (message_id, person) do update
    set is_good = excluded.is_good, reason = excluded.reason, rated_at = excluded.rated_at where r.rated_at < excluded.rated_at
  returning person`;

/** Also where members are not told that questions are read: whoever rates their own answer is told then. Never from a direct message. */
const ADD_TO_INBOX = `
  update chat.message set inbox_cause = coalesce(inbox_cause, 'disliked')
  where id = $1 and is_kept and not is_direct and (is_shared or author = $2)`;

/** With what was derived from it there. */
const TAKE_FROM_INBOX = `
  with taken as (
    update chat.message m set inbox_cause = null, inbox_id = null
    where m.id = $1 and m.inbox_cause = 'disliked'
      and not exists (select 1 from chat.rating r where r.message_id = m.id and not r.is_good)
    returning m.id
  )
  delete from chat.question_vector where message_id in (select id from taken)`;
