import { createHmac, timingSafeEqual } from 'node:crypto';
import { Keyring, REDIS } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';

const KEY = 'auth:audit-checkpoint';
const Stored = z.object({ position: z.string().regex(/^\d{1,19}$/), hash: z.base64(), seal: z.base64() });

/** An end of the chain: the position and hash of a row. */
export interface Link {
  readonly position: string;
  readonly hash: Buffer;
}

/**
 * Until where the audit log was intact at the last check of any process. It is sealed, so that who can write to Redis cannot say that rows were
 * checked that were not; an earlier one, put back, only makes more rows be checked. All calls succeed while Redis is away: then there is none.
 */
@Injectable()
export class AuditCheckpoint {
  private readonly key: Buffer;

  constructor(
    keyring: Keyring,
    @Inject(REDIS) private readonly redis: Redis,
  ) {
    this.key = keyring.derive('audit-checkpoint');
  }

  /** Undefined when there is none, or none with a valid seal. */
  async load(): Promise<Link | undefined> {
    const stored = Stored.safeParse(parsed(await this.redis.get(KEY).catch(() => null))).data;
    if (!stored) return undefined;
    const link = { position: stored.position, hash: Buffer.from(stored.hash, 'base64') };
    const [expected, seal] = [this.sealOf(link), Buffer.from(stored.seal, 'base64')];
    return seal.length === expected.length && timingSafeEqual(seal, expected) ? link : undefined;
  }

  async store(link: Link): Promise<void> {
    const text = { position: link.position, hash: link.hash.toString('base64'), seal: this.sealOf(link).toString('base64') };
    await this.redis.set(KEY, JSON.stringify(text)).catch(() => undefined);
  }

  async drop(): Promise<void> {
    await this.redis.del(KEY).catch(() => undefined);
  }

  private sealOf({ position, hash }: Link): Buffer {
    return createHmac('sha256', this.key).update(`${position}:`).update(hash).digest();
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
