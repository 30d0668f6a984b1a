import { DiscordAPIError } from '@discordjs/rest';
import { JobPostponed, Keyring, REDIS, RpcClient } from '@kith/kit';
import { AppError, customCommands, type ProblemAction, type RunnableCommand } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Redis } from 'ioredis';
import type { ProblemPlace } from '../problems/problems.service.js';
import {
  refusing,
  saying,
  usageOf,
  writtenTrigger,
  type CalledBot,
  type CallPlace,
  type CatalogueCommand,
  type CommandAnswer,
  type CommandCall,
} from './catalogue-command.js';
import { findCommand } from './catalogue.js';
import { CommandRefusal } from './command-refusal.js';
import { UNKNOWN_COMMAND } from './command-texts.js';
import { CommandTools } from './command-tools.js';

/** Between two calls of the same custom command by the same member. */
const CUSTOM_COOLDOWN_MS = 3000;
const CUSTOM_TIMEOUT_MS = 8000;
/** When the sandbox is busy, the command is tried once more after this time. */
const BUSY_RETRY_MS = 2000;
/** Longer than that. */
const POSTPONED_TTL_S = 600;
const MAX_ARGS = 500;

const ON_DISCORD = 'This command works on Discord.';
const IN_SERVERS = 'This command works in servers only.';
const CUSTOM_FAILED = 'This command did not work. My owner can read why on the page of the command.';
const CUSTOM_OFF = 'This command is switched off at the moment.';
const CUSTOM_BUSY = 'I am running as many commands as I can. Please try again in a moment.';
const CUSTOM_COOLDOWN = 'You used this command just now. Give me a few seconds.';
const NO_PERMISSION = 'Discord does not let me do that here: I lack a permission.';
const UNKNOWN_MEMBER = 'I cannot find this member here.';
const REFUSED = 'Discord refused that.';

/** Runs commands, wherever they were called. */
@Injectable()
export class CommandRunner {
  constructor(
    private readonly tools: CommandTools,
    private readonly rpc: RpcClient,
    private readonly keyring: Keyring,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  /** The answer to a call; null when a custom command wants none. Throws what another attempt may overcome. */
  async answer(command: RunnableCommand, call: CommandCall): Promise<CommandAnswer | null> {
    if (command.custom) return this.runCustom(command, call);
    const known = findCommand(command.commandId);
    if (!known) return refusing(UNKNOWN_COMMAND);
    const prepared = call.place || known.scope === 'anywhere' ? known.prepare(call.args, call.sentAtMs) : ON_DISCORD;
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
    if (!(error instanceof DiscordAPIError) || ![400, 403, 404].includes(error.status)) throw error;
    if (error.code === RESTJSONErrorCodes.UnknownMember || error.code === RESTJSONErrorCodes.UnknownUser)
      return refusing(UNKNOWN_MEMBER);
    if (error.status !== 403) return refusing(REFUSED);
    if (problemAction && place) await this.tools.problems.record(bot, problemAt(place, problemAction), null);
    return refusing(NO_PERMISSION);
  }

  private async runCustom(command: RunnableCommand, call: CommandCall): Promise<CommandAnswer | null> {
    const { bot, place, content, args } = call;
    if (place && !(await this.isCooledDown(command, call))) return refusing(CUSTOM_COOLDOWN);
    const context = {
      message: content,
      userId: place?.memberId ?? bot.ownerId,
      channelId: place?.channelId ?? '',
      guildId: place?.guildId ?? null,
      args: args.split(/\s+/u).filter(Boolean).slice(0, MAX_ARGS),
    };
    const input = { botId: bot.botId, commandId: command.commandId, context };
    try {
      const { result } = await this.rpc.ask(customCommands.run, input, { timeoutMs: CUSTOM_TIMEOUT_MS });
      if (!result) return refusing(CUSTOM_FAILED);
      return result.shouldReply && result.response.trim() !== '' ? saying(result.response) : null;
    } catch (error) {
      if (error instanceof AppError && error.code === 'RATE_LIMITED' && place && (await this.mayPostpone(bot, place)))
        throw new JobPostponed(BUSY_RETRY_MS);
      const text = error instanceof AppError ? CUSTOM_ERRORS[error.code] : undefined;
      if (text === undefined) throw error;
      return refusing(text);
    }
  }

  /** True once for each call, in whichever process its job runs. */
  private async mayPostpone({ botId }: CalledBot, { messageId }: CallPlace): Promise<boolean> {
    return (await this.redis.set(`runner:postponed:${botId}:${messageId}`, 1, 'EX', POSTPONED_TTL_S, 'NX')) === 'OK';
  }

  /** False for a member who called it just now; a repeated attempt of the same call is no new one. */
  private async isCooledDown({ commandId }: RunnableCommand, { bot, place }: CommandCall): Promise<boolean> {
    // By fingerprint, so that Redis holds no id of a member.
    const member = this.keyring.fingerprint(`cooldown ${bot.botId} ${place?.memberId ?? ''}`);
    const key = `runner:cooldown:${bot.botId}:${commandId}:${member}`;
    const callId = place?.messageId ?? '';
    if ((await this.redis.set(key, callId, 'PX', CUSTOM_COOLDOWN_MS, 'NX')) === 'OK') return true;
    return (await this.redis.get(key)) === callId;
  }
}

const CUSTOM_ERRORS: Readonly<Record<string, string | undefined>> = {
  NOT_FOUND: UNKNOWN_COMMAND,
  UPGRADE_REQUIRED: CUSTOM_OFF,
  RATE_LIMITED: CUSTOM_BUSY,
  OVERLOADED: CUSTOM_BUSY,
  // Not run again: it may have done what it does.
  DEADLINE: CUSTOM_BUSY,
};

/** Permissions that hold for a whole server are one problem of it, wherever the command was called; moderation notes them in the same way. */
const SERVER_WIDE: ReadonlySet<ProblemAction> = new Set(['time-out-members']);

const problemAt = ({ guildId, channelId }: Pick<ProblemPlace, 'guildId' | 'channelId'>, action: ProblemAction): ProblemPlace => ({
  guildId,
  channelId: SERVER_WIDE.has(action) ? null : channelId,
  action,
});
