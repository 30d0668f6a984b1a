import { randomUUID } from 'node:crypto';
import { Events } from '@kith/kit';
import {
  AppError,
  COMMANDS,
  events,
  id as uuid,
  MAX_LEARNED_COMMANDS,
  type Actor,
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
import { CustomCommandEntity } from '../custom-commands/custom-command.entity.js';
import { calledOf, commandOf, learnedBy, lockBot, placeOf } from './brain.js';
import { LearnedCommandEntity } from './learned-command.entity.js';
import { refuseTaken } from './triggers.js';

/** What companions can do when a member calls it. */
@Injectable()
export class LearnedCommandsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly bots: BotsService,
    private readonly events: Events,
  ) {}

  async learned({ actor, botId }: ParsedInputOf<typeof commands.learned>): Promise<OutputOf<typeof commands.learned>> {
    await this.bots.ownBot(actor, botId);
    const rows = await learnedBy(this.database.manager, botId);
    return { commands: rows.flatMap((row) => viewOf(row, actor.plan) ?? []) };
  }

  async learn({ actor, botId, commandId }: ParsedInputOf<typeof commands.learn>): Promise<LearnedCommand> {
    await this.bots.ownBot(actor, botId);
    const row = await this.database.transaction(async (manager) => {
      // Before the companion, as everywhere: two locks that are taken in two orders wait for each other.
      const added = await newRow(manager, actor, { botId, commandId });
      const { channelSettings } = await lockBot(manager, actor, botId);
      const learned = await learnedBy(manager, botId);
      if (learned.some((one) => commandIdOf(one) === commandIdOf(added))) throw new AppError('ALREADY_LEARNED');
      if (learned.length >= MAX_LEARNED_COMMANDS)
        throw new AppError('BAD_INPUT', `A bot can learn at most ${MAX_LEARNED_COMMANDS} commands. Remove one first.`);
      const others = learned.flatMap(calledOf);
      for (const called of calledOf(added)) refuseTaken(called, others, placeOf(channelSettings.customPrefix));
      await manager.insert(LearnedCommandEntity, added);
      return added;
    });
    return this.told(row, actor);
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
      const learned = await learnedBy(manager, botId);
      const before = learned.find(({ id }) => id === botCommandId);
      if (!before) throw new AppError('NOT_FOUND');
      if (changes.isEnabled && rests(before, actor.plan)) throw new AppError('UPGRADE_REQUIRED');
      const { customTrigger = before.customTrigger, isEnabled = before.isEnabled } = changes;
      const after = { ...before, customTrigger, isEnabled };
      const others = learned.filter((one) => one !== before).flatMap(calledOf);
      const called = changes.customTrigger === undefined ? [] : calledOf(after);
      for (const one of called) refuseTaken(one, others, placeOf(channelSettings.customPrefix));
      await manager.update(LearnedCommandEntity, { id: before.id }, { customTrigger, isEnabled });
      return after;
    });
    return this.told(row, actor);
  }

  async unlearn({
    actor,
    botId,
    botCommandId,
  }: ParsedInputOf<typeof commands.unlearn>): Promise<OutputOf<typeof commands.unlearn>> {
    await this.bots.ownBot(actor, botId);
    const { affected } = await this.database.manager.delete(LearnedCommandEntity, { id: botCommandId, botId });
    if (!affected) throw new AppError('NOT_FOUND');
    await this.events.publish(events.botChanged, { botId });
    return { message: 'Command removed' };
  }

  private async told(row: LearnedCommandEntity, actor: Actor): Promise<LearnedCommand> {
    await this.events.publish(events.botChanged, { botId: row.botId });
    const view = viewOf(row, actor.plan);
    // Only a command that has left the catalogue, and so cannot be shown, ends here.
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }
}

/** What is to be learned: a word of the catalogue, or a command of the actor, held so that its trigger stays. NOT_FOUND. */
async function newRow(
  manager: EntityManager,
  actor: Actor,
  { botId, commandId }: { botId: string; commandId: string },
): Promise<LearnedCommandEntity> {
  const row = { id: randomUUID(), botId, customTrigger: null, isEnabled: true, learnedAt: new Date() };
  if (COMMANDS.some(({ id }) => id === commandId))
    return { ...row, catalogueId: commandId, customCommandId: null, customCommand: null };
  const customCommand = uuid.safeParse(commandId).success
    ? await manager.findOne(CustomCommandEntity, {
        where: { id: commandId, ownerId: actor.userId },
        lock: { mode: 'pessimistic_read' },
      })
    : null;
  if (!customCommand) throw new AppError('NOT_FOUND');
  // Decision K1: free users may write and test, not enable on Discord.
  return { ...row, isEnabled: actor.plan !== 'free', catalogueId: null, customCommandId: customCommand.id, customCommand };
}

const commandIdOf = ({ catalogueId, customCommandId }: LearnedCommandEntity): string | null => catalogueId ?? customCommandId;

/** After a downgrade the wish stays stored and rests (decisions B14, K1). */
const rests = ({ customCommandId }: LearnedCommandEntity, plan: Plan): boolean => customCommandId !== null && plan === 'free';

function viewOf(row: LearnedCommandEntity, plan: Plan): LearnedCommand | undefined {
  const command = commandOf(row);
  if (!command) return undefined;
  const isEnabled = row.isEnabled && !rests(row, plan);
  return { id: row.id, commandId: command.id, isEnabled, customTrigger: row.customTrigger, command };
}
