import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { REDIS } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';

/** What is used of Redis here. */
interface LockStore {
  set(key: string, value: string, px: 'PX', ms: number, nx: 'NX'): Promise<'OK' | null>;
  eval(script: string, keys: number, ...values: string[]): Promise<unknown>;
}

const HELD_MS = 10_000;
const RENEW_MS = 3000;
const ASK_AGAIN_MS = 150;
const RENEW = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`;
const DROP = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/** Lets one message be answered by one call at a time: a second send of it waits and finds the first one's reply. */
@Injectable()
export class RequestLock {
  constructor(@Inject(REDIS) private readonly redis: LockStore) {}

  /** Resolves when the lock is ours, with the function that gives it back. Rejects when `signal` aborts. Held by a dead process it ends after 10 s. */
  async take(requestId: string, signal: AbortSignal): Promise<() => Promise<void>> {
    const key = `chat:request:${requestId}`;
    const token = randomUUID();
    while ((await this.redis.set(key, token, 'PX', HELD_MS, 'NX')) !== 'OK') await sleep(ASK_AGAIN_MS, undefined, { signal });
    const renewal = setInterval(
      () => void this.redis.eval(RENEW, 1, key, token, String(HELD_MS)).catch(() => undefined),
      RENEW_MS,
    );
    return async () => {
      clearInterval(renewal);
      // A lock that cannot be given back ends by itself.
      await this.redis.eval(DROP, 1, key, token).catch(() => undefined);
    };
  }
}
