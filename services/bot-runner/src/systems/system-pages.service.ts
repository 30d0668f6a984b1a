import { DiscordAPIError } from '@discordjs/rest';
import { Audit, RpcClient } from '@kith/kit';
import {
  AppError,
  refuseImpersonation,
  systems,
  type InstalledSystem,
  type OutputOf,
  type ParsedInputOf,
  type SystemPage,
  type systemPages,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { DesiredBotsSource } from '../connections/desired-bots.js';
import { CommandRefusal } from '../commands/command-refusal.js';
import { GuildAccess } from '../discord/guild-access.js';
import { isOutOfReach } from '../discord/refused.js';
import { askDiscord } from '../servers/discord-answers.js';
import { FieldProblem } from './field-problem.js';
import type { SystemHandler } from './system-handler.js';
import { Systems } from './systems.js';

const NO_PERMISSION = 'Discord does not let your companion do this there. Please check its permissions in the server.';
const NOT_THERE = 'Your companion does not act in this server.';

/** What the owner of a bot sees and does of its systems. */
@Injectable()
export class SystemPages {
  constructor(
    private readonly systems: Systems,
    private readonly rpc: RpcClient,
    private readonly audit: Audit,
    private readonly access: GuildAccess,
    private readonly desired: DesiredBotsSource,
  ) {}

  async get(input: ParsedInputOf<typeof systemPages.get>): Promise<SystemPage> {
    const { handler, settings } = await this.installed(input);
    return handler.page({ ...input, settings });
  }

  async act(input: ParsedInputOf<typeof systemPages.act>): Promise<OutputOf<typeof systemPages.act>> {
    refuseImpersonation(input.actor);
    const { handler, settings } = await this.installed(input);
    const { actor, botId, systemId, guildId, action } = input;
    await this.requireServer({ botId, guildId });
    try {
      const message = await handler.act({ ...input, settings });
      await this.audit.report('system_changed', { actor, target: botId, details: { systemId, guildId, action } });
      return { message };
    } catch (error) {
      if (error instanceof FieldProblem) throw badInput(error);
      if (error instanceof CommandRefusal) throw new AppError('DISCORD_REFUSED', error.message);
      if (error instanceof DiscordAPIError && error.status === 403) throw new AppError('DISCORD_REFUSED', NO_PERMISSION);
      if (error instanceof DiscordAPIError && error.status === 404) throw new AppError('NOT_FOUND');
      throw error;
    }
  }

  /** Throws NOT_FOUND for a server that the bot is not in, or does not act in by its settings: nothing is stored for invented servers. */
  private async requireServer(place: { readonly botId: string; readonly guildId: string }): Promise<void> {
    const serverId = this.desired.bots.get(place.botId)?.serverId ?? null;
    if (serverId !== null && serverId !== place.guildId) throw new AppError('NOT_FOUND', NOT_THERE);
    try {
      await this.access.guild(place);
    } catch (error) {
      if (isOutOfReach(error)) throw new AppError('NOT_FOUND', NOT_THERE);
      await askDiscord(() => Promise.reject(error));
    }
  }

  /** Throws NOT_FOUND unless the system is installed in a bot of the actor, UPGRADE_REQUIRED while the plan does not include it. */
  async installed({
    actor,
    botId,
    systemId,
  }: Pick<ParsedInputOf<typeof systemPages.get>, 'actor' | 'botId' | 'systemId'>): Promise<{
    readonly handler: SystemHandler;
    readonly settings: InstalledSystem['settings'];
  }> {
    const { settings } = await this.rpc.ask(systems.installed, { actor, botId, systemId });
    const handler = this.systems.find(systemId);
    if (!handler) throw new AppError('NOT_FOUND');
    return { handler, settings };
  }
}

export const badInput = ({ field, message }: FieldProblem): AppError =>
  new AppError('BAD_INPUT', message, { fields: { [field]: message } });
