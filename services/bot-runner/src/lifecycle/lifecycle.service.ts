import { setTimeout as sleep } from 'node:timers/promises';
import { Events, Queues, RpcClient, HandleJob } from '@kith/kit';
import { AppError, bots, chat, events, knowledge, queues, unreachable, type JobOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { LeaseStore } from '../leases/lease-store.js';
import { Threads } from '../messages/threads.js';

const POLL_MS = 50;
/** The lease of a runner that died meanwhile has expired so long after it was due. */
const RELEASE_MS = 2000;
// What was asked before the deletion is written by then: a reply takes two minutes at most.
const SECOND_PURGE_MS = 180_000;

/** Works start, stop and deletion. The wanted list decides; these jobs make sure that it is followed, and told, whoever dies meanwhile. */
@Injectable()
export class LifecycleService {
  constructor(
    private readonly store: LeaseStore,
    private readonly threads: Threads,
    private readonly rpc: RpcClient,
    private readonly events: Events,
    private readonly queues: Queues,
  ) {}

  @HandleJob(queues.lifecycle)
  async work({ action, botId }: JobOf<typeof queues.lifecycle>): Promise<void> {
    switch (action) {
      case 'start':
        return this.#start(botId);
      case 'stop':
        return this.#stop(botId);
      case 'remove':
        return this.#remove(botId);
      case 'purge':
        return this.#finish(botId);
      default:
        return unreachable(action);
    }
  }

  /** The user may have mended in Discord's portal what was refused: one more try. */
  async #start(botId: string): Promise<void> {
    await this.store.forgetRefusal(botId);
    await this.events.publish(events.botChanged, { botId });
  }

  /** The owner of the connection reports, too; this is for the case that there is none, or that it dies. */
  async #stop(botId: string): Promise<void> {
    const fence = await this.#released(botId);
    if (fence === null) return;
    await this.rpc.ask(bots.report, { botId, runtimeState: 'stopped', code: null, statusReason: null, fence });
  }

  async #remove(botId: string): Promise<void> {
    await this.#released(botId);
    await this.#purge(botId);
    await this.queues.add(queues.lifecycle, `purge-${botId}`, { action: 'purge', botId }, { delayMs: SECOND_PURGE_MS });
  }

  async #finish(botId: string): Promise<void> {
    await this.#purge(botId);
    await this.rpc.ask(bots.forget, { botId });
  }

  async #purge(botId: string): Promise<void> {
    await Promise.all([this.rpc.ask(chat.purge, { botId }), this.rpc.ask(knowledge.purge, { botId }), this.#forgetHere(botId)]);
  }

  async #forgetHere(botId: string): Promise<void> {
    const applicationId = await this.store.applicationOf(botId);
    if (applicationId !== null) await this.threads.forget(applicationId);
    await this.store.forgetBot(botId);
  }

  /** A fence above all others once nobody is connected; null when it is wanted again meanwhile. */
  async #released(botId: string): Promise<number | null> {
    await this.events.publish(events.botChanged, { botId });
    for (const endMs = Date.now() + this.store.leaseMs + RELEASE_MS; Date.now() < endMs; await sleep(POLL_MS)) {
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
