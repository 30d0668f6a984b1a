import { Keyring, REDIS } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

interface Member {
  readonly botId: string;
  readonly guildId: string;
  readonly memberId: string;
}

/** What members who used `/forget-me` have used up of their daily limits, so that they do not begin anew. By fingerprint: their ids are not kept. */
@Injectable()
export class KeptLimits {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly keyring: Keyring,
  ) {}

  /** Adds to what is used up; all of it is forgotten at the time `untilMs`. */
  async add(limit: string, member: Member, count: number, untilMs: number): Promise<void> {
    const key = this.keyOf(limit, member);
    await this.redis.multi().incrby(key, count).pexpireat(key, Math.ceil(untilMs)).exec();
  }

  async usedUp(limit: string, member: Member): Promise<number> {
    return Number((await this.redis.get(this.keyOf(limit, member))) ?? 0);
  }

  private keyOf(limit: string, { botId, guildId, memberId }: Member): string {
    return `runner:kept-limit:${this.keyring.fingerprint(`kept-limit ${limit} ${botId} ${guildId} ${memberId}`)}`;
  }
}
