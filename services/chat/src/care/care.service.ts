import { crisisIn, Interval, LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Reply, ReplyRequest } from '../replies/reply-writer.js';
import { careText } from './care-texts.js';

const SWEEP_EVERY_MS = 24 * 3_600_000;
const KEPT_DAYS = 90;
/** Over how many days administrators see the number for the whole installation. */
const SHOWN_DAYS = 30;

/**
 * Answers to messages that speak of harming oneself or others (docs/decisions.md T12): the same in both engines, and nobody can switch them off.
 * Nothing is stored, charged or noted about a person; per bot and day they are counted.
 */
@Injectable()
export class CareService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The calm words with which a message is answered; undefined for all others. A task brings texts of others, which are no messages. */
  replyTo({ question, task, crisisOf = crisisIn }: Pick<ReplyRequest, 'question' | 'task' | 'crisisOf'>): Reply | undefined {
    const crisis = task ? undefined : crisisOf(question);
    return crisis && { reply: careText(crisis), engine: 'builtin', sources: [], truncated: false };
  }

  /** Counts one answer. A failure is only logged: the words matter more. */
  async count(botId: string): Promise<void> {
    try {
      await this.database.query(
        `insert into chat.care_count as c (bot_id, day, answers) values ($1, (now() at time zone 'UTC')::date, 1)
         on conflict (bot_id, day) do update set answers = c.answers + 1`,
        [botId],
      );
    } catch (error) {
      this.logger.warn({ botId, err: error }, 'crisis answer not counted');
    }
  }

  /** The answers of the whole installation in the last 30 days, today included. */
  async recentAnswers(): Promise<number> {
    const [row] = await this.database.query<{ answers: number }[]>(
      `select coalesce(sum(answers), 0)::int as answers from chat.care_count where day > (now() at time zone 'UTC')::date - $1::int`,
      [SHOWN_DAYS],
    );
    return row?.answers ?? 0;
  }

  async purge(botId: string): Promise<void> {
    await this.database.query('delete from chat.care_count where bot_id = $1', [botId]);
  }

  @Interval(SWEEP_EVERY_MS, 'sweep of counts of care')
  async sweep(): Promise<void> {
    await this.database.query(`delete from chat.care_count where day < (now() at time zone 'UTC')::date - $1::int`, [KEPT_DAYS]);
  }
}
