import { HandleJob, JobPostponed, paced, RpcClient, type JobContext } from '@kith/kit';
import { bots, chat, knowledge, queues, type JobOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { LeaseStore } from '../leases/lease-store.js';
import { ThreadParents } from '../messages/thread-parents.js';
import { hasKeptToken } from './kept-token.js';
import { RunnerRecords } from './runner-records.js';
import { RunnerTables } from './runner-tables.js';

// A reply that was requested before the deletion takes two minutes at most; the second removal deletes what it stored.
export const SECOND_REMOVAL_DELAY_MS = 180_000;
/** Two removals that run at once keep the stores busy for two thirds of one processor at most. */
const PAUSES = 2;
/** After so long others have their turn. */
const TURN_MS = 5000;
const RETURN_MS = 20;

type Job = JobOf<typeof queues.removals>;

/**
 * Deletes the data of a deleted bot, which nobody sees any more. Each step takes some milliseconds, a pause follows it, and where a removal has come
 * to is in the tables alone: it may end after any step, and goes on when the job comes back.
 */
@Injectable()
export class RemovalsService {
  constructor(
    private readonly store: LeaseStore,
    private readonly threadParents: ThreadParents,
    private readonly tables: RunnerTables,
    private readonly records: RunnerRecords,
    private readonly rpc: RpcClient,
  ) {}

  @HandleJob(queues.removals)
  async handle({ botId, isLast }: Job, { stopping }: Pick<JobContext, 'stopping'>): Promise<void> {
    const isWithdrawing = await hasKeptToken(this.rpc, botId);
    const endMs = performance.now() + TURN_MS;
    const steps = [
      () => this.removeKeys(botId),
      () => this.tables.deleteSome(botId),
      () => this.records.purge(botId, isWithdrawing).then(() => true),
      async () => (await this.rpc.ask(knowledge.purge, { botId })).isDone,
      async () => (await this.rpc.ask(chat.purge, { botId, isDeleted: true })).isDone,
    ];
    for (const step of steps)
      for (let isDone = false; !isDone;) {
        if (stopping.aborted) throw new JobPostponed(RETURN_MS);
        isDone = await paced(step, { pauses: PAUSES, signal: stopping });
        if (!isDone && performance.now() > endMs) throw new JobPostponed(RETURN_MS);
      }
    if (isLast && !isWithdrawing) await this.rpc.ask(bots.forget, { botId });
  }

  private async removeKeys(botId: string): Promise<true> {
    const applicationId = await this.store.applicationOf(botId);
    if (applicationId !== null) await this.threadParents.delete(applicationId);
    await this.store.deleteBot(botId);
    return true;
  }
}
