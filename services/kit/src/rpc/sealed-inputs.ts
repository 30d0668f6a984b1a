import type { ServiceName } from '@kith/proto';
import type { Redis } from 'ioredis';
import type { Request } from './pending-call.js';
import { keysOf } from './protocol.js';
import { seal } from './seal.js';

/** Seals the inputs of secret calls with the public keys that the services publish. */
export class SealedInputs {
  private readonly publicKeys = new Map<ServiceName, string>();

  constructor(private readonly redis: Redis) {}

  /** Undefined when the service publishes no key, which is when no replica is up. */
  async seal({ service, input }: Request): Promise<string | undefined> {
    const publicKey = this.publicKeys.get(service) ?? (await this.redis.get(keysOf(service).publicKey));
    if (publicKey === null) return undefined;
    this.publicKeys.set(service, publicKey);
    return seal(publicKey, JSON.stringify(input ?? null));
  }

  /** The key turned out to be old: the next seal reads it anew. */
  forget(service: ServiceName): void {
    this.publicKeys.delete(service);
  }
}
