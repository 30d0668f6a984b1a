import { randomUUID } from 'node:crypto';
import { Events, PreparedStatement } from '@kith/kit';
import {
  AppError,
  COMMANDS,
  events,
  id as uuid,
  MAX_LEARNED_COMMANDS,
  refuseImpersonation,
  type Actor,
  type AvailableCommand,
  type commands,
  type LearnedCommand,
  type OutputOf,
  type ParsedInputOf,
  type Plan,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { BotsService } from '../bots.service.js';
import { lockBot } from '../locks.js';
import { CustomCommandEntity } from './custom-command.entity.js';
import { LearnedCommandEntity } from './learned-command.entity.js';
import { availableFrom, botScope, commandOf, findLearned, triggeredBy, type CustomCommand } from './learned-triggers.js';
import { refuseTaken } from './triggers.js';

const NEEDS_REVIEW = 'This command was imported. Look at its code on the page of custom commands before you switch it on.';

// Without their code, which is not shown.
const OWN_COMMANDS = new PreparedStatement<CustomCommand>(
  'select id, name, trigger, description, icon from bots.custom_command where owner_id = $1 order by created_at, id',
);
type OwnRow = { readonly total: number } & (CustomCommand | { readonly id: null });
/** A page of them, and how many there are: one row without a command behind the last one. Those before the page are read from the index alone. */
const OWN_PAGE = new PreparedStatement<OwnRow>(`
  select counted.total, page.* from (select count(*)::int as total from bots.custom_command where owner_id = $1) counted
  left join (
    select command.id, name, trigger, description, icon, command.created_at
    from (select id from bots.custom_command where owner_id = $1 order by created_at, id limit $2 offset $3) shown
    join bots.custom_command command on command.id = shown.id
  ) page on true
  order by page.created_at, page.id`);

/** The commands that bots can learn, and those that a bot has learned. */
@Injectable()
export class LearnedCommandsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly bots: BotsService,
    private readonly events: Events,
  ) {}

  /** The built-in commands and the actor's custom commands. */
  async available({
    actor,
    search = '',
    category,
    limit,
    offset,
  }: ParsedInputOf<typeof commands.available>): Promise<OutputOf<typeof commands.available>> {
    const text = search.trim().toLowerCase();
    const isWanted = (command: AvailableCommand): boolean =>
      (category === undefined || command.category === category) &&
      (command.name.toLowerCase().includes(text) || command.description.toLowerCase().includes(text));
    const builtIn = COMMANDS.filter(isWanted);
    const hasOwn = category === undefined || category === 'custom';
    if (text === '' && hasOwn) {
      const { page, total } = await this.ownPage(actor, offset - builtIn.length, limit);
      return { commands: [...builtIn.slice(offset, offset + limit), ...page], total: builtIn.length + total };
    }
    // At most MAX_CUSTOM_COMMANDS rows, so both kinds are searched and paged in memory as one list.
    const custom = hasOwn ? await OWN_COMMANDS.rows(this.database, [actor.userId]) : [];
    const found = [...builtIn, ...custom.map(availableFrom).filter(isWanted)];
    return { commands: found.slice(offset, offset + limit), total: found.length };
  }

  async list({ actor, botId }: ParsedInputOf<typeof commands.learned>): Promise<OutputOf<typeof commands.learned>> {
    await this.bots.ownBot(actor, botId);
    const rows = await findLearned(this.database.manager, botId);
    return { commands: rows.flatMap((row) => viewOf(row, actor.plan) ?? []) };
  }

  async learn({ actor, botId, commandId }: ParsedInputOf<typeof commands.learn>): Promise<LearnedCommand> {
    await this.bots.ownBot(actor, botId);
    const row = await this.database.transaction(async (manager) => {
      // Locks a custom command, which comes before the bot in the order of locks.
      const added = await newRow(manager, actor, { botId, commandId });
      const { channelSettings } = await lockBot(manager, actor, botId);
      const learned = await findLearned(manager, botId);
      if (learned.some((one) => commandIdOf(one) === commandIdOf(added))) throw new AppError('ALREADY_LEARNED');
      if (learned.length >= MAX_LEARNED_COMMANDS)
        throw new AppError('BAD_INPUT', `A bot can learn at most ${MAX_LEARNED_COMMANDS} commands. Remove one first.`);
      const others = learned.flatMap(triggeredBy);
      for (const command of triggeredBy(added)) refuseTaken(command, others, botScope(channelSettings.customPrefix));
      await manager.insert(LearnedCommandEntity, added);
      return added;
    });
    return this.publishChange(row, actor);
  }

  async update({
    actor,
    botId,
    botCommandId,
    ...changes
  }: ParsedInputOf<typeof commands.updateLearned>): Promise<LearnedCommand> {
    await this.bots.ownBot(actor, botId);
    const row = await this.database.transaction(async (manager) => {
      const { channelSettings } = await lockBot(manager, actor, botId);
      const learned = await findLearned(manager, botId);
      const before = learned.find(({ id }) => id === botCommandId);
      if (!before) throw new AppError('NOT_FOUND');
      if (changes.isEnabled && isSuspended(before, actor.plan)) throw new AppError('UPGRADE_REQUIRED');
      if (changes.isEnabled && before.customCommand?.needsReview) throw new AppError('BAD_INPUT', NEEDS_REVIEW);
      const { customTrigger = before.customTrigger, isEnabled = before.isEnabled } = changes;
      const { cooldownS = before.cooldownS, requiredRoleId = before.requiredRoleId } = changes;
      const after = { ...before, customTrigger, isEnabled, cooldownS, requiredRoleId };
      const others = learned.filter((one) => one !== before).flatMap(triggeredBy);
      const changed = changes.customTrigger === undefined ? [] : triggeredBy(after);
      for (const command of changed) refuseTaken(command, others, botScope(channelSettings.customPrefix));
      await manager.update(LearnedCommandEntity, { id: before.id }, { customTrigger, isEnabled, cooldownS, requiredRoleId });
      return after;
    });
    return this.publishChange(row, actor);
  }

  async unlearn({
    actor,
    botId,
    botCommandId,
  }: ParsedInputOf<typeof commands.unlearn>): Promise<OutputOf<typeof commands.unlearn>> {
    refuseImpersonation(actor);
    await this.bots.ownBot(actor, botId);
    await this.database.transaction(async (manager) => {
      await lockBot(manager, actor, botId);
      const { affected } = await manager.delete(LearnedCommandEntity, { id: botCommandId, botId });
      if (!affected) throw new AppError('NOT_FOUND');
    });
    await this.events.publish(events.botChanged, { botId });
    return { message: 'Command removed' };
  }

  /** The custom commands on a page that begins at `start`, which is below 0 when other commands come first. */
  private async ownPage(
    { userId }: Actor,
    start: number,
    limit: number,
  ): Promise<{ readonly page: AvailableCommand[]; readonly total: number }> {
    const rows = await OWN_PAGE.rows(this.database, [userId, Math.max(0, limit + Math.min(0, start)), Math.max(0, start)]);
    return { page: rows.flatMap((row) => (row.id === null ? [] : availableFrom(row))), total: rows[0]?.total ?? 0 };
  }

  private async publishChange(row: LearnedCommandEntity, actor: Actor): Promise<LearnedCommand> {
    await this.events.publish(events.botChanged, { botId: row.botId });
    const view = viewOf(row, actor.plan);
    // Undefined only for a command that is no longer in the catalogue.
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }
}

/** The row for a built-in command or a custom command of the actor; the latter is locked so that its trigger does not change. NOT_FOUND. */
async function newRow(
  manager: EntityManager,
  actor: Actor,
  { botId, commandId }: { botId: string; commandId: string },
): Promise<LearnedCommandEntity> {
  const limits = { cooldownS: null, requiredRoleId: null };
  const row = { id: randomUUID(), botId, customTrigger: null, isEnabled: true, learnedAt: new Date(), ...limits };
  if (COMMANDS.some(({ id }) => id === commandId))
    return { ...row, catalogueId: commandId, customCommandId: null, customCommand: null };
  const customCommand = uuid.safeParse(commandId).success
    ? await manager.findOne(CustomCommandEntity, {
        where: { id: commandId, ownerId: actor.userId },
        lock: { mode: 'pessimistic_read' },
      })
    : null;
  if (!customCommand) throw new AppError('NOT_FOUND');
  // Users on the free plan can write and test custom commands, but not enable them on Discord (docs/decisions.md K1).
  const isEnabled = actor.plan !== 'free' && !customCommand.needsReview;
  return { ...row, isEnabled, catalogueId: null, customCommandId: customCommand.id, customCommand };
}

const commandIdOf = ({ catalogueId, customCommandId }: LearnedCommandEntity): string | null => catalogueId ?? customCommandId;

/** On the free plan custom commands have no effect; `isEnabled` stays stored for an upgrade (docs/decisions.md B14, K1). */
const isSuspended = ({ customCommandId }: LearnedCommandEntity, plan: Plan): boolean =>
  customCommandId !== null && plan === 'free';

function viewOf(row: LearnedCommandEntity, plan: Plan): LearnedCommand | undefined {
  const command = commandOf(row);
  if (!command) return undefined;
  const isEnabled = row.isEnabled && !isSuspended(row, plan);
  const { id, customTrigger, cooldownS, requiredRoleId } = row;
  return { id, commandId: command.id, isEnabled, customTrigger, cooldownS, requiredRoleId, command };
}
