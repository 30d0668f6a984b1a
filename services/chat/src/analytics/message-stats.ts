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

/**
 * Time windows (docs/decisions.md N2): `recent` is the last 30 times 24 hours; days are UTC days, and the last seven include today; hours
 * are clock hours, and the last 24 include the current one. Whole hours come from their sums; the replies of the hour in which `recent` begins
 * are read one by one, and so are the ratings of that hour.
 */
const BOT_STATS = `
  with bounds as (
    select since, date_trunc('day', now(), 'UTC') as today, date_trunc('hour', now(), 'UTC') as hour,
      date_trunc('hour', since + interval '1 hour' - interval '1 microsecond', 'UTC') as whole_from
    from (select now() - interval '720 hours' as since) s
  ), hourly as materialized (
    select h.hour, h.replies, h.latency_ms from chat.reply_hour h, bounds b where h.bot_id = $1 and h.hour >= b.whole_from
  ), recent as (
    select replies, latency_ms from hourly
    union all
    select 1, m.latency_ms from chat.message m, bounds b
    where m.bot_id = $1 and m.state = 'delivered' and m.created_at >= b.since and m.created_at < b.whole_from
  ), authors as (
    select
      count(*)::int as "totalUsers",
      (count(*) filter (where last_at >= b.since))::int as "activeUsers",
      (count(*) filter (where last_at >= b.since and earlier_day_at >= b.since))::int as "returningUsers",
      (count(*) filter (where last_at >= b.today))::int as "activeToday"
    from chat.reply_author, bounds b where bot_id = $1
  ), conversations as (
    select
      count(*)::int as "totalConversations",
      (count(*) filter (where latest[1] >= b.since))::int as "conversations",
      (count(*) filter (where latest[3] >= b.since))::int as "longConversations"
    from chat.reply_conversation, bounds b where bot_id = $1
  ), rated as (
    select is_good, reason, ratings from chat.rating_count c, bounds b where c.bot_id = $1 and c.hour >= b.whole_from
    union all
    select is_good, coalesce(reason, ''), 1 from chat.rating, bounds b where bot_id = $1 and rated_at >= b.since and rated_at < b.whole_from
  )
  select
    (select coalesce(sum(replies), 0)::int from recent) as "totalMessages",
    (select coalesce(round(sum(latency_ms) / 1000 / sum(replies), 2), 0)::float from recent) as "avgResponseTime",
    (
      select count(distinct date_trunc('day', h.hour, 'UTC'))::int from hourly h, bounds b where h.hour >= b.today - interval '6 days'
    ) as "activeDays",
    authors.*,
    conversations.*,
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
  from authors, conversations`;

/** A week consists of whole hours. */
const WEEKLY_REPLIES = `
  select owner_id as "userId", sum(replies)::int as replies, count(distinct bot_id)::int as "activeBots"
  from chat.reply_hour
  where owner_id = any($1) and hour >= $2 and hour < $2::timestamptz + interval '168 hours'
  group by owner_id`;
