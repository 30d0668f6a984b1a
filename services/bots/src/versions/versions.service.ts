import { AppError, type BotVersion, type botVersions, type OutputOf, type ParsedInputOf, type SavedBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository } from 'typeorm';
import { BotsService } from '../bots.service.js';
import { PlanGates } from '../plan-gates.service.js';
import { BotVersionEntity } from './bot-version.entity.js';

/** Earlier characters of bots, for their owners (docs/decisions.md M18). */
@Injectable()
export class VersionsService {
  constructor(
    @InjectRepository(BotVersionEntity) private readonly rows: Repository<BotVersionEntity>,
    private readonly bots: BotsService,
    private readonly planGates: PlanGates,
  ) {}

  async list({
    actor,
    botId,
    limit,
    offset,
  }: ParsedInputOf<typeof botVersions.list>): Promise<OutputOf<typeof botVersions.list>> {
    await this.bots.owned({ actor, botId });
    const [found, total] = await this.rows.findAndCount({
      select: { version: true, savedAt: true, isByAdministrator: true, fields: true, restoredFrom: true },
      where: { botId },
      order: { version: 'desc' },
      take: limit,
      skip: offset,
    });
    return { versions: found.map(summaryOf), total };
  }

  async get({ actor, botId, version }: ParsedInputOf<typeof botVersions.get>): Promise<OutputOf<typeof botVersions.get>> {
    await this.bots.owned({ actor, botId });
    const found = await this.find(botId, version);
    const before = await this.rows.findOne({ where: { botId, version: LessThan(version) }, order: { version: 'desc' } });
    return { version: summaryOf(found), character: found.character, before: before?.character ?? null };
  }

  /** Like a save of all settings of the version, except that what the plan does not have stays as it is. */
  async restore({ actor, botId, version, expectedVersion }: ParsedInputOf<typeof botVersions.restore>): Promise<SavedBot> {
    const stored = await this.bots.ownBot(actor, botId);
    const { character } = await this.find(botId, version);
    const { changes, warnings } = await this.planGates.withinPlan(actor.plan, stored, character);
    const saved = await this.bots.update({ ...character, ...changes, actor, botId, expectedVersion }, version);
    return { ...saved, warnings: [...saved.warnings, ...warnings] };
  }

  private async find(botId: string, version: number): Promise<BotVersionEntity> {
    const found = await this.rows.findOneBy({ botId, version });
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  }
}

const summaryOf = ({ version, savedAt, isByAdministrator, fields, restoredFrom }: BotVersionEntity): BotVersion => ({
  version,
  savedAt: savedAt.toISOString(),
  isByAdministrator,
  fields,
  restoredFrom,
});
