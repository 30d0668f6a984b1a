import { requireAdmin, type bots, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository, type FindOptionsWhere } from 'typeorm';
import { BotEntity } from './bot.entity.js';
import { LiveFacts } from './live-facts.js';

interface Counts {
  readonly total: number;
  readonly online: number;
}

/** How many companions there are, and how many of them are online. */
@Injectable()
export class BotCountsService {
  constructor(
    @InjectRepository(BotEntity) private readonly rows: Repository<BotEntity>,
    private readonly facts: LiveFacts,
  ) {}

  async counts({ actor }: ParsedInputOf<typeof bots.counts>): Promise<OutputOf<typeof bots.counts>> {
    return this.count({ ownerId: actor.userId });
  }

  async stats({ actor }: ParsedInputOf<typeof bots.stats>): Promise<OutputOf<typeof bots.stats>> {
    requireAdmin(actor);
    const { total, online } = await this.count({});
    return { total, active: online };
  }

  private async count(where: FindOptionsWhere<BotEntity>): Promise<Counts> {
    const [counted, areRunnersUp] = await Promise.all([
      this.rows
        .createQueryBuilder('bot')
        .select('count(*)::int', 'total')
        .addSelect(`(count(*) filter (where bot.runtimeState = 'online'))::int`, 'online')
        .where({ ...where, deletedAt: IsNull() })
        .getRawOne<Counts>(),
      this.facts.areRunnersUp(),
    ]);
    // Without a runner there is no connection, whatever was last heard.
    return { total: counted?.total ?? 0, online: areRunnersUp ? (counted?.online ?? 0) : 0 };
  }
}
