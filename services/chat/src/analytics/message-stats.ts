import type { Analytics, chat, Conversation, OutputOf } from '@kith/proto';
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

/** Statistics over the message log, one statement each, answered from an index alone. */
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
  select channel, conversation, count(*)::int as messages, count(distinct author)::int as people, max(created_at) as "lastAt"
  from chat.message
  where bot_id = $1 and state = 'delivered' and created_at >= now() - interval '168 hours'
  group by channel, conversation
  order by max(created_at) desc
  limit 5`;

/**
 * Time windows (docs/decisions.md N2): `recent` is the last 30 times 24 hours; days are UTC days, and the last seven include today; hours
 * are clock hours, and the last 24 include the current one. `recent` is grouped first, so that the rest reads a few rows per author.
 */
const BOT_STATS = `
  with recent as (
    select author, conversation, date_trunc('day', created_at, 'UTC') as day, count(*) as replies, sum(latency_ms) as latency_ms
    from chat.message
    where bot_id = $1 and state = 'delivered' and created_at >= now() - interval '720 hours'
    group by author, conversation, day
  ), authors_recent as (
    select count(distinct day) as days, bool_or(day = date_trunc('day', now(), 'UTC')) as is_today from recent group by author
  ), conversations_recent as (
    select sum(replies) as replies from recent group by conversation
  ), all_time as (
    select author, conversation from chat.message where bot_id = $1 and state = 'delivered' group by author, conversation
  ), rated as (
    select is_good, reason from chat.rating where bot_id = $1 and rated_at >= now() - interval '720 hours'
  ), hours as (
    select slot, coalesce(replies, 0)::int as replies
    from generate_series(
      date_trunc('hour', now(), 'UTC') - interval '23 hours', date_trunc('hour', now(), 'UTC'), interval '1 hour'
    ) as slot
    left join (
      select date_trunc('hour', created_at, 'UTC') as slot, count(*) as replies
      from chat.message
      where bot_id = $1 and state = 'delivered' and created_at >= date_trunc('hour', now(), 'UTC') - interval '23 hours'
      group by 1
    ) as counted using (slot)
  )
  select
    (select coalesce(sum(replies), 0)::int from recent) as "totalMessages",
    (select coalesce(round(sum(latency_ms) / 1000 / sum(replies), 2), 0)::float from recent) as "avgResponseTime",
    (select count(*)::int from authors_recent) as "activeUsers",
    (select count(*)::int from authors_recent where days >= 2) as "returningUsers",
    (select count(*)::int from authors_recent where is_today) as "activeToday",
    (select count(*)::int from conversations_recent) as "conversations",
    (select count(*)::int from conversations_recent where replies >= 3) as "longConversations",
    (
      select count(distinct day)::int from recent where day > date_trunc('day', now(), 'UTC') - interval '7 days'
    ) as "activeDays",
    (
      select json_build_object(
        'good', count(*) filter (where is_good), 'bad', count(*) filter (where not is_good),
        'reasons', (
          select coalesce(json_agg(json_build_object('reason', reason, 'count', count) order by count desc, reason), '[]')
          from (select reason, count(*) as count from rated where reason is not null group by reason) as reasons
        )
      )
      from rated
    ) as "ratings",
    (select count(distinct author)::int from all_time) as "totalUsers",
    (select count(distinct conversation)::int from all_time) as "totalConversations",
    (
      select json_agg(json_build_object('hour', extract(hour from slot at time zone 'UTC')::int, 'messages', replies) order by slot)
      from hours
    ) as "hourlyActivity"`;

const WEEKLY_REPLIES = `
  select owner_id as "userId", count(*)::int as replies, count(distinct bot_id)::int as "activeBots"
  from chat.message
  where owner_id = any($1) and state = 'delivered' and created_at >= $2 and created_at < $2::timestamptz + interval '168 hours'
  group by owner_id`;
