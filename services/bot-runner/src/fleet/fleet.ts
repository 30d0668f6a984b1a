import { LOGGER, Metrics, type Logger } from '@kith/kit';
import type { RunnableBot } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LeaseStore, type SessionWrite } from '../leases/lease-store.js';
import { Membership, type Surroundings } from '../leases/membership.js';
import type { BotConnection } from './bot-connection.js';
import { Connections } from './connections.js';
import { Loop } from './loop.js';
import { fairShare, shuffled } from './share.js';
import { DesiredBotsSource } from './desired-bots-source.js';

const TICK_MS = 500;
const FLUSH_MS = 50;
/** Peers see each other before anybody takes its share. */
const BEFORE_FIRST_CLAIM_MS = 1000;
const STABLE_MS = 2000;
const CLAIMS_AT_ONCE = 100;
const MOVES_PER_TICK = 50;

/** The companions this process runs: claims its share of the desired ones, keeps their leases, saves their progress, gives them back. */
@Injectable()
export class Fleet implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #owned = new Map<string, BotConnection>();
  readonly #dirty = new Set<BotConnection>();
  readonly #tick: Loop;
  readonly #renew: Loop;
  readonly #flush: Loop;
  #epoch = '';
  #holdUntilMs = 0;
  #alive = 0;
  #aliveSinceMs = 0;

  constructor(
    private readonly store: LeaseStore,
    private readonly membership: Membership,
    private readonly desired: DesiredBotsSource,
    private readonly connections: Connections,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const failed = (error: unknown): void =>
      this.logger.warn({ reason: error instanceof Error ? error.message : String(error) }, 'leases: Redis is away');
    this.#tick = new Loop(() => this.#look(), TICK_MS, failed);
    this.#renew = new Loop(() => this.#renewLeases(), store.leaseMs / 3, failed);
    this.#flush = new Loop(() => this.#saveProgress(), FLUSH_MS, failed);
    desired.onChange((botId) => this.#desiredChanged(botId));
  }

  async onApplicationBootstrap(): Promise<void> {
    this.#holdUntilMs = Date.now() + BEFORE_FIRST_CLAIM_MS;
    await this.membership.join();
    this.membership.onRedisBack(() => this.#redisBack());
    for (const loop of [this.#tick, this.#renew, this.#flush]) loop.wake();
  }

  /** Gives every session to the other runners: they RESUME where this one stopped, without an IDENTIFY. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.#tick, this.#renew, this.#flush].map((loop) => loop.stop()));
    const connections = [...this.#owned.values()];
    this.#owned.clear();
    await Promise.all(connections.map((connection) => connection.handOver()));
    try {
      await this.#giveBack(connections);
      await this.membership.leave();
    } catch (error) {
      this.logger.warn({ err: error }, 'leases not given back; they expire by themselves');
    }
  }

  async #look(): Promise<void> {
    const around = await this.membership.beat();
    if (around.epoch === '' || around.epoch !== this.#epoch) await this.#enterEpoch(around.epoch);
    this.#showMetrics();
    if (around.alive !== this.#alive) this.#aliveSinceMs = Date.now();
    this.#alive = around.alive;
    if (!this.desired.bots.isKnown) return;
    await this.#followWanted();
    if (Date.now() < this.#holdUntilMs) return;
    await this.#moveSurplus(around);
    await this.#claimShare(around);
  }

  /** An emptied Redis: everybody first puts back what they hold, and nobody claims until that is surely done. */
  async #enterEpoch(epoch: string): Promise<void> {
    const isLoss = this.#epoch !== '';
    if (isLoss) {
      this.logger.warn({ owned: this.#owned.size }, 'Redis lost its data: putting leases and sessions back');
      this.#holdUntilMs = Date.now() + this.store.leaseMs;
      await this.#renewLeases();
      for (const connection of this.#owned.values()) this.#touch(connection, 'whole');
      await this.#saveProgress();
    }
    this.#epoch = epoch === '' ? await this.membership.startEpoch() : epoch;
  }

  #redisBack(): void {
    this.#holdUntilMs = Math.max(this.#holdUntilMs, Date.now() + this.store.leaseMs / 2);
    this.#renew.wake();
  }

  #desiredChanged(botId: string | null): void {
    // A start writes 'starting' whatever runs: who runs it says so again.
    const connection = botId === null ? undefined : this.#owned.get(botId);
    if (connection && this.#desiredBot(connection)) connection.reportAgain();
    this.#tick.wake();
  }

  /** What the connection runs, as it shall run now; undefined when it shall not, or as another application. */
  #desiredBot({ bot, lease }: BotConnection): RunnableBot | undefined {
    const desired = this.desired.bots.get(bot.botId);
    return desired?.applicationId === lease.applicationId ? desired : undefined;
  }

  /** New settings reach the connections; what is not desired any more goes offline. */
  async #followWanted(): Promise<void> {
    const unwanted: BotConnection[] = [];
    for (const connection of this.#owned.values()) {
      const bot = this.#desiredBot(connection);
      if (bot) connection.update(bot);
      else unwanted.push(connection);
    }
    for (const connection of unwanted) {
      this.#owned.delete(connection.bot.botId);
      connection.end();
      // With a token of another application it is still desired: the next connection reports.
      if (!this.desired.bots.get(connection.bot.botId)) connection.reportStopped();
    }
    await this.#giveBack(unwanted);
  }

  async #moveSurplus({ alive }: Surroundings): Promise<void> {
    const surplus = this.#owned.size - fairShare(this.desired.bots.all().length, alive);
    if (surplus <= 0 || Date.now() - this.#aliveSinceMs < STABLE_MS) return;
    const ready = [...this.#owned.values()].filter((connection) => connection.state === 'ready');
    const moving = ready.slice(0, Math.min(surplus, MOVES_PER_TICK));
    for (const connection of moving) this.#owned.delete(connection.bot.botId);
    await Promise.all(moving.map((connection) => connection.handOver()));
    await this.#giveBack(moving);
    this.logger.info({ moved: moving.length }, 'companions moved to other runners');
  }

  async #claimShare({ alive, deadRunners }: Surroundings): Promise<void> {
    const all = this.desired.bots.all();
    let room = fairShare(all.length, alive) - this.#owned.size;
    if (room <= 0) return;
    const candidates = all.filter((bot) => !this.#owned.has(bot.botId));
    const claimable = new Set(
      await this.store.claimable(
        candidates.map((bot) => bot.applicationId),
        deadRunners,
      ),
    );
    const free = shuffled(candidates.filter((bot) => claimable.has(bot.applicationId)));
    while (free.length > 0 && room > 0) {
      const batch = free.splice(0, Math.min(room, CLAIMS_AT_ONCE));
      const taken = await Promise.all(batch.map((bot) => this.#claim(bot, deadRunners)));
      room -= taken.filter(Boolean).length;
    }
  }

  async #claim(bot: RunnableBot, deadRunners: readonly string[]): Promise<boolean> {
    const claim = await this.store.claim(bot, { epoch: this.#epoch, deadRunners });
    if (!claim) return false;
    const connection = this.connections.make(bot, claim, {
      onRefused: (refused) => void this.#refuse(refused),
      onSession: (changed) => {
        this.#touch(changed);
        this.#flush.wake();
      },
      onProgress: (changed) => this.#touch(changed),
    });
    this.#owned.set(bot.botId, connection);
    void connection.open();
    return true;
  }

  #touch(connection: BotConnection, how: 'progress' | 'whole' = 'progress'): void {
    if (how === 'whole') connection.unsaved();
    this.#dirty.add(connection);
  }

  async #refuse(connection: BotConnection): Promise<void> {
    this.#disown(connection);
    try {
      await this.store.refuse(connection.bot);
      await this.#giveBack([connection]);
    } catch (error) {
      this.logger.warn({ botId: connection.bot.botId, err: error }, 'refusal not saved');
    }
  }

  async #renewLeases(): Promise<void> {
    const byLease = new Map([...this.#owned.values()].map((connection) => [connection.lease, connection]));
    for (const [lease, renewal] of await this.store.renew([...byLease.keys()])) {
      const connection = byLease.get(lease);
      if (!connection || renewal === 'kept') continue;
      if (renewal === 'lost') this.#lose(connection);
      else this.#touch(connection, 'whole');
    }
  }

  async #saveProgress(): Promise<void> {
    const connections = [...this.#dirty].filter((connection) => this.#owned.get(connection.bot.botId) === connection);
    this.#dirty.clear();
    if (connections.length === 0) return;
    try {
      await this.#save(connections);
    } catch (error) {
      for (const connection of connections) this.#dirty.add(connection);
      throw error;
    }
  }

  async #save(connections: readonly BotConnection[]): Promise<void> {
    const writes = new Map<BotConnection, SessionWrite>();
    for (const connection of connections) {
      const write = connection.progress();
      if (write) writes.set(connection, write);
    }
    const lost = await this.store.save([...writes.values()]);
    for (const [connection, write] of writes) {
      if (lost.includes(connection.lease)) this.#lose(connection);
      else connection.saved(write);
    }
  }

  /** Saves where the connections stopped and frees their leases. */
  async #giveBack(connections: readonly BotConnection[]): Promise<void> {
    if (connections.length === 0) return;
    await this.#save(connections);
    await Promise.all(connections.map((connection) => this.store.drop(connection.lease)));
  }

  /** Another runner has it. */
  #lose(connection: BotConnection): void {
    connection.close();
    if (this.#disown(connection)) this.logger.warn({ botId: connection.bot.botId }, 'lease lost to another runner');
  }

  #disown(connection: BotConnection): boolean {
    if (this.#owned.get(connection.bot.botId) !== connection) return false;
    return this.#owned.delete(connection.bot.botId);
  }

  #showMetrics(): void {
    this.metrics.connections.reset();
    for (const { state } of this.#owned.values()) this.metrics.connections.inc({ state });
  }
}
