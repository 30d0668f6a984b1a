import { randomUUID } from 'node:crypto';
import { Events, RpcClient } from '@kith/kit';
import {
  AppError,
  events,
  MAX_CUSTOM_COMMANDS,
  sandbox,
  type Actor,
  type OutputOf,
  type ParsedInputOf,
  type CustomCommand,
  type customCommands,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { refuseTakenWhereLearned } from '../commands/brain.js';
import { LearnedCommandEntity } from '../commands/learned-command.entity.js';
import { LIBRARY, refuseTaken, type Called } from '../commands/triggers.js';
import { lockOwner } from '../owner-lock.js';
import { CustomCommandEntity } from './custom-command.entity.js';

type ById = ParsedInputOf<typeof customCommands.get>;

/** The commands that users write (decision K1). */
@Injectable()
export class CustomCommandsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly rpc: RpcClient,
    private readonly events: Events,
  ) {}

  async create({ actor, ...fields }: ParsedInputOf<typeof customCommands.create>): Promise<CustomCommand> {
    await this.refuseBadSyntax(actor, fields.code);
    const commandId = randomUUID();
    await this.database.transaction(async (manager) => {
      const library = await holdLibrary(manager, actor);
      if (library.length >= MAX_CUSTOM_COMMANDS)
        throw new AppError('BAD_INPUT', `You can have at most ${MAX_CUSTOM_COMMANDS} custom commands. Delete one first.`);
      refuseTaken(fields, library, LIBRARY);
      await manager.insert(CustomCommandEntity, { id: commandId, ownerId: actor.userId, ...fields });
    });
    return this.get({ actor, commandId });
  }

  async list({ actor, limit, offset }: ParsedInputOf<typeof customCommands.list>): Promise<OutputOf<typeof customCommands.list>> {
    const [found, total] = await this.database.manager.findAndCount(CustomCommandEntity, {
      where: { ownerId: actor.userId },
      order: { createdAt: 'asc', id: 'asc' },
      take: limit,
      skip: offset,
    });
    return { commands: found.map(viewOf), total };
  }

  async get({ actor, commandId }: ById): Promise<CustomCommand> {
    const command = await this.database
      .getRepository(CustomCommandEntity)
      .createQueryBuilder('command')
      .addSelect('command.code')
      .where('command.id = :commandId and command.ownerId = :ownerId', { commandId, ownerId: actor.userId })
      .getOne();
    if (!command) throw new AppError('NOT_FOUND');
    return { ...viewOf(command), code: command.code };
  }

  async update({ actor, commandId, ...changes }: ParsedInputOf<typeof customCommands.update>): Promise<CustomCommand> {
    await this.get({ actor, commandId });
    if (changes.code !== undefined) await this.refuseBadSyntax(actor, changes.code);
    const botIds = await this.database.transaction((manager) => this.save(manager, { actor, commandId, changes }));
    await this.tell(botIds);
    return this.get({ actor, commandId });
  }

  async remove({ actor, commandId }: ById): Promise<OutputOf<typeof customCommands.remove>> {
    const botIds = await this.database.transaction(async (manager) => {
      await lockCommand(manager, actor, commandId);
      const learned = await learnersOf(manager, commandId);
      // What companions have learned of it goes with the row.
      await manager.delete(CustomCommandEntity, { id: commandId });
      return learned;
    });
    await this.tell(botIds);
    return { message: 'Custom command deleted' };
  }

  /** Writes one save; answers the companions that have learned the command. */
  private async save(manager: EntityManager, { actor, commandId, changes }: Save): Promise<string[]> {
    const library = await holdLibrary(manager, actor);
    const before = await lockCommand(manager, actor, commandId);
    const after = { name: changes.name ?? before.name, trigger: changes.trigger ?? before.trigger };
    const botIds = await learnersOf(manager, commandId);
    if (after.trigger !== before.trigger) {
      const others = library.filter(({ id }) => id !== commandId);
      refuseTaken(after, others, LIBRARY);
      await refuseTakenWhereLearned(manager, { botIds, customCommandId: commandId, ...after });
    }
    await manager.update(CustomCommandEntity, { id: commandId }, { ...changes, updatedAt: new Date() });
    return botIds;
  }

  private async refuseBadSyntax(actor: Actor, code: string): Promise<void> {
    const report = await this.rpc.ask(sandbox.checkSyntax, { actor, code });
    if (report.valid) return;
    const place = report.line === null ? '' : ` (line ${report.line})`;
    throw new AppError('INVALID_SYNTAX', `Invalid JavaScript syntax: ${report.message}${place}`);
  }

  private async tell(botIds: readonly string[]): Promise<void> {
    await Promise.all(botIds.map((botId) => this.events.publish(events.botChanged, { botId })));
  }
}

interface Save {
  readonly actor: Actor;
  readonly commandId: string;
  readonly changes: Omit<ParsedInputOf<typeof customCommands.update>, 'actor' | 'commandId'>;
}

/** The triggers of a library, which nobody else changes until the transaction ends. */
async function holdLibrary(manager: EntityManager, { userId }: Actor): Promise<(Called & { id: string })[]> {
  await lockOwner(manager, 'commands', userId);
  return manager.find(CustomCommandEntity, { select: { id: true, name: true, trigger: true }, where: { ownerId: userId } });
}

/** One command of the actor, which nobody learns or changes until the transaction ends. NOT_FOUND. */
async function lockCommand(manager: EntityManager, actor: Actor, commandId: string): Promise<CustomCommandEntity> {
  const command = await manager.findOne(CustomCommandEntity, {
    where: { id: commandId, ownerId: actor.userId },
    lock: { mode: 'pessimistic_write' },
  });
  if (!command) throw new AppError('NOT_FOUND');
  return command;
}

async function learnersOf(manager: EntityManager, customCommandId: string): Promise<string[]> {
  const learned = await manager.find(LearnedCommandEntity, { select: { id: true, botId: true }, where: { customCommandId } });
  return learned.map(({ botId }) => botId);
}

function viewOf(command: CustomCommandEntity): Omit<CustomCommand, 'code'> {
  const { id, name, trigger, description, icon, createdAt, updatedAt } = command;
  return { id, name, trigger, description, icon, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
