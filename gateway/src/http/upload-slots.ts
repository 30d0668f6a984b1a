import { ConcurrencyLimit, networkOf } from '@kith/kit';
import { isLoopback } from './rate-limit.js';

const MAX_PER_USER = 2;
const MAX_PER_NETWORK = 8;

/**
 * How many bodies with files may be under way at once, per user and per network. There is no limit over all users: a body with files
 * holds no memory while it arrives, so nobody waits for the slow connections of others.
 */
export class UploadSlots {
  private readonly perUser: ConcurrencyLimit;
  private readonly perNetwork: ConcurrencyLimit;

  constructor(retryAfterS: number) {
    this.perUser = new ConcurrencyLimit(MAX_PER_USER, retryAfterS);
    this.perNetwork = new ConcurrencyLimit(MAX_PER_NETWORK, retryAfterS);
  }

  /** Takes a slot; the returned function must be called once. Throws RATE_LIMITED. */
  acquire(userId: string, ip: string): () => void {
    const releaseUser = this.perUser.acquire(userId);
    if (isLoopback(ip)) return releaseUser;
    try {
      const releaseNetwork = this.perNetwork.acquire(networkOf(ip));
      return () => {
        releaseNetwork();
        releaseUser();
      };
    } catch (error) {
      releaseUser();
      throw error;
    }
  }
}
