import { setTimeout as sleep } from 'node:timers/promises';
import { Events, Queues, RpcClient, HandleJob, type JobContext } from '@kith/kit';
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
  async handle(job: JobOf<typeof queues.lifecycle>, { addedAtMs }: JobContext): Promise<void> {
    const { action, botId } = job;
    switch (action) {
      case 'start':
        return this.start(botId);
      case 'stop':
        return this.stop(botId);
      case 'remove':
        return this.remove(botId);
      case 'purge':
        return this.finishRemoval(botId);
      case 'uninstall':
        return retriedForAnHour(addedAtMs, () => this.uninstall(botId, job.systemId));
      default:
        return unreachable(action);
    }
  }

  /** Does nothing when the system is installed again, or the bot deleted: its removal does the same. */
  private async uninstall(botId: string, systemId: string): Promise<void> {
    const { uninstalledAt } = await this.rpc.ask(bots.uninstalled, { botId });
    if (uninstalledAt === null) return;
    await this.records.withdraw(botId, systemId);
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

  private async remove(botId: string): Promise<void> {
    await this.waitForRelease(botId);
    const again = { action: 'purge', botId } as const;
    try {
      await this.purge(botId);
    } finally {
      await this.queues.add(queues.lifecycle, `purge-${botId}`, again, { delayMs: SECOND_PURGE_DELAY_MS });
    }
    // Nothing is left to be removed from Discord.
    await this.rpc.ask(bots.forgetToken, { botId });
  }

  private async finishRemoval(botId: string): Promise<void> {
    await this.purge(botId);
    await this.rpc.ask(bots.forget, { botId });
  }

  private async purge(botId: string): Promise<void> {
    await Promise.all([
      this.rpc.ask(chat.purge, { botId, isDeleted: true }),
      this.rpc.ask(knowledge.purge, { botId }),
      this.records.purge(botId),
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
