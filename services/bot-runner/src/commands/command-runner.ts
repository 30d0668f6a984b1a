import type { ProblemAction, RunnableCommand } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { isRefused } from '../discord/refused.js';
import type { ProblemPlace } from '../problems/problems.service.js';
import {
  refusing,
  usageOf,
  writtenTrigger,
  type CatalogueCommand,
  type CommandAnswer,
  type CommandCall,
} from './catalogue-command.js';
import { findCommand } from './catalogue.js';
import { CommandCallLimits } from './command-limits.js';
import { CommandRefusal } from './command-refusal.js';
import { NO_PERMISSION, REFUSED, UNKNOWN_COMMAND } from './command-texts.js';
import { CommandTools } from './command-tools.js';
import { optionsRefusal } from './custom-options.js';
import { CustomRuns } from './custom-runs.js';

const ON_DISCORD = 'This command works on Discord.';
const IN_SERVERS = 'This command works in servers only.';
const UNKNOWN_MEMBER = 'I cannot find this member here.';

/** Runs commands, wherever they were called. */
@Injectable()
export class CommandRunner {
  constructor(
    private readonly tools: CommandTools,
    private readonly limits: CommandCallLimits,
    private readonly custom: CustomRuns,
  ) {}

  /** The answer to a call; null when a custom command wants none. Throws what another attempt may overcome. */
  async answer(command: RunnableCommand, call: CommandCall): Promise<CommandAnswer | null> {
    // Before the limits: a call with a mistake is none that the member has to wait after.
    const unreadable = optionsRefusal(command, call);
    if (unreadable !== null) return refusing(unreadable);
    const limited = await this.limits.refusalOf(command, call);
    if (limited !== null) return refusing(limited);
    if (command.custom) return this.custom.answer(command, call);
    const known = findCommand(command.commandId);
    if (!known) return refusing(UNKNOWN_COMMAND);
    const prepared =
      call.place || known.scope === 'anywhere' ? known.prepare(call.args, call.sentAtMs, call.bot.timeZone) : ON_DISCORD;
    if (known.scope === 'server' && call.place?.guildId === null) return refusing(IN_SERVERS);
    if (prepared === null) return refusing(usageOf(known, writtenTrigger(command, call.bot.prefix)));
    if (typeof prepared === 'string') return refusing(prepared);
    try {
      const answer = await prepared(call, this.tools);
      if (known.problemAction && call.place)
        await this.tools.problems.resolve(call.bot, problemAt(call.place, known.problemAction));
      return answer;
    } catch (error) {
      return await this.refusalOf(error, known, call);
    }
  }

  /** What the member is told of an error that another attempt cannot overcome; throws all others. */
  private async refusalOf(
    error: unknown,
    { problemAction }: CatalogueCommand,
    { bot, place }: CommandCall,
  ): Promise<CommandAnswer> {
    if (error instanceof CommandRefusal) {
      if (error.missingPermission !== null && problemAction && place)
        await this.tools.problems.record(bot, problemAt(place, problemAction), error.missingPermission);
      return refusing(error.message);
    }
    if (!isRefused(error)) throw error;
    if (error.code === RESTJSONErrorCodes.UnknownMember || error.code === RESTJSONErrorCodes.UnknownUser)
      return refusing(UNKNOWN_MEMBER);
    if (error.status !== 403) return refusing(REFUSED);
    if (problemAction && place) await this.tools.problems.record(bot, problemAt(place, problemAction), null);
    return refusing(NO_PERMISSION);
  }
}

/** Permissions that hold for a whole server are one problem of it, wherever the command was called; moderation notes them in the same way. */
const SERVER_WIDE: ReadonlySet<ProblemAction> = new Set(['time-out-members']);

const problemAt = ({ guildId, channelId }: Pick<ProblemPlace, 'guildId' | 'channelId'>, action: ProblemAction): ProblemPlace => ({
  guildId,
  channelId: SERVER_WIDE.has(action) ? null : channelId,
  action,
});
