import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { REDIS } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';

/** The Redis commands that are used here. */
interface LockStore {
  set(key: string, value: string, px: 'PX', ms: number, nx: 'NX'): Promise<'OK' | null>;
  eval(script: string, keys: number, ...values: string[]): Promise<unknown>;
}

const EXPIRES_MS = 10_000;
const RENEW_EVERY_MS = 3000;
const RETRY_EVERY_MS = 150;
const RENEW = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`;
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/** Lets one call at a time answer a message: a repeated send waits and then finds the reply of the first one. */
@Injectable()
export class RequestLock {
  constructor(@Inject(REDIS) private readonly redis: LockStore) {}

  /** Waits for the lock and returns the function that releases it. Rejects when `signal` aborts. A lock of a dead process expires after 10 s. */
  async acquire(requestId: string, signal: AbortSignal): Promise<() => Promise<void>> {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const release = await this.tryAcquire(requestId);
      if (release) return release;
      // oxlint-disable-next-line no-await-in-loop
      await sleep(RETRY_EVERY_MS, undefined, { signal });
    }
  }

  /** The same without waiting: undefined when another call has the lock. */
  async tryAcquire(requestId: string): Promise<(() => Promise<void>) | undefined> {
    const key = `chat:request:${requestId}`;
    const token = randomUUID();
    if ((await this.redis.set(key, token, 'PX', EXPIRES_MS, 'NX')) !== 'OK') return undefined;
    const renewal = setInterval(
      () => void this.redis.eval(RENEW, 1, key, token, String(EXPIRES_MS)).catch(() => undefined),
      RENEW_EVERY_MS,
    );
    return async () => {
      clearInterval(renewal);
      // If this fails, the lock expires.
      await this.redis.eval(RELEASE, 1, key, token).catch(() => undefined);
    };
  }
}
