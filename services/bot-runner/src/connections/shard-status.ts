import type { Logger } from '@kith/kit';
import type { Lease, LeaseStore } from '../leases/lease-store.js';
import { shardsOf } from '../leases/shard.js';
import { isSameStatus, ONLINE, type Status, type StatusReporter } from './status-reporter.js';

/** How often a shard stores its state, and the first one reads those of the others. */
const CHECK_EVERY_MS = 1000;

/**
 * The status of a bot over all its shards. Each shard stores its own state; the first one, whose runner alone reports to the bots service,
 * puts them together. A bot with one connection, like nearly all, reports directly.
 */
export class ShardStatus {
  private own: Status | null = null;
  private checkedAtMs = 0;

  constructor(
    private readonly lease: Lease,
    private readonly reporter: StatusReporter,
    private readonly shared: { readonly store: LeaseStore; readonly logger: Pick<Logger, 'debug'> },
  ) {}

  /** The newest status of this connection. */
  get last(): Status | null {
    return this.own;
  }

  report(status: Status): void {
    this.own = status;
    this.checkedAtMs = 0;
    // A bot that stops or fails ends all its connections: the owner is told at once.
    const isFinal = status.runtimeState === 'stopped' || status.runtimeState === 'failed';
    if (this.lease.shard.count === 1 || (isFinal && this.isFirst)) this.reporter.report(status);
    else void this.follow();
  }

  /** To be called often. Stores the state, also when Redis was away or has lost it; the first shard reads the others. Never rejects. */
  async follow(): Promise<void> {
    const { shard, applicationId } = this.lease;
    if (shard.count === 1 || this.own === null || Date.now() - this.checkedAtMs < CHECK_EVERY_MS) return;
    this.checkedAtMs = Date.now();
    try {
      if (this.isFirst) this.reporter.report(statusOfAll([this.own, ...(await this.others())]));
      else await this.shared.store.shards.setState(applicationId, shard, JSON.stringify(this.own));
    } catch (error) {
      this.shared.logger.debug({ applicationId, err: error }, 'states of the shards unavailable');
    }
  }

  /** The states of all but the first; null where nobody holds the shard, or its state is not known. */
  private async others(): Promise<(Status | null)[]> {
    const { applicationId, shard } = this.lease;
    const { store } = this.shared;
    const places = shardsOf(shard.count)
      .slice(1)
      .map((one) => ({ applicationId, shard: one }));
    const [states, unowned] = await Promise.all([store.shards.states(applicationId), store.claimable(places, [])]);
    return places.map((place) => (unowned.includes(place) ? null : parsed(states.get(place.shard.index))));
  }

  setPaused(isPaused: boolean): void {
    if (this.isFirst) this.reporter.setPaused(isPaused);
  }

  repeat(): void {
    if (this.isFirst) this.reporter.repeat();
  }

  private get isFirst(): boolean {
    return this.lease.shard.index === 0;
  }
}

/** The status of a bot from those of its shards, the first one's first; null where it is not known. */
export function statusOfAll([first, ...others]: readonly [Status, ...(Status | null)[]]): Status {
  const states = [first, ...others];
  const failed = states.find((state) => state?.runtimeState === 'failed');
  if (failed) return failed;
  const online = states.filter((state) => state?.runtimeState === 'online');
  if (online.length === 0) return first;
  if (online.length === states.length) return online.find((state) => state && !isSameStatus(state, ONLINE)) ?? ONLINE;
  return {
    runtimeState: states.some((state) => state?.runtimeState === 'starting') ? 'starting' : 'reconnecting',
    code: null,
    statusReason: `${online.length} of ${states.length} connections to Discord are online. The servers of the others follow by themselves.`,
  };
}

function parsed(text: string | undefined): Status | null {
  return text === undefined ? null : (JSON.parse(text) as Status);
}
