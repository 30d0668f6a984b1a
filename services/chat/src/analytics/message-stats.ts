import { MAX_COUNTED_REPLIES, type Analytics, type chat, type Conversation, type OutputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { MessageEntity } from '../messages/message.entity.js';

/** The numbers behind the engagement score; all counts over the last 30 days except `activeDays`. */
export interface Engagement {
  /** Authors who got a reply. */
  readonly activeUsers: number;
  /** Those of them who got replies on at least two UTC days. */
  readonly returningUsers: number;
  readonly conversations: number;
  /** Conversations with at least three delivered replies. */
  readonly longConversations: number;
  /** UTC days with a delivered reply among the last seven, today included. */
  readonly activeDays: number;
}

/** Statistics of one bot over its stored messages. Only delivered replies count. */
export interface BotStats
  extends Engagement, Pick<Analytics, 'totalMessages' | 'avgResponseTime' | 'hourlyActivity' | 'ratings'> {
  readonly totalUsers: number;
  readonly activeToday: number;
  readonly totalConversations: number;
}

type WeeklyReplies = OutputOf<typeof chat.weeklyReplies>['replies'];

/** Statistics over the message log, one statement each. Those of a bot read sums, whose number does not grow with its replies. */
@Injectable()
export class MessageStats {
  constructor(@InjectRepository(MessageEntity) private readonly messages: Repository<MessageEntity>) {}

  async ofBot(botId: string): Promise<BotStats> {
    const [stats] = await this.messages.query<[BotStats]>(BOT_STATS, [botId]);
    return stats;
  }

  async latestConversations(botId: string): Promise<Conversation[]> {
    const found = await this.messages.query<
      (Omit<Conversation, 'lastAt' | 'channelId'> & { conversation: string; lastAt: Date })[]
    >(LATEST_CONVERSATIONS, [botId]);
    return found.map(({ conversation, lastAt, ...counts }) => ({
      ...counts,
      channelId: counts.channel === 'discord' ? conversation : null,
      lastAt: lastAt.toISOString(),
    }));
  }

  /** The week begins on the day `weekStart`, `YYYY-MM-DD`, at 00:00 UTC. */
  ofOwnersInWeek(ownerIds: readonly string[], weekStart: string): Promise<WeeklyReplies> {
    return this.messages.query<WeeklyReplies>(WEEKLY_REPLIES, [ownerIds, `${weekStart}T00:00:00Z`]);
  }
}

const LATEST_CONVERSATIONS = `
  with latest as (
    select channel, conversation, latest[1] as last_at from chat.reply_conversation
    where bot_id = $1 and latest[1] >= now() - interval '168 hours'
    order by latest[1] desc, conversation
    limit 5
  )
  select l.channel, l.conversation, counted.messages, counted.people, l.last_at as "lastAt"
  from latest l cross join lateral (
    select count(*)::int as messages, count(distinct author)::int as people
    from (
      select author from chat.message m
      where m.bot_id = $1 and m.conversation = l.conversation and m.state = 'delivered' and m.created_at >= now() - interval '168 hours'
      order by m.created_at desc limit ${MAX_COUNTED_REPLIES + 1}
    ) newest
  ) counted
  order by l.last_at desc, l.conversation`;

const SINCE = `now() - interval '720 hours'`;
const WHOLE_FROM = `date_trunc('hour', ${SINCE} + interval '1 hour' - interval '1 microsecond', 'UTC')`;

/**
 * Time windows (docs/decisions.md N2): `recent` is the last 30 times 24 hours; days are UTC days, and the last seven include today; hours
 * are clock hours, and the last 24 include the current one. Whole hours come from their sums; the replies of the hour in which `recent` begins
 * are read one by one (`first`), with their authors and conversations, and so are the ratings of that hour. Rows are found by SINCE and WHOLE_FROM
 * because Postgres does not know the values of columns of `bounds`, and `limit 1` keeps it from reading all authors of the bot to find some.
 */
const BOT_STATS = `
  with bounds as (
    select date_trunc('day', now(), 'UTC') as today, date_trunc('hour', now(), 'UTC') as hour, tstzrange(${SINCE}, ${WHOLE_FROM}) as partial
  ), hourly as materialized (
    select * from chat.reply_hour where bot_id = $1 and hour >= ${WHOLE_FROM}
  ), first as materialized (
    select author, conversation, latency_ms from chat.message
    where bot_id = $1 and state = 'delivered' and created_at >= ${SINCE} and created_at < ${WHOLE_FROM}
  ), recent as (
    select replies, latency_ms from hourly
    union all
    select 1, latency_ms from first
  ), authors as (
    select coalesce(sum(active), 0)::int as "activeUsers", coalesce(sum(returning_authors), 0)::int as "returningUsers"
    from (
      select authors as active, returning_authors from hourly
      union all
      select (b.partial @> a.last_at)::int, (b.partial @> a.earlier_day_at)::int
      from bounds b, (select distinct author from first) f, lateral (
        select last_at, earlier_day_at from chat.reply_author r where r.bot_id = $1 and r.author = f.author limit 1
      ) a
    ) each
  ), conversations as (
    select coalesce(sum(active), 0)::int as "conversations", coalesce(sum(long_conversations), 0)::int as "longConversations"
    from (
      select conversations as active, long_conversations from hourly
      union all
      select (b.partial @> c.latest[1])::int, (b.partial @> c.latest[3])::int
      from bounds b, (select distinct conversation from first) f, lateral (
        select latest from chat.reply_conversation r where r.bot_id = $1 and r.conversation = f.conversation limit 1
      ) c
    ) each
  ), whole as (
    select coalesce(sum(authors), 0)::int as "totalUsers", coalesce(sum(conversations), 0)::int as "totalConversations"
    from chat.reply_hour where bot_id = $1 and hour = '-infinity'
  ), rated as (
    select is_good, reason, ratings from chat.rating_count where bot_id = $1 and hour >= ${WHOLE_FROM}
    union all
    select is_good, coalesce(reason, ''), 1 from chat.rating where bot_id = $1 and rated_at >= ${SINCE} and rated_at < ${WHOLE_FROM}
  )
  select
    (select coalesce(sum(replies), 0)::int from recent) as "totalMessages",
    (select coalesce(round(sum(latency_ms) / 1000 / sum(replies), 2), 0)::float from recent) as "avgResponseTime",
    (
      select count(distinct date_trunc('day', h.hour, 'UTC'))::int from hourly h, bounds b where h.hour >= b.today - interval '6 days'
    ) as "activeDays",
    authors.*,
    conversations.*,
    whole.*,
    (select coalesce(sum(h.authors), 0)::int from hourly h, bounds b where h.hour >= b.today) as "activeToday",
    (
      select json_build_object(
        'good', coalesce(sum(ratings) filter (where is_good), 0)::int, 'bad', coalesce(sum(ratings) filter (where not is_good), 0)::int,
        'reasons', (
          select coalesce(json_agg(json_build_object('reason', reason, 'count', count) order by count desc, reason), '[]')
          from (select reason, sum(ratings)::int as count from rated where reason <> '' group by reason having sum(ratings) > 0) as reasons
        )
      )
      from rated
    ) as "ratings",
    (
      select json_agg(
        json_build_object('hour', extract(hour from slot at time zone 'UTC')::int, 'messages', coalesce(h.replies, 0)) order by slot
      )
      from bounds b
      cross join lateral generate_series(b.hour - interval '23 hours', b.hour, interval '1 hour') as slot
      left join hourly h on h.hour = slot
    ) as "hourlyActivity"
  from authors, conversations, whole`;

/** A week consists of whole hours. */
const WEEKLY_REPLIES = `
  select owner_id as "userId", sum(replies)::int as replies, count(distinct bot_id)::int as "activeBots"
  from chat.reply_hour
  where owner_id = any($1) and hour >= $2 and hour < $2::timestamptz + interval '168 hours'
  group by owner_id`;
