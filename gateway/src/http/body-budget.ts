import { networkOf } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { FastifyRequest } from 'fastify';
import { isOwnMachine } from './request-budget.js';

// So much of each body is free: whoever sends little is served while others fill the house.
const FREE_BYTES = 16_384;
const NETWORK_BYTES = 16 * 1_048_576;
const ALL_BYTES = 128 * 1_048_576;
const RETRY_AFTER_S = 5;

/** How much of the bodies that are still on their way may lie in memory: anybody can begin a thousand and end none of them. */
export class BodyBudget {
  private readonly ofNetwork = new Map<string, number>();
  private total = 0;

  /** Counts one body: `take` each piece of it, RATE_LIMITED or OVERLOADED when there is no room; `free` all of it at its end. */
  open({ ip }: Pick<FastifyRequest, 'ip'>): { take(bytes: number): void; free(): void } {
    const network = isOwnMachine(ip) ? undefined : networkOf(ip);
    let [seen, held] = [0, 0];
    return {
      take: (bytes) => {
        seen += bytes;
        if (seen <= FREE_BYTES) return;
        this.refuseBeyond(network, bytes);
        held += bytes;
        this.hold(network, bytes);
      },
      free: () => this.hold(network, -held),
    };
  }

  private refuseBeyond(network: string | undefined, bytes: number): void {
    const own = network === undefined ? 0 : (this.ofNetwork.get(network) ?? 0);
    if (own + bytes > NETWORK_BYTES) throw new AppError('RATE_LIMITED', undefined, { retryAfterS: RETRY_AFTER_S });
    if (this.total + bytes > ALL_BYTES) throw new AppError('OVERLOADED', undefined, { retryAfterS: RETRY_AFTER_S });
  }

  private hold(network: string | undefined, bytes: number): void {
    this.total += bytes;
    if (network === undefined) return;
    const own = (this.ofNetwork.get(network) ?? 0) + bytes;
    if (own > 0) this.ofNetwork.set(network, own);
    else this.ofNetwork.delete(network);
  }
}
