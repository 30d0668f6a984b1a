import { networksOf, type Network } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { FastifyRequest } from 'fastify';
import { isLoopback } from './rate-limit.js';

// Each body may hold this much without being counted: small requests succeed while large ones exhaust the budget.
const UNCOUNTED_BYTES = 16_384;
const MAX_BYTES_PER_NETWORK = 16 * 1_048_576;
const MAX_BYTES = 128 * 1_048_576;
const RETRY_AFTER_S = 5;

export interface BodyMemory {
  /** Accounts for one chunk. Throws RATE_LIMITED or OVERLOADED when there is no room. */
  reserve(bytes: number): void;
  /** Gives everything back; called once. */
  release(): void;
}

/** Limits the memory of bodies that are still being received: a client can begin a thousand requests and finish none (docs/security.md S39). */
export class BodyMemoryBudget {
  private readonly bytesPerNetwork = new Map<string, number>();
  private totalBytes = 0;

  /** Accounts for one body. */
  open({ ip }: Pick<FastifyRequest, 'ip'>): BodyMemory {
    const networks = isLoopback(ip) ? [] : networksOf(ip);
    let [received, reserved] = [0, 0];
    return {
      reserve: (bytes) => {
        received += bytes;
        if (received <= UNCOUNTED_BYTES) return;
        this.requireRoom(networks, bytes);
        reserved += bytes;
        this.add(networks, bytes);
      },
      release: () => this.add(networks, -reserved),
    };
  }

  private requireRoom(networks: readonly Network[], bytes: number): void {
    for (const { network, factor } of networks) {
      const used = this.bytesPerNetwork.get(network) ?? 0;
      if (used + bytes > factor * MAX_BYTES_PER_NETWORK)
        throw new AppError('RATE_LIMITED', undefined, { retryAfterS: RETRY_AFTER_S });
    }
    if (this.totalBytes + bytes > MAX_BYTES) throw new AppError('OVERLOADED', undefined, { retryAfterS: RETRY_AFTER_S });
  }

  private add(networks: readonly Network[], bytes: number): void {
    this.totalBytes += bytes;
    for (const { network } of networks) {
      const used = (this.bytesPerNetwork.get(network) ?? 0) + bytes;
      if (used > 0) this.bytesPerNetwork.set(network, used);
      else this.bytesPerNetwork.delete(network);
    }
  }
}
