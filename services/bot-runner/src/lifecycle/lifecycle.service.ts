import { setTimeout as sleep } from 'node:timers/promises';
import { Events, HandleJob, paced, Queues, RpcClient, type JobContext } from '@kith/kit';
import { AppError, bots, events, queues, unreachable, type JobOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { LeaseStore } from '../leases/lease-store.js';
import { hasKeptToken } from './kept-token.js';
import { SECOND_REMOVAL_DELAY_MS } from './removals.service.js';
import { retriedForAnHour } from './retried-for-an-hour.js';
import { RunnerRecords } from './runner-records.js';

const POLL_MS = 50;
/** Added to the time of a lease, within which the lease of a dead runner expires. */
const RELEASE_MARGIN_MS = 2000;

interface Owned {
  readonly ownerId: string;
  readonly botId: string;
}

/**
 * Jobs for start, stop and deletion. Runners follow the desired state by themselves; these jobs wake them at once and make sure that the
 * result is reported even when a runner dies meanwhile.
 */
@Injectable()
export class LifecycleService {
  constructor(
    private readonly store: LeaseStore,
    private readonly records: RunnerRecords,
    private readonly rpc: RpcClient,
    private readonly events: Events,
    private readonly queues: Queues,
  ) {}

  @HandleJob(queues.lifecycle)
  async handle(
    job: JobOf<typeof queues.lifecycle>,
    { jobId, addedAtMs }: Pick<JobContext, 'jobId' | 'addedAtMs'>,
  ): Promise<void> {
    const { action, botId } = job;
    switch (action) {
      case 'start':
        return this.start(botId);
      case 'stop':
        return this.stop(botId);
      case 'remove':
        // Nobody waits for it, and of an account there may be a thousand.
        return paced(() => this.remove(job, jobId));
      case 'withdraw':
        return retriedForAnHour(addedAtMs, () => this.withdraw(job, addedAtMs));
      case 'uninstall':
        return retriedForAnHour(addedAtMs, () => this.uninstall(botId, job.systemId));
      default:
        return unreachable(action);
    }
  }

  /** Ends when the system is installed again, or the bot deleted: its removal does the same. */
  private async uninstall(botId: string, systemId: string): Promise<void> {
    const removedAt = async (): Promise<string | null> => (await this.rpc.ask(bots.uninstalled, { botId })).uninstalledAt;
    const uninstalledAt = await removedAt();
    if (uninstalledAt === null) return;
    await this.records.withdraw(botId, systemId, async () => (await removedAt()) === uninstalledAt);
    await this.rpc.ask(bots.endUninstall, { botId, uninstalledAt });
  }

  /** Clears a refusal first: the owner may have corrected the cause in Discord's developer portal. */
  private async start(botId: string): Promise<void> {
    await this.store.clearRefusal(botId);
    await this.events.publish(events.botChanged, { botId });
  }

  /** The runner of the connection reports too; this report is for a bot that no runner holds, or whose runner dies. */
  private async stop(botId: string): Promise<void> {
    const fence = await this.waitForRelease(botId);
    if (fence === null) return;
    await this.rpc.ask(bots.report, { botId, runtimeState: 'stopped', code: null, statusReason: null, fence });
  }

  /** Its data is deleted by jobs of their own: of much it takes minutes, in which others are to be started and stopped. */
  private async remove({ ownerId, botId }: Owned, jobId: string): Promise<void> {
    await this.waitForRelease(botId);
    await this.queues.add(queues.removals, jobId, { ownerId, botId, isLast: false });
    // In this order: a withdrawal that ends after the second removal knows it by its own age.
    if (await hasKeptToken(this.rpc, botId))
      await this.queues.add(queues.lifecycle, `withdraw-${botId}`, { action: 'withdraw', ownerId, botId });
    const last = { ownerId, botId, isLast: true };
    await this.queues.add(queues.removals, jobId.replace('remove', 'purge'), last, { delayMs: SECOND_REMOVAL_DELAY_MS });
  }

  /** Removes what a deleted bot wrote into servers, and then the token that was kept for that. */
  private async withdraw({ ownerId, botId }: Owned, addedAtMs: number): Promise<void> {
    await this.records.withdrawAll(botId);
    await this.rpc.ask(bots.forgetToken, { botId });
    if (Date.now() - addedAtMs < SECOND_REMOVAL_DELAY_MS) return;
    // The second removal has left the row of the bot, with the token.
    await this.queues.add(queues.removals, `purge-${botId}-withdrawn`, { ownerId, botId, isLast: true });
  }

  /** Waits until no runner holds the bot. Returns a fence above all others, or null when the bot is desired online again. */
  private async waitForRelease(botId: string): Promise<number | null> {
    await this.events.publish(events.botChanged, { botId });
    for (const endMs = Date.now() + this.store.leaseMs + RELEASE_MARGIN_MS; Date.now() < endMs; await sleep(POLL_MS)) {
      const fence = await this.store.fenceWhenFree(botId);
      if (fence === null) continue;
      const { bot } = await this.rpc.ask(bots.getDesiredOnline, { botId });
      return bot ? null : fence;
    }
    const { bot } = await this.rpc.ask(bots.getDesiredOnline, { botId });
    if (bot) return null;
    throw new AppError('DEADLINE', 'the connection to Discord was not closed in time');
  }
}
