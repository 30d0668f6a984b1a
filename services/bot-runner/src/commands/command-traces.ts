import type { JobOf, queues, TraceReason } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { APIApplicationCommandInteraction } from 'discord-api-types/v10';
import { sayingPrivately, type CommandMessage } from './catalogue-command.js';
import { commandNameOf } from '../interactions/command-name.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import type { SkipReason } from '../messages/decide.js';
import { Traces, type TraceResult } from '../traces/traces.service.js';

type Used = Pick<APIApplicationCommandInteraction, 'id' | 'guild_id' | 'data'> & {
  readonly channel?: { readonly id: string } | undefined;
};

/**
 * Notes for the owner what became of slash commands and entries of context menus, which have no message: of those that the companion answers, and
 * of those that are not run.
 */
@Injectable()
export class CommandTraces {
  constructor(private readonly traces: Traces) {}

  /** The companion or a language model is to answer it. */
  called(connected: ConnectedBot, used: Used): void {
    this.record(connected, used, { outcome: 'command' });
  }

  /** It is not run. `reason`: what decided, where a setting or a limit of messages did; otherwise the owner reads what the member reads. */
  refused(connected: ConnectedBot, used: Used, told: string, reason?: SkipReason | TraceReason): CommandMessage {
    const why =
      reason === undefined || reason === 'own' || reason === 'system'
        ? ({ reason: 'command_refused', detail: told } as const)
        : { reason };
    this.record(connected, used, { outcome: 'command', ...why });
    return sayingPrivately(told);
  }

  /** A command of a system was not run by its job. `told`: what the member reads, without what members wrote. */
  notRun(
    { botId, ownerId, eventId: messageId, channelId, guildId, interaction, task }: JobOf<typeof queues.systems>,
    told: string,
  ): void {
    if (task.kind !== 'command' || interaction === undefined) return;
    const message = { botId, ownerId, messageId, channelId, guildId };
    this.traces.record(message, { outcome: 'command', reason: 'command_refused', detail: told, command: `/${task.name}` });
  }

  private record({ bot: { botId, ownerId } }: ConnectedBot, used: Used, result: TraceResult): void {
    const { id, channel, guild_id } = used;
    if (!channel) return;
    const message = { botId, ownerId, messageId: id, channelId: channel.id, guildId: guild_id ?? null };
    this.traces.record(message, { ...result, command: commandNameOf(used) });
  }
}
