import { Injectable } from '@nestjs/common';
import { PermissionFlagsBits, Routes, type APIGuildScheduledEvent } from 'discord-api-types/v10';
import { DiscordAPIError } from '@discordjs/rest';
import { CommandRefusal } from '../../commands/command-refusal.js';
import { CommandTraces } from '../../commands/command-traces.js';
import { allows, GuildAccess, hasAnyOf, type GuildMember } from '../../discord/guild-access.js';
import { MessagePoster } from '../../discord/message-poster.js';
import { isOutOfReach } from '../../discord/refused.js';
import { RestClients } from '../../discord/rest-clients.js';
import { FieldProblem } from '../field-problem.js';
import { EVENT_MANAGER_ID } from './definition.js';
import { EventDiscord, startOf } from './event-discord.js';
import { type EventPlan } from './event-plan.js';
import { EventStore, type ServerEvent } from './event-store.js';
import { announcement, cancelledAnnouncement, NO_CHANNEL, stillAnnounced, UNKNOWN_EVENT } from './event-texts.js';

/** A server of a bot. */
export interface EventServer {
  readonly botId: string;
  readonly ownerId: string;
  readonly guildId: string;
}

const { Connect, CreateEvents, ManageEvents, ViewChannel } = PermissionFlagsBits;
const MISSING = 403;
const NEEDS_MANAGE = 'You need the permission “Manage Events” for this.';

/** Plans, announces and cancels events, for the owner in the web and for members by command. A repeated call has one effect. */
@Injectable()
export class EventPlanner {
  constructor(
    private readonly store: EventStore,
    private readonly discord: EventDiscord,
    private readonly poster: MessagePoster,
    private readonly clients: RestClients,
    private readonly access: GuildAccess,
    private readonly traces: CommandTraces,
  ) {}

  /** `channelId`: where it is announced; null for nowhere. Throws FieldProblem, CommandRefusal. */
  async create(server: EventServer, plan: EventPlan, channelId: string | null): Promise<APIGuildScheduledEvent> {
    if (channelId !== null) await this.requireChannel(server, channelId);
    const event = await this.discord
      .create(server, plan)
      .catch(plan.voiceChannelId === null ? explained('Create Events') : explainedOfVoice);
    await this.save(server, event);
    if (channelId !== null) await this.announce(server, event, channelId);
    return event;
  }

  /** Posts the event with its buttons, once in each channel. */
  async announce(server: EventServer, event: APIGuildScheduledEvent, channelId: string | null): Promise<void> {
    if (channelId === null) throw new FieldProblem('channel', NO_CHANNEL);
    await this.requireChannel(server, channelId);
    const id = await this.save(server, event);
    const post = { botId: server.botId, postId: `event-${id}-${channelId}`, channelId, parts: [announcement(event, id)] };
    const [messageId] = await this.poster.post(post).catch(explained('Send Messages'));
    if (messageId !== undefined) await this.store.setAnnounced(id, channelId, messageId);
  }

  async cancel(server: EventServer, event: APIGuildScheduledEvent): Promise<void> {
    await this.discord.cancel(server, event.id).catch(explained('Manage Events'));
    await this.withdraw(server.botId, event.id);
  }

  /** The announcement says that the event was cancelled, or the owner reads that it does not; nobody is reminded. */
  async withdraw(botId: string, eventId: string): Promise<void> {
    const stored = await this.store.byEvent(botId, eventId);
    if (!stored) return;
    const { channelId, messageId } = stored;
    if (channelId !== null && messageId !== null) await this.withdrawAnnouncement({ ...stored, channelId, messageId });
    await this.store.delete(botId, eventId);
  }

  private async withdrawAnnouncement(
    event: Pick<ServerEvent, 'botId' | 'ownerId' | 'guildId' | 'name'> & {
      readonly channelId: string;
      readonly messageId: string;
    },
  ): Promise<void> {
    const body = { ...cancelledAnnouncement(event.name), allowed_mentions: { parse: [] } };
    const route = Routes.channelMessage(event.channelId, event.messageId);
    try {
      await this.clients.use(event.botId, (rest) => rest.patch(route, { body }));
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      // Somebody deleted it: then it promises nothing any more.
      if (error.status === MISSING) this.traces.notDone(event, EVENT_MANAGER_ID, stillAnnounced(error.message));
    }
  }

  /** By its id, a link to it, or its name. Throws FieldProblem when nothing like that is planned in the server. */
  async find(server: EventServer, written: string): Promise<APIGuildScheduledEvent> {
    const events = await this.discord.list(server);
    const id = /(\d{16,20})\D*$/.exec(written)?.[1];
    const name = written.trim().toLocaleLowerCase();
    const found = events.find((event) => event.id === id) ?? events.find((event) => event.name.toLocaleLowerCase() === name);
    if (!found) throw new FieldProblem('event', UNKNOWN_EVENT);
    return found;
  }

  save(server: EventServer, event: APIGuildScheduledEvent): Promise<string> {
    const { id: eventId, name } = event;
    return this.store.save(server, { eventId, guildId: server.guildId, name, startsAtMs: startOf(event) });
  }

  /** Whether the channel is one of another server: the settings hold for all servers of the bot. */
  isElsewhere({ botId, guildId }: EventServer, channelId: string): Promise<boolean> {
    return this.access.isElsewhere({ botId, guildId, channelId });
  }

  /** Throws FieldProblem for a channel of another server, CommandRefusal for one in which the member may not write. */
  async requireMayWrite(server: EventServer, channelId: string, member: GuildMember): Promise<void> {
    await this.requireChannel(server, channelId);
    if (!(await this.access.mayWrite({ ...server, channelId }, member)))
      throw new CommandRefusal('You may not write in that channel yourself.');
  }

  /** Throws CommandRefusal for a voice channel that the member may not enter. */
  async requireMayEnter(server: EventServer, channelId: string, member: GuildMember): Promise<void> {
    // What the bot cannot see is refused with its field when the event is planned.
    if (!(await this.discord.hasChannel(server, channelId))) return;
    const permissions = await this.access.permissionsOf({ ...server, channelId }, member);
    if (!allows(permissions, ViewChannel | Connect)) throw new CommandRefusal('You may not enter that channel yourself.');
  }

  private async requireChannel(server: EventServer, channelId: string): Promise<void> {
    if (!(await this.discord.hasChannel(server, channelId)))
      throw new FieldProblem('channel', 'There is no such channel in this server.');
  }
}

/** Whether a member may plan events, and change their own. `permissions` as Discord writes them. */
export const mayPlan = (permissions: string): boolean => hasAnyOf(permissions, CreateEvents | ManageEvents);

/** Whether a member may change all events. `permissions` as Discord writes them. */
export const mayManage = (permissions: string): boolean => hasAnyOf(permissions, ManageEvents);

/** Throws CommandRefusal unless the member may plan events. `permissions` as Discord writes them. */
export function requirePlanner(permissions: string): void {
  if (!mayPlan(permissions)) throw new CommandRefusal(NEEDS_MANAGE);
}

/** Throws CommandRefusal unless the member may change the event: one who may only create events, their own. `permissions` as Discord writes them. */
export function requireManager(
  { creator_id: creatorId }: APIGuildScheduledEvent,
  { id, permissions }: { readonly id: string; readonly permissions: string },
): void {
  if (creatorId !== id && !mayManage(permissions)) throw new CommandRefusal(NEEDS_MANAGE);
}

/** Names the permission that is missing. */
const explained = (permission: string) => (error: unknown) => {
  if (!(error instanceof DiscordAPIError) || error.status !== MISSING) throw error;
  throw new CommandRefusal(`I need the permission “${permission}” for this.`, permission);
};

/** Discord does not say which of them is missing. */
function explainedOfVoice(error: unknown): never {
  if (!(error instanceof DiscordAPIError) || error.status !== MISSING) throw error;
  throw new CommandRefusal(
    'I need the permission “Create Events”, and “Connect” in that channel; for a stage also “Manage Channels”, “Mute Members” and “Move Members”.',
    'Create Events',
  );
}
