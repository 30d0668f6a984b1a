import { setTimeout as sleep } from 'node:timers/promises';
import { Events, HandleJob, paced, Queues, RpcClient, type JobContext } from '@kith/kit';
import { AppError, bots, chat, events, knowledge, queues, unreachable, type JobOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { LeaseStore } from '../leases/lease-store.js';
import { ThreadParents } from '../messages/thread-parents.js';
import { retriedForAnHour } from './retried-for-an-hour.js';
import { RunnerRecords } from './runner-records.js';

const POLL_MS = 50;
/** Added to the time of a lease, within which the lease of a dead runner expires. */
const RELEASE_MARGIN_MS = 2000;
// A reply that was requested before the deletion takes two minutes at most; the second purge deletes what it stored.
const SECOND_PURGE_DELAY_MS = 180_000;

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
    private readonly threadParents: ThreadParents,
    private readonly records: RunnerRecords,
    private readonly rpc: RpcClient,
    private readonly events: Events,
    private readonly queues: Queues,
  ) {}

  @HandleJob(queues.lifecycle)
  async handle(job: JobOf<typeof queues.lifecycle>, { jobId, addedAtMs }: JobContext): Promise<void> {
    const { action, botId } = job;
    switch (action) {
      case 'start':
        return this.start(botId);
      case 'stop':
        return this.stop(botId);
      case 'remove':
        return this.remove(job, jobId);
      case 'withdraw':
        return retriedForAnHour(addedAtMs, () => this.withdraw(job, addedAtMs));
      case 'purge':
        return this.finishRemoval(botId);
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

  private async remove({ ownerId, botId }: Owned, jobId: string): Promise<void> {
    await this.waitForRelease(botId);
    const hasToken = await this.hasToken(botId);
    try {
      // Nobody waits for it, and of an account there may be a thousand.
      await paced(() => this.purge(botId, hasToken));
    } finally {
      // In this order: a withdrawal that ends after the second purge knows it by its own age.
      if (hasToken) await this.queues.add(queues.lifecycle, `withdraw-${botId}`, { action: 'withdraw', ownerId, botId });
      const again = { action: 'purge', ownerId, botId } as const;
      await this.queues.add(queues.lifecycle, jobId.replace('remove', 'purge'), again, { delayMs: SECOND_PURGE_DELAY_MS });
    }
  }

  /** Removes what a deleted bot wrote into servers, and then the token that was kept for that. */
  private async withdraw({ ownerId, botId }: Owned, addedAtMs: number): Promise<void> {
    await this.records.withdrawAll(botId);
    await this.rpc.ask(bots.forgetToken, { botId });
    if (Date.now() - addedAtMs < SECOND_PURGE_DELAY_MS) return;
    // The second purge has left the row of the bot, with the token.
    await this.queues.add(queues.lifecycle, `purge-${botId}-withdrawn`, { action: 'purge', ownerId, botId });
  }

  private async finishRemoval(botId: string): Promise<void> {
    const isWithdrawing = await this.hasToken(botId);
    await paced(() => this.purge(botId, isWithdrawing));
    if (!isWithdrawing) await this.rpc.ask(bots.forget, { botId });
  }

  /** Whether a deleted bot still has a token: only while something of it is to be removed from Discord, and for an hour. */
  private async hasToken(botId: string): Promise<boolean> {
    const { tokens } = await this.rpc.ask(bots.discordTokens, { botIds: [botId] });
    return typeof tokens[botId] === 'string';
  }

  /** `isWithdrawing`: what tells where something was written is still needed. */
  private async purge(botId: string, isWithdrawing: boolean): Promise<void> {
    await Promise.all([
      this.rpc.ask(chat.purge, { botId, isDeleted: true }),
      this.rpc.ask(knowledge.purge, { botId }),
      this.records.purge(botId, isWithdrawing),
      this.purgeRedis(botId),
    ]);
  }

  private async purgeRedis(botId: string): Promise<void> {
    const applicationId = await this.store.applicationOf(botId);
    if (applicationId !== null) await this.threadParents.delete(applicationId);
    await this.store.deleteBot(botId);
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
