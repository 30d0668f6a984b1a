import { Events, LOGGER, Queues, type Logger } from '@kith/kit';
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
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Repository } from 'typeorm';
import { BotEntity } from '../bot.entity.js';
import { BotsService } from '../bots.service.js';
import { RunnableSystemsService } from './runnable-systems.service.js';
import { InstalledSystemEntity } from './installed-system.entity.js';
import { defaultSettings, refuseInvalidSettings } from './system-settings.js';
import { WRITES_TO_DISCORD, writesToDiscord } from './writes-to-discord.js';

type BySystem = ParsedInputOf<typeof systems.install>;
interface Uninstalled {
  readonly ownerId: string;
  readonly botId: string;
  readonly systemId: string;
  readonly uninstalledAt: Date;
}

/** The systems that are installed in a bot (docs/decisions.md X1). */
@Injectable()
export class SystemsService {
  constructor(
    @InjectRepository(InstalledSystemEntity) private readonly installed: Repository<InstalledSystemEntity>,
    private readonly bots: BotsService,
    private readonly runnable: RunnableSystemsService,
    private readonly events: Events,
    private readonly queues: Queues,
    @Inject(LOGGER) private readonly logger: Logger,
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
    const [inserted] = await this.installed.manager.transaction(async (manager) => {
      const rows = await manager.query<Pick<InstalledSystemEntity, 'installedAt'>[]>(
        `insert into bots.installed_system (bot_id, system_id, settings) values ($1, $2, $3)
         on conflict do nothing returning installed_at as "installedAt"`,
        [botId, systemId, settings],
      );
      // What an earlier installation wrote belongs to this one now: it is not removed from Discord any more.
      if (rows.length > 0 && systemId === WRITES_TO_DISCORD)
        await manager.update(BotEntity, { id: botId, uninstalledAt: Not(IsNull()) }, { uninstalledAt: null });
      return rows;
    });
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
      if (writesToDiscord(systemId, after)) await manager.update(BotEntity, { id: botId }, { wroteToDiscord: true });
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
    await this.bots.ownBot(actor, botId);
    const uninstalledAt = new Date();
    const isWithdrawn = await this.installed.manager.transaction(async (manager) => {
      const { affected } = await manager.delete(InstalledSystemEntity, { botId, systemId });
      if (!affected) throw new AppError('NOT_FOUND');
      if (systemId !== WRITES_TO_DISCORD) return false;
      const where = { id: botId, wroteToDiscord: true, discordToken: Not(IsNull()) };
      return (await manager.update(BotEntity, where, { uninstalledAt })).affected === 1;
    });
    if (isWithdrawn) await this.withdraw({ ownerId: actor.userId, botId, systemId, uninstalledAt });
    await this.events.publish(events.botChanged, { botId });
    return { message: 'System removed' };
  }

  /** The system is removed already: without Redis the sweep of removals adds the job. */
  private async withdraw({ ownerId, botId, systemId, uninstalledAt }: Uninstalled): Promise<void> {
    const job = { action: 'uninstall', ownerId, botId, systemId } as const;
    try {
      await this.queues.add(queues.lifecycle, `uninstall-${botId}-${uninstalledAt.getTime()}`, job);
    } catch (error) {
      this.logger.warn(
        { botId, systemId, reason: AppError.from(error).code },
        'removal from Discord not queued; the sweep does it',
      );
    }
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
