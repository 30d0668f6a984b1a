import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { id, isoTime, Message, text } from './fields.js';

const setting = z.union([text(500), z.number(), z.boolean()]);
/** Values of the settings of one system, by name; the service checks them against the catalogue. */
export const SystemSettings = z
  .record(z.string().max(40), setting)
  .refine((all) => Object.keys(all).length <= 50, 'Too many settings');

export const InstalledSystem = z.object({
  systemId: z.string().describe('The id of the system in the catalogue, e.g. reaction-roles.'),
  settings: z.record(z.string(), setting),
  installedAt: isoTime,
});
export type InstalledSystem = z.infer<typeof InstalledSystem>;

/** A system as runners need it. */
export const RunnableSystem = InstalledSystem.omit({ installedAt: true });
export type RunnableSystem = z.infer<typeof RunnableSystem>;

const systemId = text(40).min(1);
const bySystem = z.object({ actor: Actor, botId: id, systemId });

/** The systems installed in a bot and their settings. Runners make them act on Discord. */
export const systems = area('bots', 'systems', {
  /** The systems installed in a bot of the actor, oldest first. */
  list: {
    input: z.object({ actor: Actor, botId: id }),
    output: z.object({ systems: z.array(InstalledSystem) }),
    isRead: true,
    repeatable: true,
  },
  /** Installs a system with its default settings. ALREADY_INSTALLED; NOT_FOUND for an unknown system; UPGRADE_REQUIRED for one above the plan. */
  install: { input: bySystem, output: InstalledSystem },
  /** Changes the named settings; `reset` goes back to the defaults first. BAD_INPUT for an unknown setting, and for a value that is not allowed. */
  configure: {
    input: bySystem.extend({ settings: SystemSettings.default({}), reset: z.boolean().default(false) }),
    output: InstalledSystem,
    repeatable: true,
  },
  /** For a runner: the settings of a system in a bot of the actor. NOT_FOUND; UPGRADE_REQUIRED while the plan does not include it. */
  installed: { input: bySystem, output: InstalledSystem, isRead: true, repeatable: true, callers: ['bot-runner'] },
  /** Uninstalls a system and deletes its settings. NOT_FOUND when it is not installed, IMPERSONATING. */
  remove: { input: bySystem, output: Message },
});
