import { randomUUID } from 'node:crypto';
import { Keyring, LOGGER, RpcClient, type Logger } from '@kith/kit';
import {
  AppError,
  billing,
  MAX_LOGGED_RUNS,
  type customCommands,
  type OutputOf,
  type ParsedInputOf,
  type CommandRun,
  type RunReport,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CustomCommandRunEntity } from './custom-command-run.entity.js';
import { CustomCommandsService } from './custom-commands.service.js';
import { CommandExecution } from './execution/command-execution.service.js';

const LEARNED = `
  select bot.owner_id as "ownerId", bot.name as "botName", command.code, coalesce(learned.custom_trigger, command.trigger) as trigger
  from bots.learned_command learned
  join bots.bot on bot.id = learned.bot_id and bot.deleted_at is null
  join bots.custom_command command on command.id = learned.custom_command_id and command.owner_id = bot.owner_id
  where learned.bot_id = $1 and learned.custom_command_id = $2 and learned.is_enabled and not command.needs_review`;
const INSERT_RUN = `
  insert into bots.custom_command_run (id, custom_command_id, bot_name, trigger, started_at, duration_ms, error)
  select $1, id, $3, $4, $5, $6, $7 from bots.custom_command where id = $2`;
const DELETE_OLDER = `
  delete from bots.custom_command_run where custom_command_id = $1 and id not in (
    select id from bots.custom_command_run where custom_command_id = $1 order by started_at desc, id desc limit $2)`;

interface Learned {
  readonly ownerId: string;
  readonly botName: string;
  readonly code: string;
  readonly trigger: string;
}

/** Runs custom commands for members of Discord, and keeps a log of the runs for their author (docs/decisions.md K1). */
@Injectable()
export class CustomCommandRuns {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly rpc: RpcClient,
    private readonly library: CustomCommandsService,
    private readonly execution: CommandExecution,
    private readonly keyring: Keyring,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Runs the code with the rights and in the turn of its author, who is the owner of the bot. */
  async run({ botId, commandId, callId, context }: ParsedInputOf<typeof customCommands.run>): Promise<RunReport> {
    const [learned] = await this.database.query<Learned[]>(LEARNED, [botId, commandId]);
    if (!learned) throw new AppError('NOT_FOUND');
    const { ownerId, code, trigger } = learned;
    const { plan } = await this.rpc.ask(billing.entitlement, { userId: ownerId });
    if (plan === 'free') throw new AppError('UPGRADE_REQUIRED');
    const startedAt = new Date();
    const call = { botId, commandId, callId, ownerId, plan, code, context: { ...context, botId, trigger } };
    const report = await this.execution.call(call);
    await this.log(commandId, learned, startedAt, report);
    return report;
  }

  async list(input: ParsedInputOf<typeof customCommands.runs>): Promise<OutputOf<typeof customCommands.runs>> {
    const { id } = await this.library.get(input);
    const runs = await this.database.manager.find(CustomCommandRunEntity, {
      where: { customCommandId: id },
      order: { startedAt: 'desc', id: 'desc' },
      take: MAX_LOGGED_RUNS,
    });
    return {
      runs: runs.map(({ startedAt, error, ...run }) => ({
        ...run,
        startedAt: startedAt.toISOString(),
        error: error === null ? null : (JSON.parse(this.keyring.decrypt(error, placeOf(run.id))) as CommandRun['error']),
      })),
    };
  }

  /** A failure is only logged, because the command did run. */
  private async log(commandId: string, { botName, trigger }: Learned, startedAt: Date, report: RunReport): Promise<void> {
    const { durationMs, error } = report;
    const id = randomUUID();
    try {
      await this.database.query(INSERT_RUN, [
        id,
        commandId,
        botName,
        trigger,
        startedAt,
        durationMs,
        error && this.keyring.encrypt(JSON.stringify(error), placeOf(id)),
      ]);
      await this.database.query(DELETE_OLDER, [commandId, MAX_LOGGED_RUNS]);
    } catch (problem) {
      this.logger.warn({ commandId, err: problem }, 'run of a custom command not logged');
    }
  }
}

const placeOf = (id: string): string => `bots.custom_command_run.error ${id}`;
