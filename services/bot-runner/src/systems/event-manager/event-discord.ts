import { DiscordAPIError } from '@discordjs/rest';
import { Injectable } from '@nestjs/common';
import {
  ChannelType,
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventStatus,
  RESTJSONErrorCodes,
  Routes,
  type APIGuildScheduledEvent,
  type APIGuildScheduledEventUser,
} from 'discord-api-types/v10';
import { channelInGuild } from '../../discord/guild-channel.js';
import { RestClients } from '../../discord/rest-clients.js';
import { FieldProblem } from '../field-problem.js';
import { MAX_SIGN_UPS } from './event-store.js';
import type { EventPlan } from './event-plan.js';

interface Server {
  readonly botId: string;
  readonly guildId: string;
}

const PAGE = 100;
const OPEN: ReadonlySet<GuildScheduledEventStatus> = new Set([
  GuildScheduledEventStatus.Scheduled,
  GuildScheduledEventStatus.Active,
]);

export const isOpen = ({ status }: Pick<APIGuildScheduledEvent, 'status'>): boolean => OPEN.has(status);

/** The scheduled events of servers over REST. Throws what Discord answers. */
@Injectable()
export class EventDiscord {
  constructor(private readonly clients: RestClients) {}

  /** Those that are planned or going on, the next one first. */
  async list({ botId, guildId }: Server): Promise<APIGuildScheduledEvent[]> {
    const query = new URLSearchParams({ with_user_count: 'true' });
    const route = Routes.guildScheduledEvents(guildId);
    const all = (await this.clients.use(botId, (rest) => rest.get(route, { query }))) as APIGuildScheduledEvent[];
    return all.filter(isOpen).toSorted((one, other) => startOf(one) - startOf(other));
  }

  /**
   * Plans an event; the same one that the bot planned already is not planned again, so that a repeated job has one effect. Throws FieldProblem for a
   * voice channel that the server does not have.
   */
  async create(server: Server, plan: EventPlan): Promise<APIGuildScheduledEvent> {
    const same = (await this.list(server)).find((event) => event.name === plan.name && startOf(event) === plan.startsAtMs);
    if (same) return same;
    const body = {
      name: plan.name,
      ...(plan.description === '' ? {} : { description: plan.description }),
      privacy_level: GuildScheduledEventPrivacyLevel.GuildOnly,
      ...(await this.placeOf(server, plan)),
      scheduled_start_time: new Date(plan.startsAtMs).toISOString(),
      scheduled_end_time: new Date(plan.endsAtMs).toISOString(),
    };
    const route = Routes.guildScheduledEvents(server.guildId);
    return (await this.clients.use(server.botId, (rest) => rest.post(route, { body }))) as APIGuildScheduledEvent;
  }

  /** Nothing happens when it is gone already. */
  async cancel({ botId, guildId }: Server, eventId: string): Promise<void> {
    try {
      await this.clients.use(botId, (rest) => rest.delete(Routes.guildScheduledEvent(guildId, eventId)));
    } catch (error) {
      if (!(error instanceof DiscordAPIError) || error.code !== RESTJSONErrorCodes.UnknownGuildScheduledEvent) throw error;
    }
  }

  /** The ids of the members who are interested; at most MAX_SIGN_UPS. */
  async interested({ botId, guildId }: Server, eventId: string): Promise<string[]> {
    const members: string[] = [];
    for (let after = '0'; members.length < MAX_SIGN_UPS;) {
      const query = new URLSearchParams({ limit: String(PAGE), after });
      const route = Routes.guildScheduledEventUsers(guildId, eventId);
      const page = (await this.clients.use(botId, (rest) => rest.get(route, { query }))) as APIGuildScheduledEventUser[];
      members.push(...page.map(({ user }) => user.id));
      after = page.at(-1)?.user.id ?? '';
      if (page.length < PAGE) break;
    }
    return members.slice(0, MAX_SIGN_UPS);
  }

  /** Whether the channel belongs to the server. */
  async hasChannel(server: Server, channelId: string): Promise<boolean> {
    return (await channelInGuild(this.clients, server, channelId)) !== null;
  }

  private async placeOf(server: Server, { voiceChannelId, place }: EventPlan): Promise<object> {
    if (voiceChannelId === null)
      return { entity_type: GuildScheduledEventEntityType.External, entity_metadata: { location: place } };
    const type = TYPES.get((await channelInGuild(this.clients, server, voiceChannelId))?.type);
    if (type === undefined) throw new FieldProblem('voice', 'There is no such voice channel in this server.');
    return { entity_type: type, channel_id: voiceChannelId };
  }
}

const TYPES: ReadonlyMap<ChannelType | undefined, GuildScheduledEventEntityType> = new Map([
  [ChannelType.GuildVoice, GuildScheduledEventEntityType.Voice],
  [ChannelType.GuildStageVoice, GuildScheduledEventEntityType.StageInstance],
]);

export const startOf = ({ scheduled_start_time }: APIGuildScheduledEvent): number => Date.parse(scheduled_start_time);
