import type { RunnableBot } from '@kith/proto';
import type { Redis } from 'ioredis';
import type { SavedSession } from '../discord/gateway-session.js';
import { CLAIM, DROP, FENCE_WHEN_FREE, IDENTIFY, RENEW, SAVE } from './lease-scripts.js';

/** The right to connect one Discord application. `value` is what Redis holds while the right lasts. */
export interface Lease {
  readonly applicationId: string;
  readonly fence: number;
  readonly value: string;
}

/** A session with the bot's own user, which only READY tells. */
export interface StoredSession extends SavedSession {
  readonly userId: string;
}

export interface SessionWrite {
  readonly lease: Lease;
  /** `forget` removes the stored session; a number moves its seq only. */
  readonly session: StoredSession | number | 'forget';
}

/** What is claimed: one version of a companion. */
export type Claimed = Pick<RunnableBot, 'botId' | 'applicationId' | 'version'>;

export interface Claim {
  readonly lease: Lease;
  readonly session: StoredSession | null;
}

export type Renewal = 'kept' | 'taken-back' | 'lost';

/** A lease that nobody prolongs ends after this: the fall-back when a whole host dies. */
export const LEASE_MS = 10_000;
const IDENTIFY_EVERY_MS = 5250;
/** Discord resets the token at 1000 a day. */
const IDENTIFIES_PER_DAY = 900;
/** A refusal that was told ends the wish; one that was lost with its runner is met, and told, again after this. */
const REFUSED_FOR_S = 900;
const BATCH = 500;

/** Names the life of Redis' data: a new one means that everything was lost. */
export const EPOCH_KEY = 'runner:epoch';

const key = {
  lease: (applicationId: string) => `runner:lease:${applicationId}`,
  fence: (applicationId: string) => `runner:fence:${applicationId}`,
  session: (applicationId: string) => `runner:session:${applicationId}`,
  application: (botId: string) => `runner:application:${botId}`,
  companion: (applicationId: string) => `runner:companion:${applicationId}`,
  refused: (botId: string) => `runner:refused:${botId}`,
  identifyGate: (applicationId: string) => `runner:identify:${applicationId}`,
  identifyDay: (applicationId: string) => `runner:identified:${applicationId}`,
};

/** Who may connect which application, and where its session stands: in Redis, every write fenced by the lease. */
export class LeaseStore {
  constructor(
    private readonly redis: Redis,
    private readonly runnerId: string,
    readonly leaseMs = LEASE_MS,
  ) {}

  /** Of these applications those whose lease is free or a dead runner's. */
  async claimable(applicationIds: readonly string[], deadRunners: readonly string[]): Promise<string[]> {
    const free: string[] = [];
    for (const batch of batches(applicationIds)) {
      const owners = await this.redis.mget(batch.map(key.lease));
      free.push(...batch.filter((_id, index) => isFree(owners[index] ?? null, deadRunners)));
    }
    return free;
  }

  /** The lease and the session to resume; null while another living runner has it, after a refusal, or when Redis lost its data since `epoch`. */
  async claim(bot: Claimed, { epoch, deadRunners }: { epoch: string; deadRunners: readonly string[] }): Promise<Claim | null> {
    const { botId, applicationId, version } = bot;
    const ofApplication = [key.lease, key.fence, key.session].map((keyOf) => keyOf(applicationId));
    const keys = [...ofApplication, key.application(botId), key.companion(applicationId), key.refused(botId), EPOCH_KEY];
    const values = [this.runnerId, this.leaseMs, applicationId, botId, version, epoch, ...deadRunners];
    const answer = (await CLAIM.run(this.redis, keys, values)) as [number, string, string, string, string] | null;
    if (!answer) return null;
    const [fence, id, resumeUrl, seq, userId] = answer;
    const lease = { applicationId, fence, value: `${this.runnerId}:${fence}` };
    return { lease, session: id && resumeUrl && userId ? { id, resumeUrl, seq: Number(seq), userId } : null };
  }

  /** Prolongs leases; takes back those that were lost without anybody else having had them since. */
  async renew(leases: readonly Lease[]): Promise<Map<Lease, Renewal>> {
    const renewals = new Map<Lease, Renewal>();
    for (const batch of batches(leases)) {
      const keys = batch.flatMap(({ applicationId }) => [key.lease(applicationId), key.fence(applicationId)]);
      const answers = (await RENEW.run(this.redis, keys, [this.leaseMs, ...batch.map(({ value }) => value)])) as number[];
      batch.forEach((lease, index) =>
        renewals.set(lease, (['lost', 'kept', 'taken-back'] as const)[answers[index] ?? 0] ?? 'lost'),
      );
    }
    return renewals;
  }

  async drop(lease: Lease): Promise<void> {
    await DROP.run(this.redis, [key.lease(lease.applicationId), key.fence(lease.applicationId)], [lease.value]);
  }

  /** Writes sessions and progress; answers the leases that are not ours any more. */
  async save(writes: readonly SessionWrite[]): Promise<Lease[]> {
    const lost: Lease[] = [];
    for (const batch of batches(writes)) {
      const keys = batch.flatMap(({ lease }) => [key.lease(lease.applicationId), key.session(lease.applicationId)]);
      const answers = (await SAVE.run(this.redis, keys, batch.flatMap(valuesOf))) as number[];
      lost.push(...batch.filter((_write, index) => answers[index] === 0).map(({ lease }) => lease));
    }
    return lost;
  }

  /** The application a companion last ran as; null when another companion has run as it since: the token moved there. */
  async applicationOf(botId: string): Promise<string | null> {
    const applicationId = await this.redis.get(key.application(botId));
    if (applicationId === null) return null;
    return (await this.redis.get(key.companion(applicationId))) === botId ? applicationId : null;
  }

  /** A fence above every earlier one, once nobody holds the bot's lease; null while somebody does. */
  async fenceWhenFree(botId: string): Promise<number | null> {
    const applicationId = await this.applicationOf(botId);
    // A companion without an application gets a lease name of its own: the fence is all that counts.
    const name = applicationId ?? botId;
    const fence = (await FENCE_WHEN_FREE.run(this.redis, [key.lease(name), key.fence(name)], [])) as number;
    return fence === 0 ? null : fence;
  }

  /** Milliseconds to wait before an IDENTIFY; 0 allows it and counts it. Negative: seconds until the day's budget is fresh. */
  async identifyWait(applicationId: string): Promise<number> {
    const keys = [key.identifyGate(applicationId), key.identifyDay(applicationId)];
    return (await IDENTIFY.run(this.redis, keys, [IDENTIFY_EVERY_MS, IDENTIFIES_PER_DAY])) as number;
  }

  /** Remembers for all runners that Discord refused this version of the companion: it is not tried again while that is told. */
  async refuse({ botId, version }: Pick<Claimed, 'botId' | 'version'>): Promise<void> {
    await this.redis.set(key.refused(botId), version, 'EX', REFUSED_FOR_S);
  }

  /** The user asks for another try. */
  async forgetRefusal(botId: string): Promise<void> {
    await this.redis.del(key.refused(botId));
  }

  /** Removes what is known of a deleted companion. */
  async forgetBot(botId: string): Promise<void> {
    const applicationId = await this.applicationOf(botId);
    if (applicationId !== null) await this.redis.del(key.session(applicationId), key.companion(applicationId));
    await this.redis.del(key.application(botId), key.refused(botId), key.fence(botId));
  }
}

function isFree(value: string | null, deadRunners: readonly string[]): boolean {
  return value === null || deadRunners.includes(value.slice(0, value.lastIndexOf(':')));
}

function valuesOf({ lease, session }: SessionWrite): (string | number)[] {
  if (session === 'forget') return [lease.value, '-', '', '', ''];
  if (typeof session === 'number') return [lease.value, '', '', session, ''];
  return [lease.value, session.id, session.resumeUrl, session.seq, session.userId];
}

function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH);
}
