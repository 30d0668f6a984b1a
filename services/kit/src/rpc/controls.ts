import type { Redis } from 'ioredis';
import type { PendingCall } from './pending-call.js';
import { GROUP, keysOf, replicaChannel, sleep, type Control } from './protocol.js';
import { WITHDRAW } from './scripts.js';

const ATTEMPTS = 5;

/**
 * What is said to a replica about a call it works on. A word that gets lost would let a handler work for nobody, or wait for credit
 * for ever: it is said again a few times.
 */
export class Controls {
  constructor(private readonly redis: Redis) {}

  /** Deletes the request when nobody took it yet, else cancels its handler. */
  cancel({ id, entry = '', request }: PendingCall): void {
    const word: Control = { t: 'cancel', i: id };
    const { stream } = keysOf(request.service);
    void this.insist(() => WITHDRAW.run(this.redis, [stream], [GROUP, entry, JSON.stringify(word)]));
  }

  /** Lets the handler of a stream send `total` frames in all. */
  grant(call: PendingCall, total: number): void {
    const word: Control = { t: 'credit', i: call.id, c: total };
    void this.insist(async () => {
      if (!call.isSettled && call.server !== undefined)
        await this.redis.publish(replicaChannel(call.server), JSON.stringify(word));
    });
  }

  private async insist(say: () => Promise<unknown>): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        await say();
        return;
      } catch {
        await sleep(100 * attempt);
      }
    }
  }
}
