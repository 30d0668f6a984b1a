import { SYSTEMS, type RunnableSystem } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { OwnerPlans } from '../commands/owner-plans.js';
import { InstalledSystemEntity } from './installed-system.entity.js';

const FREE: ReadonlySet<string> = new Set(SYSTEMS.flatMap(({ id, price }) => (price === 'Free' ? [id] : [])));

interface OwnedBot {
  readonly id: string;
  readonly ownerId: string;
}

/** What runners need to know of the systems that are installed in bots. */
@Injectable()
export class RunnableSystemsService {
  constructor(
    @InjectRepository(InstalledSystemEntity) private readonly installed: Repository<InstalledSystemEntity>,
    private readonly plans: OwnerPlans,
  ) {}

  /** The systems of each bot that its owner's plan includes, oldest first; bots without any have no entry. */
  async of(bots: readonly OwnedBot[]): Promise<ReadonlyMap<string, RunnableSystem[]>> {
    if (bots.length === 0) return new Map();
    const rows = await this.installed.find({
      where: { botId: In(bots.map(({ id }) => id)) },
      order: { installedAt: 'asc', systemId: 'asc' },
    });
    const byBot = new Map<string, RunnableSystem[]>();
    for (const { id, ownerId } of bots)
      for (const { botId, systemId, settings } of rows)
        if (botId === id && (await this.isIncluded(systemId, ownerId)))
          byBot.set(id, [...(byBot.get(id) ?? []), { systemId, settings }]);
    return byBot;
  }

  /** Whether the plan of the owner includes the system (docs/decisions.md X5). A plan that is not known right now includes all of them. */
  async isIncluded(systemId: string, ownerId: string): Promise<boolean> {
    if (FREE.has(systemId)) return true;
    const plan = await this.plans.of(ownerId);
    return plan === null || plan === 'premium';
  }
}
