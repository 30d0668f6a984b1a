import { randomUUID } from 'node:crypto';
import { Events, Queues } from '@kith/kit';
import {
  AppError,
  events,
  queues,
  refuseImpersonation,
  SYSTEMS,
  type InstalledSystem,
  type OutputOf,
  type ParsedInputOf,
  type System,
  type systems,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { BotsService } from '../bots.service.js';
import { RunnableSystemsService } from './runnable-systems.service.js';
import { InstalledSystemEntity } from './installed-system.entity.js';
import { defaultSettings, refuseInvalidSettings } from './system-settings.js';
import { WRITES_TO_DISCORD } from './writes-to-discord.js';

type BySystem = ParsedInputOf<typeof systems.install>;

/** The systems that are installed in a bot (docs/decisions.md X1). */
@Injectable()
export class SystemsService {
  constructor(
    @InjectRepository(InstalledSystemEntity) private readonly installed: Repository<InstalledSystemEntity>,
    private readonly bots: BotsService,
    private readonly runnable: RunnableSystemsService,
    private readonly events: Events,
    private readonly queues: Queues,
  ) {}

  async list({ actor, botId }: ParsedInputOf<typeof systems.list>): Promise<OutputOf<typeof systems.list>> {
    await this.bots.ownBot(actor, botId);
    const rows = await this.installed.find({ where: { botId }, order: { installedAt: 'asc', systemId: 'asc' } });
    return { systems: rows.map(viewOf) };
  }

  async install({ actor, botId, systemId }: BySystem): Promise<InstalledSystem> {
    await this.bots.ownBot(actor, botId);
    const system = systemOf(systemId);
    await this.requireIncluded(systemId, actor.userId);
    const settings = defaultSettings(system);
    const [inserted] = await this.installed.query<Pick<InstalledSystemEntity, 'installedAt'>[]>(
      `insert into bots.installed_system (bot_id, system_id, settings) values ($1, $2, $3)
       on conflict do nothing returning installed_at as "installedAt"`,
      [botId, systemId, settings],
    );
    if (!inserted) throw new AppError('ALREADY_INSTALLED', `${system.name} is already in your bot.`);
    await this.events.publish(events.botChanged, { botId });
    return viewOf({ botId, systemId, settings, ...inserted });
  }

  async configure({
    actor,
    botId,
    systemId,
    settings,
    reset,
  }: ParsedInputOf<typeof systems.configure>): Promise<InstalledSystem> {
    await this.bots.ownBot(actor, botId);
    const system = systemOf(systemId);
    const row = await this.installed.manager.transaction(async (manager) => {
      const before = await manager.findOne(InstalledSystemEntity, {
        where: { botId, systemId },
        lock: { mode: 'pessimistic_write' },
      });
      if (!before) throw new AppError('NOT_FOUND');
      refuseInvalidSettings(system, settings);
      const after = { ...(reset ? defaultSettings(system) : before.settings), ...settings };
      await manager.update(InstalledSystemEntity, { botId, systemId }, { settings: after });
      return { ...before, settings: after };
    });
    await this.events.publish(events.botChanged, { botId });
    return viewOf(row);
  }

  async find({ actor, botId, systemId }: BySystem): Promise<InstalledSystem> {
    await this.bots.ownBot(actor, botId);
    const row = await this.installed.findOneBy({ botId, systemId });
    if (!row) throw new AppError('NOT_FOUND');
    await this.requireIncluded(systemId, actor.userId);
    return viewOf(row);
  }

  private async requireIncluded(systemId: string, ownerId: string): Promise<void> {
    if (await this.runnable.isIncluded(systemId, ownerId)) return;
    throw new AppError('UPGRADE_REQUIRED', `${systemOf(systemId).name} is part of the Premium plan.`);
  }

  async remove({ actor, botId, systemId }: BySystem): Promise<OutputOf<typeof systems.remove>> {
    refuseImpersonation(actor);
    const { discordToken } = await this.bots.ownBot(actor, botId);
    // Before it is removed, so that no failure in between leaves it out. A runner finds nothing to do for a system that is installed after all.
    if (systemId === WRITES_TO_DISCORD && discordToken !== null)
      await this.queues.add(queues.lifecycle, `uninstall-${botId}-${randomUUID()}`, { action: 'uninstall', botId, systemId });
    const { affected } = await this.installed.delete({ botId, systemId });
    if (!affected) throw new AppError('NOT_FOUND');
    await this.events.publish(events.botChanged, { botId });
    return { message: 'System removed' };
  }
}

function systemOf(systemId: string): System {
  const system = SYSTEMS.find(({ id }) => id === systemId);
  if (!system) throw new AppError('NOT_FOUND');
  return system;
}

const viewOf = ({ systemId, settings, installedAt }: InstalledSystemEntity): InstalledSystem => ({
  systemId,
  settings,
  installedAt: installedAt.toISOString(),
});
