import { errorText, LOGGER, Metrics, type Logger } from '@kith/kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LeaseStore, type Lease } from '../leases/lease-store.js';
import { LeaseTime } from '../leases/lease-time.js';
import { Membership, type ClusterView } from '../leases/membership.js';
import type { BotConnection } from './bot-connection.js';
import type { ConnectionCallbacks } from './connection-dependencies.js';
import { ConnectionFactory } from './connection-factory.js';
import { PeriodicTask } from './periodic-task.js';
import { DesiredBotsSource } from './desired-bots.js';
import { SessionSaves } from './session-saves.js';
import { connectionKey, fairShare, shuffled, wantedConnections, type WantedConnection } from './wanted-connections.js';

const RECONCILE_EVERY_MS = 500;
/** While no bot should run, so that none can be without a runner. */
const WITHOUT_BOTS_EVERY_MS = 2000;
/** What was processed since is delivered again after a kill, and taken for known by its id. More often costs more than handling a message. */
const SAVE_EVERY_MS = 200;
/** Runners that start together see each other before one of them claims more than its share. */
const FIRST_CLAIM_DELAY_MS = 1000;
/** The number of runners must have been the same for this long before bots are moved. */
const STABLE_CLUSTER_MS = 2000;
const CLAIM_BATCH_SIZE = 100;
/**
 * Each claimed bot asks for its token, connects and reports: thousands at once, as after a start, would let everything else wait that this process
 * and the services do. The next ones are claimed half a second after these have been, which takes longer while the process or Redis is busy: at most
 * 500 a second and process, and as many connections as the pace of new ones lets begin (CONNECTIONS_PER_SECOND).
 */
const CLAIMS_PER_TICK = 250;
const MOVES_PER_TICK = 50;

/** Manages the bots of this process: claims its share of the desired bots, renews their leases, saves their progress and releases them. */
@Injectable()
export class BotSupervisor implements OnApplicationBootstrap, OnModuleDestroy {
  /** By connection key. */
  private readonly owned = new Map<string, BotConnection>();
  /** Number of shards by application, of those with more than one. */
  private shardCounts: ReadonlyMap<string, number> = new Map();
  private readonly reconcileTask: PeriodicTask;
  private readonly renewTask: PeriodicTask;
  private readonly saveTask: PeriodicTask;
  private readonly saves: SessionSaves;
  private readonly leaseTime: LeaseTime;
  /** The same for all connections. */
  private readonly callbacks: ConnectionCallbacks<BotConnection> = {
    onRefused: (refused) => void this.onRefused(refused),
    onSessionChanged: (changed) => {
      this.saves.add(changed);
      this.saveTask.trigger();
    },
    onProgress: (changed) => this.saves.add(changed),
    untilLeasesHeld: () => this.leaseTime.untilHeld(),
    areLeasesHeld: () => this.leaseTime.isHeld,
  };
  private epoch = '';
  private noClaimsUntilMs = 0;
  private alive = 0;
  private aliveSinceMs = 0;

  constructor(
    private readonly store: LeaseStore,
    private readonly membership: Membership,
    private readonly desired: DesiredBotsSource,
    private readonly connections: ConnectionFactory,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const logFailure = (error: unknown): void =>
      this.logger.warn({ reason: errorText(error) }, 'leases not updated: Redis is unavailable');
    this.saves = new SessionSaves(store, (connection) => this.onLeaseLost(connection));
    this.reconcileTask = new PeriodicTask(
      () => this.reconcile(),
      () => this.reconcileEveryMs(),
      logFailure,
    );
    this.leaseTime = new LeaseTime(store.leaseMs, () => membership.isConnected());
    this.renewTask = new PeriodicTask(() => this.leaseTime.extend(() => this.renewLeases()), store.leaseMs / 3, logFailure);
    this.saveTask = new PeriodicTask(() => this.saveProgress(), SAVE_EVERY_MS, logFailure);
    desired.onChange((botId) => this.onDesiredChanged(botId));
  }

  async onApplicationBootstrap(): Promise<void> {
    this.noClaimsUntilMs = Date.now() + FIRST_CLAIM_DELAY_MS;
    await this.membership.join();
    this.membership.onRedisReady(() => this.onRedisReady());
    this.membership.onConnection({ opened: () => this.renewTask.trigger(), closed: () => this.leaseTime.end() });
    for (const task of [this.reconcileTask, this.renewTask, this.saveTask]) task.trigger();
  }

  /** Hands every session over to the other runners: they RESUME where this one stopped, without an IDENTIFY. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.reconcileTask, this.renewTask, this.saveTask].map((task) => task.stop()));
    const connections = [...this.owned.values()];
    this.owned.clear();
    await Promise.all(connections.map((connection) => connection.handOver()));
    try {
      await this.release(connections);
      await this.membership.leave();
    } catch (error) {
      this.logger.warn({ err: error }, 'leases not released; they will expire');
    }
  }

  private reconcileEveryMs(): number {
    const { isLoaded, isEmpty } = this.desired.bots;
    const hasNone = isLoaded && isEmpty && this.owned.size === 0;
    return hasNone ? WITHOUT_BOTS_EVERY_MS : RECONCILE_EVERY_MS;
  }

  /** Brings what this process runs in line with the desired bots and its share of them. */
  private async reconcile(): Promise<void> {
    const cluster = await this.membership.heartbeat();
    if (cluster.epoch === '' || cluster.epoch !== this.epoch) await this.enterEpoch(cluster.epoch);
    this.updateMetrics();
    for (const connection of this.owned.values()) connection.updatePause();
    if (cluster.alive !== this.alive) this.aliveSinceMs = Date.now();
    this.alive = cluster.alive;
    if (!this.desired.bots.isLoaded) return;
    this.shardCounts = await this.store.shards.counts();
    await this.applyDesired();
    if (Date.now() < this.noClaimsUntilMs) return;
    await this.moveSurplus(cluster);
    await this.claimShare(cluster);
  }

  /** After Redis lost its data every runner first restores the leases it holds; nobody claims for one lease time, until that is done. */
  private async enterEpoch(epoch: string): Promise<void> {
    const isDataLoss = this.epoch !== '';
    if (isDataLoss) {
      this.logger.warn({ owned: this.owned.size }, 'Redis lost its data: restoring leases and sessions');
      this.noClaimsUntilMs = Date.now() + this.store.leaseMs;
      for (const { lease } of this.owned.values()) await this.restoreShardCount(lease);
      await this.renewLeases();
      for (const connection of this.owned.values()) this.saves.addWhole(connection);
      await this.saveProgress();
      await this.connections.restoreMessages();
      // Who finds Redis empty restores those of all bots: another runner may be gone with it.
      const restored = epoch === '' ? this.desired.bots.all() : Array.from(this.owned.values(), ({ bot }) => bot);
      void this.connections.restoreChannels([...new Set(restored)]);
    }
    this.epoch = epoch === '' ? await this.membership.startEpoch() : epoch;
  }

  private async restoreShardCount({ applicationId, shard }: Lease): Promise<void> {
    if (shard.count > 1) await this.store.shards.grow(applicationId, shard.count);
  }

  private onRedisReady(): void {
    this.noClaimsUntilMs = Math.max(this.noClaimsUntilMs, Date.now() + this.store.leaseMs / 2);
    // A part of the data may be lost although the epoch is the same.
    this.connections
      .restoreMessages()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'outstanding messages not added again'));
  }

  private onDesiredChanged(botId: string | null): void {
    // The bots service stores 'starting' when a bot is started, even if it is online already: its connection reports that again.
    for (const connection of botId === null ? [] : this.connectionsOf(botId))
      if (this.isWanted(connection)) connection.repeatReport();
    this.reconcileTask.trigger();
  }

  /** The connections of a bot that this process holds. */
  private connectionsOf(botId: string): BotConnection[] {
    const count = this.shardCounts.get(this.desired.bots.get(botId)?.applicationId ?? '') ?? 1;
    return Array.from({ length: count }, (_, index) => this.owned.get(connectionKey(botId, index)) ?? []).flat();
  }

  /** Whether the bot should run, as this application, with as many shards. */
  private isWanted({ bot, lease: { applicationId, shard } }: BotConnection): boolean {
    const isSameApplication = this.desired.bots.get(bot.botId)?.applicationId === applicationId;
    return isSameApplication && (this.shardCounts.get(applicationId) ?? 1) === shard.count;
  }

  /** Passes new settings to the connections and ends those whose bots should not run any more. */
  private async applyDesired(): Promise<void> {
    const undesired: BotConnection[] = [];
    for (const connection of this.owned.values()) {
      const bot = this.isWanted(connection) ? this.desired.bots.get(connection.bot.botId) : undefined;
      if (bot) connection.update(bot);
      else undesired.push(connection);
    }
    for (const connection of undesired) {
      this.owned.delete(connection.key);
      const desired = this.desired.bots.get(connection.bot.botId);
      connection.end({ isReplaced: desired?.applicationId === connection.lease.applicationId });
      // A bot that got the token of another application, or more shards, is still desired: its next connection reports.
      if (!desired) connection.reportStopped();
    }
    await this.release(undesired);
  }

  private async moveSurplus({ alive }: ClusterView): Promise<void> {
    const wanted = wantedConnections(this.desired.bots.all(), this.shardCounts);
    const surplus = this.owned.size - fairShare(wanted.length, alive);
    if (surplus <= 0 || Date.now() - this.aliveSinceMs < STABLE_CLUSTER_MS) return;
    const ready = [...this.owned.values()].filter((connection) => connection.state === 'ready');
    const moving = ready.slice(0, Math.min(surplus, MOVES_PER_TICK));
    for (const connection of moving) this.owned.delete(connection.key);
    await Promise.all(moving.map((connection) => connection.handOver()));
    await this.release(moving);
    this.logger.info({ moved: moving.length }, 'bots moved to other runners');
  }

  private async claimShare({ alive, deadRunners }: ClusterView): Promise<void> {
    const all = wantedConnections(this.desired.bots.all(), this.shardCounts);
    const room = Math.min(fairShare(all.length, alive) - this.owned.size, CLAIMS_PER_TICK);
    if (room <= 0) return;
    const candidates = all.filter(({ key }) => !this.owned.has(key));
    const free = shuffled(await this.store.claimable(candidates, deadRunners));
    const claimed: string[] = [];
    while (free.length > 0 && claimed.length < room) {
      const batch = free.splice(0, Math.min(room - claimed.length, CLAIM_BATCH_SIZE));
      const claims = await Promise.all(batch.map(async (wanted) => ((await this.claim(wanted, deadRunners)) ? wanted : null)));
      claimed.push(...claims.flatMap((wanted) => wanted?.bot.botId ?? []));
    }
    if (claimed.length > 0) void this.connections.adoptJobs(claimed);
  }

  private async claim({ bot, shard, key }: WantedConnection, deadRunners: readonly string[]): Promise<boolean> {
    const claim = await this.store.claim({ ...bot, shard }, { epoch: this.epoch, deadRunners });
    if (!claim) return false;
    const connection = this.connections.create(bot, claim, this.callbacks);
    this.owned.set(key, connection);
    connection.open().catch((error: unknown) => this.onOpeningFailed(connection, error));
    return true;
  }

  /** Redis was unavailable for example: the bot is released, so that it is claimed anew. */
  private onOpeningFailed(connection: BotConnection, error: unknown): void {
    this.logger.warn({ botId: connection.bot.botId, err: error }, 'bot not connected; trying again');
    connection.close();
    this.disown(connection);
    void this.store.release(connection.lease).catch(() => undefined);
  }

  private async onRefused(connection: BotConnection): Promise<void> {
    this.disown(connection);
    try {
      await this.store.markRefused(connection.bot);
      await this.release([connection]);
    } catch (error) {
      this.logger.warn({ botId: connection.bot.botId, err: error }, 'refused connection not saved');
    }
  }

  private async renewLeases(connections: Iterable<BotConnection> = this.owned.values()): Promise<void> {
    const byLease = new Map([...connections].map((connection) => [connection.lease, connection]));
    for (const [lease, renewal] of await this.store.renew([...byLease.keys()])) {
      const connection = byLease.get(lease);
      if (!connection || renewal === 'renewed') continue;
      if (renewal === 'lost') this.onLeaseLost(connection);
      else this.saves.addWhole(connection);
    }
  }

  private async saveProgress(): Promise<void> {
    const areLeasesHeld = await this.saves.saveUnsaved((connection) => this.owned.get(connection.key) === connection);
    if (!areLeasesHeld) this.renewTask.trigger();
  }

  /** Saves where the connections stopped and releases their leases. */
  private async release(connections: readonly BotConnection[]): Promise<void> {
    if (connections.length === 0) return;
    const notHeld = await this.saves.save(connections);
    if (notHeld.length > 0) {
      await this.renewLeases(notHeld);
      await this.saves.save(notHeld);
    }
    await Promise.all(connections.map((connection) => this.store.release(connection.lease)));
  }

  private onLeaseLost(connection: BotConnection): void {
    connection.close();
    if (this.disown(connection)) this.logger.warn({ botId: connection.bot.botId }, 'lease lost to another runner');
  }

  private disown(connection: BotConnection): boolean {
    if (this.owned.get(connection.key) !== connection) return false;
    return this.owned.delete(connection.key);
  }

  private updateMetrics(): void {
    this.metrics.connections.reset();
    for (const { state } of this.owned.values()) this.metrics.connections.inc({ state });
  }
}
