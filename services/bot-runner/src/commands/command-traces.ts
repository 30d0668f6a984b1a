import { createHash } from 'node:crypto';
import { growingCache } from '@kith/kit';
import { idAt, MINUTE_MS, systemName, type JobOf, type queues, type TraceReason } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import {
  ComponentType,
  InteractionType,
  type APIApplicationCommandInteraction,
  type APIMessageComponentInteraction,
  type APIModalSubmitInteraction,
} from 'discord-api-types/v10';
import { sayingPrivately, type CommandMessage } from './catalogue-command.js';
import { commandNameOf } from '../interactions/command-name.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import type { SkipReason } from '../messages/decide.js';
import { Traces, type TracedMessage, type TraceResult } from '../traces/traces.service.js';

/** What was noted of events of all bots, which is noted again, in the same row, when it is forgotten within its minute. */
const MAX_REMEMBERED = 5000;

type Used = Pick<APIApplicationCommandInteraction, 'id' | 'guild_id' | 'data'> & {
  readonly channel?: { readonly id: string } | undefined;
};

type UsedComponent = APIMessageComponentInteraction | APIModalSubmitInteraction;

/** Why the use of a button, a menu or a form does nothing. */
export interface RefusedUse {
  /** What the member reads. */
  readonly told: string;
  /** What decided, where a setting did. */
  readonly reason?: SkipReason | TraceReason | undefined;
  /** What it belongs to, in words; null where nothing has a name. */
  readonly belongsTo: string | null;
}

/**
 * Notes for the owner what became of slash commands, entries of context menus, buttons, menus and forms, which have no message: of commands that the
 * companion answers, and of everything that is not run; and what systems could not do about events.
 */
@Injectable()
export class CommandTraces {
  private readonly notedEvents = growingCache<true>(MAX_REMEMBERED);

  constructor(private readonly traces: Traces) {}

  /** The companion or a language model is to answer it. */
  called(connected: ConnectedBot, used: Used): void {
    this.record(connected, used, { outcome: 'command', command: commandNameOf(used) });
  }

  /** It is not run. `reason`: what decided, where a setting or a limit of messages did; otherwise the owner reads what the member reads. */
  refused(connected: ConnectedBot, used: Used, told: string, reason?: SkipReason | TraceReason): CommandMessage {
    this.record(connected, used, { ...refusal(told, reason), command: commandNameOf(used) });
    return sayingPrivately(told);
  }

  /** A button, a menu or a form does nothing. */
  refusedUse(connected: ConnectedBot, used: UsedComponent, { told, reason, belongsTo }: RefusedUse): void {
    this.record(connected, used, { ...refusal(told, reason), command: nameOf(kindOf(used), belongsTo) });
  }

  /** A command, a button, a menu or a form of a system was not run by its job. `told`: what the member reads, without what members wrote. */
  notRun(
    { botId, ownerId, eventId: messageId, channelId, guildId, interaction, task, systemId }: JobOf<typeof queues.systems>,
    told: string,
  ): void {
    if (task.kind === 'event' || interaction === undefined) return;
    const message = { botId, ownerId, messageId, channelId, guildId };
    const command = task.kind === 'command' ? `/${task.name}` : nameOfUse(task, systemName(systemId));
    this.traces.record(message, { ...refusal(withoutMembers(told)), command });
  }

  /**
   * A system, or moderation (`systemId` null), could not do something about an event, which is no use of a command. `why`: sentences for the owner,
   * without what members wrote. The same is noted once a minute.
   */
  notDone({ botId, ownerId, channelId, guildId }: Omit<TracedMessage, 'messageId'>, systemId: string | null, why: string): void {
    const name = systemId === null ? 'Moderation' : (systemName(systemId) ?? systemId);
    const messageId = idOfEvent([name, guildId ?? '', why]);
    const key = `${botId} ${messageId}`;
    if (this.notedEvents.has(key)) return;
    this.notedEvents.set(key, true);
    const result = { outcome: 'command', reason: 'system_failed', detail: withoutMembers(why), command: name } as const;
    this.traces.record({ botId, ownerId, messageId, channelId, guildId }, result);
  }

  private record(
    { bot: { botId, ownerId } }: ConnectedBot,
    { id, channel, guild_id }: Pick<Used | UsedComponent, 'id' | 'channel' | 'guild_id'>,
    result: TraceResult,
  ): void {
    if (!channel) return;
    this.traces.record({ botId, ownerId, messageId: id, channelId: channel.id, guildId: guild_id ?? null }, result);
  }
}

const refusal = (told: string, reason?: SkipReason | TraceReason): TraceResult =>
  reason === undefined || reason === 'own' || reason === 'system'
    ? { outcome: 'command', reason: 'command_refused', detail: told }
    : { outcome: 'command', reason };

type Kind = 'Button' | 'Menu' | 'Form';

function kindOf({ type, data }: UsedComponent): Kind {
  if (type === InteractionType.ModalSubmit) return 'Form';
  return 'component_type' in data && data.component_type !== ComponentType.Button ? 'Menu' : 'Button';
}

const nameOf = (kind: Kind, belongsTo: string | null): string => (belongsTo === null ? kind : `${kind} (${belongsTo})`);

/** What owners read of the use of a button, a menu or a form, by what a job holds of it. */
export function nameOfUse(
  { values, fields }: { readonly values: readonly string[]; readonly fields: Readonly<Record<string, string>> },
  belongsTo: string | null,
): string {
  return nameOf(Object.keys(fields).length > 0 ? 'Form' : values.length > 0 ? 'Menu' : 'Button', belongsTo);
}

/** Stands for the id of a message: the same for the same things within a minute. */
function idOfEvent(parts: readonly string[], nowMs = Date.now()): string {
  const minuteMs = nowMs - (nowMs % MINUTE_MS);
  const number = createHash('sha256').update(parts.join(' ')).digest().readUInt32BE() >>> 10;
  return String(BigInt(idAt(minuteMs)) + BigInt(number));
}

/** A trace names no members; of roles and channels, which Discord shows by name, it has the id. */
const withoutMembers = (text: string): string =>
  text
    .replaceAll(/<@!?\d+>/g, 'a member')
    .replaceAll(/<@&(\d+)>/g, 'the role $1')
    .replaceAll(/<#(\d+)>/g, 'the channel $1');
