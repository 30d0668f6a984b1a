import {
  checkedOptions,
  isReferring,
  madeUp,
  optionProblem,
  OptionProblem,
  usageText,
  writtenOptions,
  type CommandOption,
  type OptionValue,
  type OptionValues,
  type RunnableCommand,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { ChannelType, PermissionFlagsBits, Routes, type APIChannel, type APIRole, type APIUser } from 'discord-api-types/v10';
import { displayName } from '../discord/display-name.js';
import { allows, GuildAccess, type GuildMember } from '../discord/guild-access.js';
import { isRefused } from '../discord/refused.js';
import { RestClients } from '../discord/rest-clients.js';
import { isThreadType } from '../discord/thread-types.js';
import { writtenTrigger, type CallPlace, type CommandCall } from './catalogue-command.js';

type Custom = Pick<RunnableCommand, 'custom' | 'trigger'>;
/** A call with the server, and what several options of it need: read by the first that does, for all. */
interface Where {
  readonly botId: string;
  readonly guildId: string | null;
  readonly readRoles: () => Promise<readonly APIRole[]>;
  readonly readCaller: () => Promise<GuildMember>;
}

/** Why the call has no values that the command takes, with a line about how it is called; null when it has. */
export function optionsRefusal(command: Custom, call: CommandCall): string | null {
  const given = givenTo(command, call);
  return given instanceof OptionProblem ? refusalOf(command, call, given) : null;
}

/** The values of the options of custom commands, as their code sees them. */
@Injectable()
export class CustomOptions {
  constructor(
    private readonly access: GuildAccess,
    private readonly clients: RestClients,
  ) {}

  /** With the names of members, channels and roles, which have to be in the server of the call; a sentence for the member when one is not. */
  async of(command: Custom, call: CommandCall): Promise<OptionValues | string> {
    const given = givenTo(command, call);
    if (given instanceof OptionProblem) return refusalOf(command, call, given);
    if (!call.place) return madeUp(given);
    const where = this.whereOf(call.bot.botId, call.place);
    const named: Record<string, OptionValue> = {};
    for (const option of (command.custom?.options ?? []).filter(({ name }) => Object.hasOwn(given, name))) {
      const value = given[option.name] ?? '';
      const found = typeof value === 'object' && value.name === '' ? await this.named(option, value.id, where) : value;
      if (found === null || (typeof found === 'object' && found.id === ''))
        return refusalOf(command, call, optionProblem(option));
      named[option.name] = found;
    }
    return named;
  }

  private whereOf(botId: string, { guildId, memberId }: CallPlace): Where {
    const server = { botId, guildId: guildId ?? '' };
    return {
      botId,
      guildId,
      readRoles: once(() => this.read<APIRole[]>(botId, Routes.guildRoles(server.guildId))),
      readCaller: once(() => this.access.member(server, memberId)),
    };
  }

  private read<T>(botId: string, route: `/${string}`): Promise<T> {
    return this.clients.use(botId, (rest) => rest.get(route)) as Promise<T>;
  }

  /** Null for one that is not there, or that the member does not see. */
  private async named({ type }: CommandOption, id: string, where: Where): Promise<OptionValue | null> {
    try {
      const name = await this.nameOf(type, id, where);
      return name === null ? null : { id, name: name.slice(0, 100) };
    } catch (error) {
      if (isRefused(error)) return null;
      throw error;
    }
  }

  private async nameOf(type: CommandOption['type'], id: string, where: Where): Promise<string | null> {
    const { botId, guildId } = where;
    if (guildId === null) return type === 'member' ? displayName(await this.read<APIUser>(botId, Routes.user(id))) : null;
    if (type === 'member') return (await this.access.member({ botId, guildId }, id)).name;
    if (type === 'role') return (await where.readRoles()).find((role) => role.id === id)?.name ?? null;
    const channel = await this.read<APIChannel>(botId, Routes.channel(id));
    if (!('guild_id' in channel) || channel.guild_id !== guildId || channel.type === ChannelType.PrivateThread) return null;
    const channelId = isThreadType(channel.type) && 'parent_id' in channel ? (channel.parent_id ?? id) : id;
    const permissions = await this.access.permissionsOf({ botId, guildId, channelId }, await where.readCaller());
    return allows(permissions, PermissionFlagsBits.ViewChannel) ? channel.name : null;
  }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined;
  return () => (known ??= read());
}

/** What was filled in, or written behind the trigger. A button continues the call that posted it, and fills nothing in. */
function givenTo({ custom }: Custom, { args, options, use }: CommandCall): OptionValues | OptionProblem {
  const taken = custom?.options ?? [];
  if (use || taken.length === 0) return {};
  return options ? checkedOptions(taken, options) : writtenOptions(taken, args);
}

const refusalOf = ({ custom, trigger }: Custom, { bot }: CommandCall, { text }: OptionProblem): string =>
  `${text} ${usageText(writtenTrigger({ trigger }, bot.prefix), custom?.options ?? [])}`;

/** Whether Discord can fill in all that is required in a direct message, where there are no channels and roles. */
export const worksInDirectMessages = (options: readonly CommandOption[]): boolean =>
  options.every((option) => !option.isRequired || option.type === 'member' || !isReferring(option));
