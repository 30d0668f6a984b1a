import { asSystem } from '@kith/kit';
import {
  MAX_COMMAND_STORAGE_BYTES,
  refuseImpersonation,
  type CommandData,
  type customCommands,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BotsService } from '../bots.service.js';
import { lockBot } from '../locks.js';
import { CommandHostEntity } from './execution/command-host.entity.js';
import { CommandRounds } from './execution/command-rounds.service.js';
import { CommandValues } from './execution/command-values.service.js';

const SUMS = 'select count(*)::int as keys, coalesce(sum(bytes), 0)::int as bytes from bots.command_value where bot_id = $1';

type ByBot = ParsedInputOf<typeof customCommands.data>;

/** What the custom commands of a bot keep, and which websites they may read, for its owner. */
@Injectable()
export class CommandDataService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly bots: BotsService,
    private readonly values: CommandValues,
    private readonly rounds: CommandRounds,
  ) {}

  async get({ actor, botId }: ByBot): Promise<CommandData> {
    await this.bots.ownBot(actor, botId);
    // As the system: for the owner, whose bot it is, each of up to a thousand rows would look for the bot again.
    const [sums] = await asSystem(() => this.database.query<{ keys: number; bytes: number }[]>(SUMS, [botId]));
    const rows = await this.database.manager.find(CommandHostEntity, { where: { botId }, order: { host: 'asc' } });
    const { keys = 0, bytes = 0 } = sums ?? {};
    return { keys, bytes, maxBytes: MAX_COMMAND_STORAGE_BYTES, hosts: rows.map(({ host }) => host) };
  }

  async setHosts({ actor, botId, hosts }: ParsedInputOf<typeof customCommands.setHosts>): Promise<CommandData> {
    await this.database.transaction(async (manager) => {
      await lockBot(manager, actor, botId);
      await manager.delete(CommandHostEntity, { botId });
      await manager.insert(
        CommandHostEntity,
        [...new Set(hosts)].map((host) => ({ botId, host })),
      );
    });
    return this.get({ actor, botId });
  }

  async clear({ actor, botId }: ByBot): Promise<CommandData> {
    refuseImpersonation(actor);
    await this.bots.ownBot(actor, botId);
    await this.database.transaction(async (manager) => {
      await this.values.lock(manager, botId);
      await this.values.clear(manager, botId);
    });
    return this.get({ actor, botId });
  }

  async forgetMember({
    botId,
    memberId,
  }: ParsedInputOf<typeof customCommands.forgetMember>): Promise<OutputOf<typeof customCommands.forgetMember>> {
    return this.database.transaction(async (manager) => {
      await this.values.lock(manager, botId);
      await this.rounds.removeOfMember(manager, botId, memberId);
      return { values: await this.values.removeOfMember(manager, botId, memberId) };
    });
  }
}
