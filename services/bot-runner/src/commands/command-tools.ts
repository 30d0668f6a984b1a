import { growingCache, REDIS } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { GuildAccess } from '../discord/guild-access.js';
import { RestClients } from '../discord/rest-clients.js';
import { Problems } from '../problems/problems.service.js';
import { ModerationTools } from './moderation-tools.js';
import { Reminders } from './reminders.service.js';

/** Longer than a job is retried. */
const REMEMBERED_S = 86_400;
const MAX_REMEMBERED = 1000;

/** What commands of the catalogue work with. */
@Injectable()
export class CommandTools {
  /** What this process decided: Redis may lose its data between two attempts. */
  private readonly decided = growingCache<readonly string[]>(MAX_REMEMBERED);

  constructor(
    readonly clients: RestClients,
    readonly access: GuildAccess,
    readonly reminders: Reminders,
    readonly problems: Problems,
    readonly moderation: ModerationTools,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  /**
   * The list that `find` returned in the first attempt of the call `key`, so that a repeated job acts on the same things and not on the next
   * ones.
   */
  async decideOnce(key: string, find: () => Promise<readonly string[]>): Promise<readonly string[]> {
    const redisKey = `runner:command:${key}`;
    const known = await this.redis.get(redisKey);
    if (known !== null) return JSON.parse(known) as string[];
    const found = this.decided.get(key) ?? (await find());
    this.decided.set(key, found);
    await this.redis.set(redisKey, JSON.stringify(found), 'EX', REMEMBERED_S);
    return found;
  }
}
