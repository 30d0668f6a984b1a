import { Interval, LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, bots, type OutputOf } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MIN_BETWEEN_RUNS_S } from './knowledge-changes.js';
import { SavedQuestionsService } from './saved-questions.service.js';
import { SearchService } from './search.service.js';

const SWEEP_EVERY_MS = 5000;
const MAX_SWEEP_MS = 20_000;

// Of the owner whose questions were run the longest time ago. If the process dies, or a run fails, the bot is due again when it may be run again.
const CLAIM_DUE = `
  with due as (
    select r.bot_id from knowledge.question_run r where r.due_at <= now()
    order by (select max(ran_at) from knowledge.question_run o where o.owner_id = r.owner_id) nulls first, r.due_at
    limit 1 for update of r skip locked
  )
  update knowledge.question_run r
  set ran_at = now(), changed_at = null, due_at = now() + interval '${MIN_BETWEEN_RUNS_S} seconds'
  from due where r.bot_id = due.bot_id and r.due_at <= now() returning r.bot_id as "botId", r.due_at::text as claim`;
/** Not when the knowledge changed meanwhile. */
const FINISH = `
  update knowledge.question_run set due_at = null where bot_id = $1 and due_at = $2::timestamptz and changed_at is null`;

interface DueBot {
  readonly botId: string;
  readonly claim: string;
}

/** Runs the saved questions of bots whose knowledge changed, in the background: one bot at a time in a replica, and owners take turns. */
@Injectable()
export class QuestionRuns implements OnModuleDestroy {
  private isStopped = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly rpc: RpcClient,
    private readonly questions: SavedQuestionsService,
    private readonly search: SearchService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    this.isStopped = true;
  }

  /** Returns how many bots it ran. It ends with the first that fails, because the others may fail of the same cause. */
  @Interval(SWEEP_EVERY_MS, 'the saved questions of changed knowledge')
  async sweep(): Promise<number> {
    const endsAt = Date.now() + MAX_SWEEP_MS;
    for (let ran = 0; ; ran += 1) {
      if (this.isStopped || Date.now() > endsAt) return ran;
      // oxlint-disable-next-line no-await-in-loop
      const [[due]] = await this.database.query<[DueBot[], number]>(CLAIM_DUE);
      // oxlint-disable-next-line no-await-in-loop
      if (!due || !(await this.runSafely(due))) return ran;
    }
  }

  private async runSafely(due: DueBot): Promise<boolean> {
    try {
      await this.run(due);
      return true;
    } catch (error) {
      if (!this.isStopped)
        this.logger.warn({ botId: due.botId, err: error }, 'saved questions not run; they will be tried again');
      return false;
    }
  }

  private async run({ botId, claim }: DueBot): Promise<void> {
    const owner = await this.ownerOf(botId);
    if (!owner) return void (await this.database.query('delete from knowledge.question_run where bot_id = $1', [botId]));
    const { name: botName, ownerId: userId, ownerPlan: plan } = owner;
    // Their owner cannot look at them.
    if (!(await this.search.hidesContents({ plan }, botId)))
      await this.questions.runStale({ userId, plan, botId, botName }, () => !this.isStopped);
    await this.database.query(FINISH, [botId, claim]);
  }

  /** Undefined for a bot that was deleted meanwhile. */
  private async ownerOf(botId: string): Promise<OutputOf<typeof bots.ownerOf> | undefined> {
    try {
      return await this.rpc.ask(bots.ownerOf, { botId });
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }
}
