import type { RunnableBot } from '@kith/proto';
import type { Redis } from 'ioredis';
import type { SavedSession } from '../discord/gateway-options.js';
import { withLeaseCommands, type LeaseRedis } from './lease-commands.js';
import { ONLY_SHARD, shardsOf, type Shard } from './shard.js';
import { ShardStore } from './shard-store.js';

/** The right to open one connection of a Discord application. `value` is what the lease key holds until the lease expires. */
export interface Lease {
  readonly applicationId: string;
  readonly shard: Shard;
  readonly fence: number;
  readonly value: string;
}

/** A session with the bot's own user id, which only READY contains. */
export interface StoredSession extends SavedSession {
  readonly userId: string;
  /** With which it was begun; absent in a session that an earlier version began. */
  readonly intents?: number;
  /** What Discord did not deliver before it began may not all have been read. */
  readonly isGapUnread?: boolean;
}

export interface SessionWrite {
  readonly lease: Lease;
  /** `delete` removes the stored session; a number updates only its seq. */
  readonly session: StoredSession | number | 'delete';
}

/** A connection of an application; without a shard the only one. */
export interface Connectable {
  readonly applicationId: string;
  readonly shard?: Shard;
}

export type ClaimableBot = Pick<RunnableBot, 'botId' | 'version'> & Connectable;

export interface Claim {
  readonly lease: Lease;
  readonly session: StoredSession | null;
}

export type Renewal = 'renewed' | 'taken-back' | 'lost';
/** `not-held`: nobody holds the lease, because it expired or Redis lost its data; a renewal may take it back. `lost`: another runner holds it. */
export type Saving = 'saved' | 'not-held' | 'lost';

/** A lease that is not renewed expires after this. Dead processes are noticed earlier; this is the fallback when a whole host dies. */
export const LEASE_MS = 10_000;
const IDENTIFY_EVERY_MS = 5250;
/** Discord resets the token at 1000 IDENTIFYs a day. */
const IDENTIFIES_PER_DAY = 900;
/** A reported refusal ends the desired state. If the runner died before it reported, another runner connects again, and reports, after this. */
const REFUSAL_TTL_S = 900;
/** Discord keeps no session for so long. */
const SESSION_TTL_S = 86_400;
const BATCH_SIZE = 500;

/** Identifies one lifetime of Redis' data: when the value changes or is missing, Redis lost everything. */
export const EPOCH_KEY = 'runner:epoch';

const key = {
  // The first shard has the same lease whatever their number, so that it is never connected twice while the number grows.
  lease: ({ applicationId, shard }: Connectable) => `runner:lease:${nameOf(applicationId, shard?.index)}`,
  fence: ({ applicationId, shard }: Connectable) => `runner:fence:${nameOf(applicationId, shard?.index)}`,
  // A session is bound to the number of shards that it was begun with.
  session: ({ applicationId, shard = ONLY_SHARD }: Connectable) =>
    `runner:session:${shard.count === 1 ? applicationId : `${applicationId}:${shard.index}-${shard.count}`}`,
  application: (botId: string) => `runner:application:${botId}`,
  bot: (applicationId: string) => `runner:application-bot:${applicationId}`,
  refusedIntents: (applicationId: string) => `runner:refused-intents:${applicationId}`,
  refused: (botId: string) => `runner:refused:${botId}`,
  identifySlot: (applicationId: string) => `runner:identify:${applicationId}`,
  identifyDay: (applicationId: string) => `runner:identified:${applicationId}`,
};

function nameOf(applicationId: string, index = 0): string {
  return index === 0 ? applicationId : `${applicationId}:${index}`;
}

/** Leases of Discord applications and their saved sessions, in Redis. Every write of a session checks the lease in the same script. */
export class LeaseStore {
  private readonly redis: LeaseRedis;
  readonly shards: ShardStore;

  constructor(
    redis: Redis,
    private readonly runnerId: string,
    readonly leaseMs = LEASE_MS,
  ) {
    this.redis = withLeaseCommands(redis);
    this.shards = new ShardStore(redis);
  }

  /** Those of the connections whose lease is free or held by a dead runner. */
  async claimable<C extends Connectable>(connections: readonly C[], deadRunners: readonly string[]): Promise<C[]> {
    const free: C[] = [];
    for (const batch of batches(connections)) {
      const owners = await this.redis.mget(batch.map(key.lease));
      free.push(...batch.filter((_id, index) => isFree(owners[index] ?? null, deadRunners)));
    }
    return free;
  }

  /** The lease and the session to resume. Null while another live runner holds it, after a refusal, or when Redis lost its data since `epoch`. */
  async claim(
    bot: ClaimableBot,
    { epoch, deadRunners }: { epoch: string; deadRunners: readonly string[] },
  ): Promise<Claim | null> {
    const { botId, applicationId, version, shard = ONLY_SHARD } = bot;
    const ofConnection = [key.lease, key.fence, key.session].map((keyOf) => keyOf(bot));
    const keys = [...ofConnection, key.application(botId), key.bot(applicationId), key.refused(botId), EPOCH_KEY];
    const values = [this.runnerId, this.leaseMs, applicationId, botId, version, epoch, ...deadRunners];
    const claimed = await this.redis.runnerClaimLease(...keys, ...values);
    if (!claimed) return null;
    const [fence, id, resumeUrl, seq, userId, intents, gap] = claimed;
    const lease = { applicationId, shard, fence, value: `${this.runnerId}:${fence}` };
    if (!id || !resumeUrl || !userId) return { lease, session: null };
    const begun = { ...(intents ? { intents: Number(intents) } : {}), ...(gap ? { isGapUnread: true } : {}) };
    return { lease, session: { id, resumeUrl, seq: Number(seq), userId, ...begun } };
  }

  /** Extends leases; takes back those that expired or were lost with Redis' data, unless another runner held them since. */
  async renew(leases: readonly Lease[]): Promise<Map<Lease, Renewal>> {
    const renewals = new Map<Lease, Renewal>();
    for (const batch of batches(leases)) {
      const keys = batch.flatMap((lease) => [key.lease(lease), key.fence(lease)]);
      const values = batch.map(({ value }) => value);
      const results = await this.redis.runnerRenewLeases(keys.length, ...keys, this.leaseMs, ...values);
      batch.forEach((lease, index) =>
        renewals.set(lease, (['lost', 'renewed', 'taken-back'] as const)[results[index] ?? 0] ?? 'lost'),
      );
    }
    return renewals;
  }

  async release(lease: Lease): Promise<void> {
    await this.redis.runnerReleaseLease(key.lease(lease), key.fence(lease), lease.value);
  }

  /** Writes sessions and sequence numbers, where this runner holds the lease. */
  async save(writes: readonly SessionWrite[]): Promise<Map<Lease, Saving>> {
    const savings = new Map<Lease, Saving>();
    for (const batch of batches(writes)) {
      const keys = batch.flatMap(({ lease }) => [key.lease(lease), key.session(lease)]);
      const results = await this.redis.runnerSaveSessions(keys.length, ...keys, ...batch.flatMap(saveArguments));
      batch.forEach(({ lease }, index) =>
        savings.set(lease, (['lost', 'saved', 'not-held'] as const)[results[index] ?? 0] ?? 'lost'),
      );
    }
    return savings;
  }

  /** The application the bot last ran as; null when another bot has run as it since, because the token moved there. */
  async applicationOf(botId: string): Promise<string | null> {
    const applicationId = await this.redis.get(key.application(botId));
    if (applicationId === null) return null;
    return (await this.redis.get(key.bot(applicationId))) === botId ? applicationId : null;
  }

  /** A fence above every earlier one when nobody holds a lease of the bot, else null. */
  async fenceWhenFree(botId: string): Promise<number | null> {
    const applicationId = await this.applicationOf(botId);
    // A bot that never ran has no application: its own id names the fence, and no lease of that name is ever held.
    const first = { applicationId: applicationId ?? botId };
    const count = (await this.shards.counts()).get(first.applicationId) ?? 1;
    const others = shardsOf(count)
      .slice(1)
      .map((shard) => ({ ...first, shard }));
    if ((await this.claimable(others, [])).length < others.length) return null;
    const fence = await this.redis.runnerFenceWhenFree(key.lease(first), key.fence(first));
    return fence === 0 ? null : fence;
  }

  /** Milliseconds to wait before an IDENTIFY; 0 allows it and counts it. Negative: seconds until the daily budget is reset. */
  takeIdentifySlot(applicationId: string): Promise<number> {
    const keys = [key.identifySlot(applicationId), key.identifyDay(applicationId)] as const;
    return this.redis.runnerTakeIdentifySlot(...keys, IDENTIFY_EVERY_MS, IDENTIFIES_PER_DAY);
  }

  /** Stores for all runners that Discord refused this version of the bot: nobody claims it until the refusal expires or is cleared. */
  async markRefused({ botId, version }: Pick<ClaimableBot, 'botId' | 'version'>): Promise<void> {
    await this.redis.set(key.refused(botId), version, 'EX', REFUSAL_TTL_S);
  }

  async clearRefusal(botId: string): Promise<void> {
    await this.redis.del(key.refused(botId));
  }

  /** The intents that Discord refuses to the application (GatewayIntentBits); 0 for none. */
  async refusedIntents(applicationId: string): Promise<number> {
    return Number((await this.redis.get(key.refusedIntents(applicationId))) ?? 0);
  }

  async setRefusedIntents(applicationId: string, intents: number): Promise<void> {
    if (intents === 0) await this.redis.del(key.refusedIntents(applicationId));
    else await this.redis.set(key.refusedIntents(applicationId), intents, 'EX', SESSION_TTL_S);
  }

  /** Deletes everything stored for a deleted bot. */
  async deleteBot(botId: string): Promise<void> {
    const applicationId = await this.applicationOf(botId);
    if (applicationId !== null) {
      const count = (await this.shards.counts()).get(applicationId) ?? 1;
      const sessions = shardsOf(count).map((shard) => key.session({ applicationId, shard }));
      await this.redis.del(...sessions, key.bot(applicationId), key.refusedIntents(applicationId));
      await this.shards.delete(applicationId);
    }
    await this.redis.del(key.application(botId), key.refused(botId), key.fence({ applicationId: botId }));
  }
}

function isFree(value: string | null, deadRunners: readonly string[]): boolean {
  return value === null || deadRunners.includes(value.slice(0, value.lastIndexOf(':')));
}

function saveArguments({ lease, session }: SessionWrite): (string | number)[] {
  if (session === 'delete') return [lease.value, '-', '', '', '', '', ''];
  if (typeof session === 'number') return [lease.value, '', '', session, '', '', ''];
  const { id, resumeUrl, seq, userId, intents = '', isGapUnread = false } = session;
  return [lease.value, id, resumeUrl, seq, userId, intents, isGapUnread ? 1 : ''];
}

function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) yield items.slice(start, start + BATCH_SIZE);
}
