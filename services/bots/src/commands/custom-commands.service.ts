import { randomUUID } from 'node:crypto';
import { Events, RateLimiter, REDIS, RpcClient } from '@kith/kit';
import {
  AppError,
  badField,
  events,
  madeUp,
  MAX_CUSTOM_COMMANDS,
  OptionProblem,
  refuseImpersonation,
  sandbox,
  triggerKey,
  usageText,
  writtenOptions,
  type Actor,
  type CommandContext,
  type OutputOf,
  type ParsedInputOf,
  type CustomCommand,
  type customCommands,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Redis } from 'ioredis';
import { DataSource, type EntityManager } from 'typeorm';
import { BotsService } from '../bots.service.js';
import { lockBots, lockOwner } from '../locks.js';
import { CustomCommandEntity } from './custom-command.entity.js';
import { CommandExecution } from './execution/command-execution.service.js';
import { LearnedCommandEntity } from './learned-command.entity.js';
import { refuseTakenInBots } from './learned-triggers.js';
import { LIBRARY, refuseTaken, type TriggeredCommand } from './triggers.js';

type ById = ParsedInputOf<typeof customCommands.get>;

/** Made-up ids in the format of Discord, for test runs. */
const TEST_CONTEXT = {
  userId: '100000000000000001',
  channelId: '100000000000000002',
  guildId: '100000000000000003',
};
const TEST_BOT_ID = '00000000-0000-4000-8000-000000000000';
const MAX_TEST_ARGS = 500;

/** The commands that users write, and test runs of their code (docs/decisions.md K1). */
@Injectable()
export class CustomCommandsService {
  private readonly testLimiter: RateLimiter;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly rpc: RpcClient,
    private readonly events: Events,
    private readonly bots: BotsService,
    private readonly execution: CommandExecution,
    @Inject(REDIS) redis: Redis,
  ) {
    // docs/decisions.md A11. Half of the sandbox's limit per user and minute, so that tests do not block saves and commands on Discord.
    this.testLimiter = new RateLimiter(redis, { name: 'command-tests', points: 30, windowS: 60, wait: 'window' });
  }

  async create({ actor, ...fields }: ParsedInputOf<typeof customCommands.create>): Promise<CustomCommand> {
    return this.add(actor, fields);
  }

  /** Adds a command to the actor's library. INVALID_SYNTAX, TRIGGER_TAKEN. */
  async add(actor: Actor, fields: NewCommand): Promise<CustomCommand> {
    await this.refuseBadSyntax(actor, fields.code);
    const commandId = randomUUID();
    await this.database.transaction(async (manager) => {
      const library = await lockTriggers(manager, actor);
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
      .addSelect(['command.code', 'command.options'])
      .where('command.id = :commandId and command.ownerId = :ownerId', { commandId, ownerId: actor.userId })
      .getOne();
    if (!command) throw new AppError('NOT_FOUND');
    return { ...viewOf(command), code: command.code, options: command.options };
  }

  async update({ actor, commandId, ...changes }: ParsedInputOf<typeof customCommands.update>): Promise<CustomCommand> {
    await this.get({ actor, commandId });
    if (changes.code !== undefined) await this.refuseBadSyntax(actor, changes.code);
    const botIds = await this.database.transaction((manager) => this.save(manager, { actor, commandId, changes }));
    await this.publishChanges(botIds);
    return this.get({ actor, commandId });
  }

  async remove({ actor, commandId }: ById): Promise<OutputOf<typeof customCommands.remove>> {
    refuseImpersonation(actor);
    const botIds = await this.database.transaction(async (manager) => {
      await lockCommand(manager, actor, commandId);
      const learned = await botsThatLearned(manager, commandId);
      await lockBots(manager, learned);
      // The foreign key deletes the rows of bots that have learned it.
      await manager.delete(CustomCommandEntity, { id: commandId });
      return learned;
    });
    await this.publishChanges(botIds);
    return { message: 'Custom command deleted' };
  }

  /** The actor has looked at the code of an imported command. */
  async approve({ actor, commandId }: ById): Promise<CustomCommand> {
    const { affected } = await this.database.manager.update(
      CustomCommandEntity,
      { id: commandId, ownerId: actor.userId },
      { needsReview: false },
    );
    if (!affected) throw new AppError('NOT_FOUND');
    return this.get({ actor, commandId });
  }

  /** Runs code that is being written, with a test message. */
  async test(input: ParsedInputOf<typeof customCommands.test>): Promise<OutputOf<typeof customCommands.test>> {
    const { actor, code, trigger, message, options, botId = null } = input;
    if (botId !== null) await this.bots.ownBot(actor, botId);
    await this.testLimiter.consume(actor.userId);
    const context = testContext({ trigger, message, options, botId });
    const report = await this.execution.try({ botId, ownerId: actor.userId, plan: actor.plan, code, context });
    return { ...report, context };
  }

  /** Writes the changes; returns the bots that have learned the command. */
  private async save(manager: EntityManager, { actor, commandId, changes }: Save): Promise<string[]> {
    const library = await lockTriggers(manager, actor);
    const before = await lockCommand(manager, actor, commandId);
    const after = { name: changes.name ?? before.name, trigger: changes.trigger ?? before.trigger };
    const botIds = await botsThatLearned(manager, commandId);
    if (after.trigger !== before.trigger) {
      const others = library.filter(({ id }) => id !== commandId);
      refuseTaken(after, others, LIBRARY);
      await refuseTakenInBots(manager, { botIds, customCommandId: commandId, ...after });
    }
    await manager.update(CustomCommandEntity, { id: commandId }, { ...changes, updatedAt: new Date() });
    return botIds;
  }

  private async refuseBadSyntax(actor: Actor, code: string): Promise<void> {
    const report = await this.rpc.ask(sandbox.checkSyntax, { actor, code });
    if (report.valid) return;
    const line = report.line === null ? '' : ` (line ${report.line})`;
    throw new AppError('INVALID_SYNTAX', `Invalid JavaScript syntax: ${report.message}${line}`);
  }

  private async publishChanges(botIds: readonly string[]): Promise<void> {
    await Promise.all(botIds.map((botId) => this.events.publish(events.botChanged, { botId })));
  }
}

type NewCommand = Omit<ParsedInputOf<typeof customCommands.create>, 'actor'> & { readonly needsReview?: boolean };

interface Save {
  readonly actor: Actor;
  readonly commandId: string;
  readonly changes: Omit<ParsedInputOf<typeof customCommands.update>, 'actor' | 'commandId'>;
}

/** The triggers of the actor's library, locked against changes until the transaction ends. */
async function lockTriggers(manager: EntityManager, { userId }: Actor): Promise<(TriggeredCommand & { id: string })[]> {
  await lockOwner(manager, 'commands', userId);
  return manager.find(CustomCommandEntity, { select: { id: true, name: true, trigger: true }, where: { ownerId: userId } });
}

/** Locks a command of the actor against changes and against being learned until the transaction ends. NOT_FOUND. */
async function lockCommand(manager: EntityManager, actor: Actor, commandId: string): Promise<CustomCommandEntity> {
  const command = await manager.findOne(CustomCommandEntity, {
    where: { id: commandId, ownerId: actor.userId },
    lock: { mode: 'pessimistic_write' },
  });
  if (!command) throw new AppError('NOT_FOUND');
  return command;
}

async function botsThatLearned(manager: EntityManager, customCommandId: string): Promise<string[]> {
  const learned = await manager.find(LearnedCommandEntity, { select: { id: true, botId: true }, where: { customCommandId } });
  return learned.map(({ botId }) => botId);
}

function viewOf(command: CustomCommandEntity): Omit<CustomCommand, 'code' | 'options'> {
  const { id, name, trigger, description, icon, needsReview, createdAt, updatedAt } = command;
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { id, name, trigger, description, icon, needsReview, ...times };
}

type TestCall = Pick<ParsedInputOf<typeof customCommands.test>, 'trigger' | 'message' | 'options'>;

/**
 * The context of the code for `message`. When the message does not begin with the trigger, all of it counts as arguments. BAD_INPUT for values
 * that the options do not take.
 */
function testContext({ trigger, message, options, botId }: TestCall & { readonly botId: string | null }): CommandContext {
  const text = message.trim() === '' ? trigger : message;
  const [first = ''] = text.trim().split(/\s/u, 1);
  const behind = triggerKey(first, '!') === triggerKey(trigger, '!') ? text.trim().slice(first.length) : text;
  const args = behind.split(/\s+/u).filter(Boolean).slice(0, MAX_TEST_ARGS);
  const given = writtenOptions(options, behind);
  if (given instanceof OptionProblem) throw badField('message', `${given.text} ${usageText(trigger, options)}`);
  const components = { value: null, values: [], fields: {} };
  return { ...TEST_CONTEXT, botId: botId ?? TEST_BOT_ID, message: text, trigger, args, ...components, options: madeUp(given) };
}
