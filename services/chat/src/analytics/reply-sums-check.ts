import { Interval, LOGGER, paced, type Logger } from '@kith/kit';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const CHECK_EVERY_MS = 3_600_000;
/** Bots that are checked in an hour. */
const MAX_PER_CHECK = 2000;
const FIRST = '00000000-0000-0000-0000-000000000000';

const NEXT = 'select bot_id as "botId" from chat.bot_counter where bot_id > $1 order by bot_id limit 1';
/** One statement, so that both counts are of one moment. Groups are counted instead of different values, which Postgres would sort. */
const COMPARE = `
  select s.replies = m.replies and s.latency_ms = m.latency_ms and s.authors = a.authors and s.conversations = c.conversations
    and s.differing_hours = 0 as "isRight"
  from (
    select count(*) as replies, coalesce(sum(latency_ms), 0) as latency_ms from chat.message where bot_id = $1 and state = 'delivered'
  ) m
  cross join (
    select count(*) as authors from (select from chat.message where bot_id = $1 and state = 'delivered' group by author) g
  ) a
  cross join (
    select count(*) as conversations from (select from chat.message where bot_id = $1 and state = 'delivered' group by conversation) g
  ) c
  cross join (
    select coalesce(sum(replies), 0) as replies, coalesce(sum(latency_ms), 0) as latency_ms,
      (select count(*) from chat.reply_author where bot_id = $1) as authors,
      (select count(*) from chat.reply_conversation where bot_id = $1) as conversations,
      (
        select count(*) from (
          select from (
            select hour, authors, returning_authors, conversations, long_conversations from chat.reply_hour where bot_id = $1
            union all
            select hour, authors, returning_authors, conversations, long_conversations from chat.people_by_hour(
              array(select a from chat.reply_author a where bot_id = $1), array(select c from chat.reply_conversation c where bot_id = $1), -1)
          ) h
          group by hour
          having (sum(authors), sum(returning_authors), sum(conversations), sum(long_conversations)) <> (0, 0, 0, 0)
        ) differing
      ) as differing_hours
    from chat.reply_hour where bot_id = $1
  ) s`;

/** Compares the sums of the analytics with the messages, some bots each hour, and counts those anew that differ. */
@Injectable()
export class ReplySumsCheck implements OnModuleDestroy {
  private after = FIRST;
  private isStopping = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    this.isStopping = true;
  }

  /** One bot after the other, with pauses. One that cannot be checked is logged and left out. Returns the bots whose sums were wrong. */
  @Interval(CHECK_EVERY_MS, 'the check of the sums of the analytics')
  async check(): Promise<string[]> {
    const wrong: string[] = [];
    for (let checked = 0; checked < MAX_PER_CHECK && !this.isStopping; checked += 1) {
      const [next] = await this.database.query<{ botId: string }[]>(NEXT, [this.after]);
      this.after = next?.botId ?? FIRST;
      if (!next) break;
      try {
        if (!(await paced(() => this.mend(next.botId)))) wrong.push(next.botId);
      } catch (error) {
        this.logger.error({ botId: next.botId, err: error }, 'the sums of the analytics of a bot were not checked');
      }
    }
    if (wrong.length > 0)
      this.logger.error({ botIds: wrong }, 'the sums of the analytics differed from the messages and were counted anew');
    return wrong;
  }

  /** Returns whether the sums of the bot were right. */
  private async mend(botId: string): Promise<boolean> {
    const [compared] = await this.database.query<{ isRight: boolean }[]>(COMPARE, [botId]);
    if (compared?.isRight) return true;
    await this.database.query('select chat.rebuild_reply_sums($1)', [botId]);
    return false;
  }
}
