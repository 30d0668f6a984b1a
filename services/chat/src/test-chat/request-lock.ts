import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { REDIS } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';

/** The Redis commands that are used here. */
interface LockStore {
  eval(script: string, keys: number, ...values: string[]): Promise<unknown>;
}

/** A lock that this call has. */
export interface HeldLock {
  /** Whether nobody had it since this call asked for it, so that what was read since then is still true. */
  readonly isFirst: boolean;
  release(): Promise<void>;
}

const EXPIRES_MS = 10_000;
const RENEW_EVERY_MS = 3000;
const RETRY_EVERY_MS = 150;
/** A call that waited longer for Redis cannot tell whether the trace of another one has expired. */
const CERTAIN_MS = EXPIRES_MS / 4;
const RELEASED = 'released';
/** 0 while another call has the lock, 2 where one had it in the last ten seconds, 1 otherwise. */
const ACQUIRE = `local held = redis.call('get', KEYS[1])
  if held and held ~= '${RELEASED}' then return 0 end
  redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return held and 2 or 1`;
const RENEW = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`;
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('set', KEYS[1], '${RELEASED}', 'PX', ARGV[2]) end return 0`;

/** Lets one call at a time answer a message: a repeated send waits and then finds the reply of the first one. */
@Injectable()
export class RequestLock {
  constructor(@Inject(REDIS) private readonly redis: LockStore) {}

  /** Waits for the lock. Rejects when one of the signals aborts. A lock of a dead process expires after 10 s. */
  async acquire(requestId: string, ...signals: readonly AbortSignal[]): Promise<HeldLock> {
    for (let isFirstTry = true; ; isFirstTry = false) {
      // oxlint-disable-next-line no-await-in-loop
      const held = await this.tryAcquire(requestId);
      if (held) return { ...held, isFirst: held.isFirst && isFirstTry };
      // oxlint-disable-next-line no-await-in-loop
      await sleep(RETRY_EVERY_MS, undefined, { signal: AbortSignal.any([...signals]) });
    }
  }

  /** The same without waiting: undefined when another call has the lock. */
  async tryAcquire(requestId: string): Promise<HeldLock | undefined> {
    const key = `chat:request:${requestId}`;
    const token = randomUUID();
    const expiresMs = String(EXPIRES_MS);
    const askedAt = performance.now();
    const outcome = await this.redis.eval(ACQUIRE, 1, key, token, expiresMs);
    if (outcome === 0) return undefined;
    const renewal = setInterval(
      () => void this.redis.eval(RENEW, 1, key, token, expiresMs).catch(() => undefined),
      RENEW_EVERY_MS,
    );
    return {
      isFirst: outcome === 1 && performance.now() - askedAt < CERTAIN_MS,
      release: async () => {
        clearInterval(renewal);
        // If this fails, the lock expires.
        await this.redis.eval(RELEASE, 1, key, token, expiresMs).catch(() => undefined);
      },
    };
  }
}
