import { COMMANDS, isolated, type AvailableCommand } from '@kith/proto';
import type { EntityManager } from 'typeorm';
import { lockBots } from '../locks.js';
import type { CustomCommandEntity } from './custom-command.entity.js';
import { LearnedCommandEntity } from './learned-command.entity.js';
import { refuseTaken, type TriggeredCommand, type TriggerScope } from './triggers.js';

/** The commands that a bot has learned, oldest first; without the code of custom commands. */
export function findLearned(manager: EntityManager, botId: string): Promise<LearnedCommandEntity[]> {
  return manager.find(LearnedCommandEntity, {
    where: { botId },
    relations: { customCommand: true },
    order: { learnedAt: 'asc', id: 'asc' },
  });
}

/** What is shown of a custom command. */
export type CustomCommand = Pick<CustomCommandEntity, 'id' | 'name' | 'description' | 'icon' | 'trigger'>;

/** A command of the catalogue, or a custom one. */
interface LearnedFrom {
  readonly catalogueId: string | null;
  readonly customCommand: CustomCommand | null;
}

/** The command that was learned; undefined when it was removed from the catalogue since. */
export function commandOf({ customCommand, catalogueId }: LearnedFrom): AvailableCommand | undefined {
  return customCommand ? availableFrom(customCommand) : COMMANDS.find(({ id }) => id === catalogueId);
}

export function availableFrom({ id, name, description, icon, trigger }: CustomCommand): AvailableCommand {
  return { id, name, description, category: 'custom', icon, trigger };
}

/** Name and trigger of a learned command, as an array that is empty when the command is no longer in the catalogue. */
export function triggeredBy(learned: LearnedCommandEntity): TriggeredCommand[] {
  const command = commandOf(learned);
  return command ? [{ name: command.name, trigger: learned.customTrigger ?? command.trigger }] : [];
}

/** A bot in which triggers have to differ; `botName` is for messages to an owner of several bots. */
export const botScope = (prefix: string, botName?: string): TriggerScope => ({
  prefix,
  description: botName === undefined ? 'this bot' : `the bot '${isolated(botName)}'`,
});

/** Throws TRIGGER_TAKEN when two triggers of a bot would be the same with another prefix. The caller holds the lock on the bot. */
export async function refusePrefixConflicts(manager: EntityManager, botId: string, prefix: string): Promise<void> {
  const commands = (await findLearned(manager, botId)).flatMap(triggeredBy);
  for (const [index, command] of commands.entries()) refuseTaken(command, commands.slice(0, index), botScope(prefix));
}

interface TriggerChange extends TriggeredCommand {
  readonly customCommandId: string;
  /** The bots that have learned the command. */
  readonly botIds: readonly string[];
}

/**
 * Throws TRIGGER_TAKEN when a custom command cannot have its new trigger in a bot that has learned it. The caller holds the lock on the
 * command; this locks the bots.
 */
export async function refuseTakenInBots(manager: EntityManager, change: TriggerChange): Promise<void> {
  await lockBots(manager, change.botIds);
  for (const { prefix, botName, ...other } of await manager.query<OtherCommand[]>(OTHER_COMMANDS, [change.customCommandId]))
    refuseTaken(change, triggeredByOther(other), botScope(prefix, botName));
}

/** Another command of a bot that uses the changed command with its own trigger. */
interface OtherCommand {
  readonly prefix: string;
  readonly botName: string;
  readonly catalogueId: string | null;
  readonly customTrigger: string | null;
  readonly name: string | null;
  readonly trigger: string | null;
}

// Once per prefix and command, however many bots have learned both.
const OTHER_COMMANDS = `
  select distinct on (prefix, other.catalogue_id, other.custom_command_id, other.custom_trigger)
    coalesce(bot.channel_settings->>'customPrefix', '!') as prefix, bot.name as "botName",
    other.catalogue_id as "catalogueId", other.custom_trigger as "customTrigger", command.name, command.trigger
  from bots.learned_command mine
  join bots.bot on bot.id = mine.bot_id and bot.deleted_at is null
  join bots.learned_command other on other.bot_id = mine.bot_id and other.id <> mine.id
  left join bots.custom_command command on command.id = other.custom_command_id
  where mine.custom_command_id = $1 and mine.custom_trigger is null`;

function triggeredByOther(other: Omit<OtherCommand, 'prefix' | 'botName'>): TriggeredCommand[] {
  const { catalogueId, customTrigger, name, trigger } = other;
  const command = name !== null && trigger !== null ? { name, trigger } : COMMANDS.find(({ id }) => id === catalogueId);
  return command ? [{ name: command.name, trigger: customTrigger ?? command.trigger }] : [];
}
