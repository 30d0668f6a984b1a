import { AppError, COMMANDS, type Actor, type AvailableCommand } from '@kith/proto';
import { IsNull, type EntityManager } from 'typeorm';
import { BotEntity } from '../bot.entity.js';
import type { CustomCommandEntity } from '../custom-commands/custom-command.entity.js';
import { LearnedCommandEntity } from './learned-command.entity.js';
import { refuseTaken, type Called, type Place } from './triggers.js';

/** What a companion has learned, oldest first; without the code of custom commands. */
export function learnedBy(manager: EntityManager, botId: string): Promise<LearnedCommandEntity[]> {
  return manager.find(LearnedCommandEntity, {
    where: { botId },
    relations: { customCommand: true },
    order: { learnedAt: 'asc', id: 'asc' },
  });
}

/** The command that was learned; undefined for one that the catalogue has lost since. */
export function commandOf({ customCommand, catalogueId }: LearnedCommandEntity): AvailableCommand | undefined {
  return customCommand ? availableFrom(customCommand) : COMMANDS.find(({ id }) => id === catalogueId);
}

export function availableFrom({ id, name, description, icon, trigger }: CustomCommandEntity): AvailableCommand {
  return { id, name, description, category: 'custom', icon, trigger };
}

/** How members call what was learned. */
export function calledOf(learned: LearnedCommandEntity): Called[] {
  const command = commandOf(learned);
  return command ? [{ name: command.name, trigger: learned.customTrigger ?? command.trigger }] : [];
}

export const placeOf = (prefix: string, botName?: string): Place => ({
  prefix,
  words: botName === undefined ? 'this bot' : `the bot '${botName}'`,
});

/** Keeps the actor's companion as it is until the transaction ends: whoever changes what it has learned waits here. NOT_FOUND. */
export async function lockBot(manager: EntityManager, actor: Actor, botId: string): Promise<BotEntity> {
  const bot = await manager.findOne(BotEntity, {
    where: { id: botId, ownerId: actor.userId, deletedAt: IsNull() },
    lock: { mode: 'pessimistic_write' },
  });
  if (!bot) throw new AppError('NOT_FOUND');
  return bot;
}

/** TRIGGER_TAKEN when another prefix would make two triggers of a companion one. The caller holds the companion. */
export async function refuseClashes(manager: EntityManager, botId: string, prefix: string): Promise<void> {
  const called = (await learnedBy(manager, botId)).flatMap(calledOf);
  for (const [index, one] of called.entries()) refuseTaken(one, called.slice(0, index), placeOf(prefix));
}

interface CommandChange extends Called {
  readonly customCommandId: string;
  readonly botIds: readonly string[];
}

/**
 * TRIGGER_TAKEN when a custom command cannot be called `trigger` in a companion that has learned it. The caller holds the command; this
 * holds the companions.
 */
export async function refuseTakenWhereLearned(manager: EntityManager, change: CommandChange): Promise<void> {
  await manager.query('select id from bots.bot where id = any($1) order by id for update', [change.botIds]);
  for (const { prefix, botName, ...beside } of await manager.query<Beside[]>(BESIDE, [change.customCommandId]))
    refuseTaken(change, calledBeside(beside), placeOf(prefix, botName));
}

/** Another command of a companion that calls the changed one by its own trigger; once per prefix, however many companions there are. */
interface Beside {
  readonly prefix: string;
  readonly botName: string;
  readonly catalogueId: string | null;
  readonly customTrigger: string | null;
  readonly name: string | null;
  readonly trigger: string | null;
}

const BESIDE = `
  select distinct on (prefix, other.catalogue_id, other.custom_command_id, other.custom_trigger)
    coalesce(bot.channel_settings->>'customPrefix', '!') as prefix, bot.name as "botName",
    other.catalogue_id as "catalogueId", other.custom_trigger as "customTrigger", command.name, command.trigger
  from bots.learned_command mine
  join bots.bot on bot.id = mine.bot_id and bot.deleted_at is null
  join bots.learned_command other on other.bot_id = mine.bot_id and other.id <> mine.id
  left join bots.custom_command command on command.id = other.custom_command_id
  where mine.custom_command_id = $1 and mine.custom_trigger is null`;

function calledBeside({ catalogueId, customTrigger, name, trigger }: Omit<Beside, 'prefix' | 'botName'>): Called[] {
  const command = name !== null && trigger !== null ? { name, trigger } : COMMANDS.find(({ id }) => id === catalogueId);
  return command ? [{ name: command.name, trigger: customTrigger ?? command.trigger }] : [];
}
