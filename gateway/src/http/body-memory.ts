import { networkOf, WIDE_NETWORK_FACTOR, wideNetworkOf } from '@kith/kit';
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
    const limits = limitsOf(ip);
    let [received, reserved] = [0, 0];
    return {
      reserve: (bytes) => {
        received += bytes;
        if (received <= UNCOUNTED_BYTES) return;
        this.requireRoom(limits, bytes);
        reserved += bytes;
        this.add(limits, bytes);
      },
      release: () => this.add(limits, -reserved),
    };
  }

  private requireRoom(limits: Limits, bytes: number): void {
    for (const [network, maxBytes] of limits) {
      const used = this.bytesPerNetwork.get(network) ?? 0;
      if (used + bytes > maxBytes) throw new AppError('RATE_LIMITED', undefined, { retryAfterS: RETRY_AFTER_S });
    }
    if (this.totalBytes + bytes > MAX_BYTES) throw new AppError('OVERLOADED', undefined, { retryAfterS: RETRY_AFTER_S });
  }

  private add(limits: Limits, bytes: number): void {
    this.totalBytes += bytes;
    for (const [network] of limits) {
      const used = (this.bytesPerNetwork.get(network) ?? 0) + bytes;
      if (used > 0) this.bytesPerNetwork.set(network, used);
      else this.bytesPerNetwork.delete(network);
    }
  }
}

/** The networks of an address, each with its maximum in bytes. */
type Limits = readonly (readonly [network: string, maxBytes: number])[];

function limitsOf(ip: string): Limits {
  if (isLoopback(ip)) return [];
  const wide = wideNetworkOf(ip);
  const own = [networkOf(ip), MAX_BYTES_PER_NETWORK] as const;
  return wide === undefined ? [own] : [own, [wide, MAX_BYTES_PER_NETWORK * WIDE_NETWORK_FACTOR]];
}
