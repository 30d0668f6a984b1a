import { Keyring, LOGGER, REDIS, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** Discord never accepts a refused token again; after this it is asked once more, in case the refusal was a fault of Discord's. */
const REFUSED_TTL_S = 3600;

/** The tokens that Discord refused, by fingerprint: Discord is not asked about them again, by any process. */
@Injectable()
export class RefusedTokens {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly keyring: Keyring,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never rejects: while Redis is unavailable the refusal is not stored. */
  async add(token: string): Promise<void> {
    try {
      await this.redis.set(this.keyOf(token), 1, 'EX', REFUSED_TTL_S);
    } catch (error) {
      this.logger.debug({ err: error }, 'refused token not stored');
    }
  }

  /** False also while Redis is unavailable. */
  async has(token: string): Promise<boolean> {
    try {
      return (await this.redis.exists(this.keyOf(token))) === 1;
    } catch {
      return false;
    }
  }

  private keyOf(token: string): string {
    return `runner:refused-token:${this.keyring.fingerprint(token)}`;
  }
}
