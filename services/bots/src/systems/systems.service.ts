import { Events } from '@kith/kit';
import {
  AppError,
  events,
  refuseImpersonation,
  SYSTEMS,
  unreachable,
  type InstalledSystem,
  type OutputOf,
  type ParsedInputOf,
  type System,
  type SystemSetting,
  type systems,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { BotsService } from '../bots.service.js';
import { InstalledSystemEntity } from './installed-system.entity.js';

type BySystem = ParsedInputOf<typeof systems.install>;
type Settings = InstalledSystem['settings'];

/** The systems that are installed in a bot (docs/decisions.md X1). */
@Injectable()
export class SystemsService {
  constructor(
    @InjectRepository(InstalledSystemEntity) private readonly installed: Repository<InstalledSystemEntity>,
    private readonly bots: BotsService,
    private readonly events: Events,
  ) {}

  async list({ actor, botId }: ParsedInputOf<typeof systems.list>): Promise<OutputOf<typeof systems.list>> {
    await this.bots.ownBot(actor, botId);
    const rows = await this.installed.find({ where: { botId }, order: { installedAt: 'asc', systemId: 'asc' } });
    return { systems: rows.map(viewOf) };
  }

  async install({ actor, botId, systemId }: BySystem): Promise<InstalledSystem> {
    await this.bots.ownBot(actor, botId);
    const system = systemOf(systemId);
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

  async remove({ actor, botId, systemId }: BySystem): Promise<OutputOf<typeof systems.remove>> {
    refuseImpersonation(actor);
    await this.bots.ownBot(actor, botId);
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

/** The settings of a newly installed system. */
function defaultSettings({ settings = {} }: System): Settings {
  return Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting.default]));
}

/** Throws BAD_INPUT with one problem for each setting that the system does not have or whose value is not allowed. */
function refuseInvalidSettings({ settings = {} }: System, changes: Settings): void {
  const problems = Object.entries(changes).flatMap(([name, value]) => {
    const problem = problemOf(Object.hasOwn(settings, name) ? settings[name] : undefined, value);
    return problem === undefined ? [] : [[`settings.${name}`, problem] as const];
  });
  const [first] = problems;
  if (first) throw new AppError('BAD_INPUT', first[1], { fields: Object.fromEntries(problems) });
}

function problemOf(setting: SystemSetting | undefined, value: Settings[string]): string | undefined {
  if (!setting) return 'Unknown setting';
  switch (setting.type) {
    case 'text':
      return typeof value === 'string' ? undefined : 'Must be a text';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'Must be on or off';
    case 'number': {
      const isInRange = typeof value === 'number' && value >= setting.min && value <= setting.max;
      return isInRange ? undefined : `Must be a number from ${setting.min} to ${setting.max}`;
    }
    case 'select':
      return typeof value === 'string' && setting.options.includes(value)
        ? undefined
        : `Must be one of: ${setting.options.join(', ')}`;
    default:
      return unreachable(setting);
  }
}
