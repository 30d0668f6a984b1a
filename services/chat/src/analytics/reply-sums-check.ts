import { Interval, LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const CHECK_EVERY_MS = 3_600_000;
/** Bots that are checked in an hour, and in one statement of it, which stays within the statement timeout. */
const MAX_PER_CHECK = 2000;
const BATCH = 100;
const FIRST = '00000000-0000-0000-0000-000000000000';

const DIFFERENT = `
  select c.bot_id as "botId", s.replies = m.replies and s.latency_ms = m.latency_ms and s.authors = m.authors
    and s.conversations = m.conversations as "isRight"
  from (select bot_id from chat.bot_counter where bot_id > $1 order by bot_id limit ${BATCH}) c
  cross join lateral (
    select count(*) as replies, coalesce(sum(latency_ms), 0) as latency_ms, count(distinct author) as authors,
      count(distinct conversation) as conversations
    from chat.message where bot_id = c.bot_id and state = 'delivered'
  ) m
  cross join lateral (
    select coalesce(sum(replies), 0) as replies, coalesce(sum(latency_ms), 0) as latency_ms,
      (select count(*) from chat.reply_author where bot_id = c.bot_id) as authors,
      (select count(*) from chat.reply_conversation where bot_id = c.bot_id) as conversations
    from chat.reply_hour where bot_id = c.bot_id
  ) s
  order by c.bot_id`;

/** Compares the sums of the analytics with the messages, some bots each hour, and counts those anew that differ. */
@Injectable()
export class ReplySumsCheck {
  private after = FIRST;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns the bots whose sums were wrong. */
  @Interval(CHECK_EVERY_MS, 'the check of the sums of the analytics')
  async check(): Promise<string[]> {
    const wrong: string[] = [];
    for (let checked = 0; checked < MAX_PER_CHECK; checked += BATCH) {
      const batch = await this.database.query<{ botId: string; isRight: boolean }[]>(DIFFERENT, [this.after]);
      for (const { botId } of batch.filter(({ isRight }) => !isRight)) {
        await this.database.query('select chat.rebuild_reply_sums($1)', [botId]);
        wrong.push(botId);
      }
      this.after = batch.length < BATCH ? FIRST : (batch.at(-1)?.botId ?? FIRST);
      if (this.after === FIRST) break;
    }
    if (wrong.length > 0)
      this.logger.error({ botIds: wrong }, 'the sums of the analytics differed from the messages and were counted anew');
    return wrong;
  }
}
