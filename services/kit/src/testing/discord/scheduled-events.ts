import { PERMISSION, type Guild } from './guilds.js';
import { invalid, lengthOf } from './form-problems.js';
import { userJson } from './payloads.js';
import { missingPermissions, unknown } from './permissions.js';
import type { Announce, RestRequest, RestResponse } from './rest-types.js';
import type { Channel, DiscordState } from './state.js';

const notFound: RestResponse = { status: 404, body: { message: '404: Not Found', code: 0 } };
const EXTERNAL = 3;
/** The kind of event by the type of its channel: a voice channel, a stage. */
const KINDS: Readonly<Record<number, number>> = { 2: 2, 13: 1 };
const NEEDED_IN_CHANNEL = { 1: ['manageChannels', 'muteMembers', 'moveMembers'], 2: ['viewChannel', 'connect'] } as const;
const GUILD_ONLY = 2;
const SCHEDULED = 1;
const MAX_PER_GUILD = 100;

export interface ScheduledEvent {
  readonly id: string;
  readonly guildId: string;
  readonly creatorId: string;
  name: string;
  readonly description: string | null;
  /** '' for an event in a channel. */
  readonly location: string;
  /** Null for an event at another place. */
  readonly channelId: string | null;
  readonly kind: number;
  startsAt: string;
  readonly endsAt: string;
  readonly interested: Set<string>;
}

/** The scheduled events of the guilds: serves /guilds/<id>/scheduled-events, and what people do with them. */
export class ScheduledEvents {
  private readonly byId = new Map<string, ScheduledEvent>();

  constructor(
    private readonly state: DiscordState,
    private readonly announce: Announce,
  ) {}

  of(guildId: string): ScheduledEvent[] {
    return [...this.byId.values()].filter((event) => event.guildId === guildId);
  }

  /** A person plans an event. */
  add(event: Pick<ScheduledEvent, 'guildId' | 'name' | 'startsAt'> & Partial<ScheduledEvent>): ScheduledEvent {
    const id = this.state.snowflake();
    const endsAt = new Date(Date.parse(event.startsAt) + 3_600_000).toISOString();
    const defaults = {
      id,
      creatorId: id,
      description: null,
      location: 'Here',
      channelId: null,
      kind: EXTERNAL,
      endsAt,
      interested: new Set<string>(),
    };
    const made: ScheduledEvent = { ...defaults, ...event };
    this.byId.set(made.id, made);
    this.announce(made.guildId, 'GUILD_SCHEDULED_EVENT_CREATE', eventJson(made));
    return made;
  }

  /** A person moves or renames an event. */
  change(id: string, changes: Partial<Pick<ScheduledEvent, 'name' | 'startsAt'>>): void {
    const event = this.byId.get(id);
    if (!event) throw new Error(`the stand-in Discord has no event ${id}`);
    Object.assign(event, changes);
    this.announce(event.guildId, 'GUILD_SCHEDULED_EVENT_UPDATE', eventJson(event));
  }

  remove(id: string): void {
    const event = this.byId.get(id);
    if (!event || !this.byId.delete(id)) return;
    this.announce(event.guildId, 'GUILD_SCHEDULED_EVENT_DELETE', eventJson(event));
  }

  /** A member presses "Interested", or takes that back. */
  setInterest(id: string, memberId: string, isInterested = true): void {
    const event = this.byId.get(id);
    if (!event) throw new Error(`the stand-in Discord has no event ${id}`);
    if (isInterested) event.interested.add(memberId);
    else event.interested.delete(memberId);
    const type = isInterested ? 'GUILD_SCHEDULED_EVENT_USER_ADD' : 'GUILD_SCHEDULED_EVENT_USER_REMOVE';
    this.announce(event.guildId, type, { guild_scheduled_event_id: id, user_id: memberId, guild_id: event.guildId });
  }

  serve(request: RestRequest, guild: Guild): RestResponse {
    const { method, path } = request;
    const eventId = path[3];
    if (eventId === undefined && method === 'GET') return { status: 200, body: this.of(guild.id).map(eventJson) };
    if (eventId === undefined) return method === 'POST' ? this.create(request, guild) : notFound;
    const event = this.byId.get(eventId);
    if (event?.guildId !== guild.id) return unknown('Guild Scheduled Event', 10_070);
    if (path[4] === 'users' && method === 'GET') return this.users(request, event);
    if (method === 'GET') return { status: 200, body: eventJson(event) };
    if (method !== 'DELETE') return notFound;
    const isOwn = event.creatorId === request.applicationId && this.may(guild, request.applicationId, 'createEvents');
    if (!isOwn && !this.may(guild, request.applicationId, 'manageEvents')) return missingPermissions;
    this.remove(event.id);
    return { status: 204 };
  }

  private create({ applicationId, body }: RestRequest, guild: Guild): RestResponse {
    if (!this.may(guild, applicationId, 'createEvents')) return missingPermissions;
    const { name, description = null, entity_metadata: place, scheduled_start_time: start, scheduled_end_time: end } = body;
    const { location } = (place ?? {}) as { location?: unknown };
    const hasText = (value: unknown, max: number): boolean => lengthOf(value) >= 1 && lengthOf(value) <= max;
    if (!hasText(name, 100)) return invalid('name', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
    if (description !== null && !hasText(description, 1000))
      return invalid('description', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 1000 in length.');
    const kind = Number(body['entity_type']);
    const channel = this.state.channel(String(body['channel_id'] ?? ''));
    if (![1, 2, EXTERNAL].includes(kind) || body['privacy_level'] !== GUILD_ONLY)
      return invalid('entity_type', 'BASE_TYPE_CHOICES', 'Value must be one of {1, 2, 3}.');
    if (kind !== EXTERNAL && (channel?.guildId !== guild.id || KINDS[channel.type] !== kind))
      return invalid('channel_id', 'GUILD_SCHEDULED_EVENT_INVALID_CHANNEL', 'Invalid channel for this type of event.');
    if (channel && !this.mayPlanIn(channel, applicationId, kind)) return missingPermissions;
    if (kind === EXTERNAL && !hasText(location, 100))
      return invalid('entity_metadata', 'BASE_TYPE_REQUIRED', 'This field is required');
    const [startMs, endMs] = [Date.parse(String(start)), Date.parse(String(end))];
    if (!(startMs > Date.now()))
      return invalid('scheduled_start_time', 'GUILD_SCHEDULED_EVENT_SCHEDULE_PAST', 'Cannot schedule event in the past.');
    if (!(endMs > startMs))
      return invalid('scheduled_end_time', 'GUILD_SCHEDULED_EVENT_END', 'Scheduled end time must be after the start.');
    if (this.of(guild.id).length >= MAX_PER_GUILD)
      return {
        status: 400,
        body: { message: 'Maximum number of uncompleted guild scheduled events reached (100)', code: 30_038 },
      };
    const made = this.add({
      guildId: guild.id,
      creatorId: applicationId,
      name: String(name),
      description: description === null ? null : String(description),
      location: kind === EXTERNAL ? String(location) : '',
      channelId: kind === EXTERNAL ? null : String(body['channel_id']),
      kind,
      startsAt: new Date(startMs).toISOString(),
      endsAt: new Date(endMs).toISOString(),
    });
    return { status: 200, body: eventJson(made) };
  }

  private users({ query }: RestRequest, { id, interested }: ScheduledEvent): RestResponse {
    const limit = Number(query.get('limit') ?? 100);
    if (!(limit >= 1 && limit <= 100))
      return invalid('limit', 'NUMBER_TYPE_MAX', 'int value should be less than or equal to 100.');
    const after = BigInt(query.get('after') ?? '0');
    const users = [...interested]
      .filter((memberId) => BigInt(memberId) > after)
      .toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
      .slice(0, limit);
    return {
      status: 200,
      body: users.map((memberId) => ({ guild_scheduled_event_id: id, user: userJson(memberId, memberId, false) })),
    };
  }

  private mayPlanIn(channel: Channel, applicationId: string, kind: number): boolean {
    const held = this.state.permissionsIn(channel, applicationId);
    const needed = NEEDED_IN_CHANNEL[kind === 1 ? 1 : 2];
    return typeof held === 'bigint' && needed.every((name) => (held & PERMISSION[name]) !== 0n);
  }

  private may(guild: Guild, memberId: string, permission: 'createEvents' | 'manageEvents'): boolean {
    return (this.state.guilds.permissions(guild, memberId) & PERMISSION[permission]) !== 0n;
  }
}

/** Discord's JSON for a scheduled event. */
const eventJson = (event: ScheduledEvent): unknown => ({
  id: event.id,
  guild_id: event.guildId,
  channel_id: event.channelId,
  creator_id: event.creatorId,
  name: event.name,
  description: event.description,
  scheduled_start_time: event.startsAt,
  scheduled_end_time: event.endsAt,
  privacy_level: GUILD_ONLY,
  status: SCHEDULED,
  entity_type: event.kind,
  entity_id: null,
  entity_metadata: event.channelId === null ? { location: event.location } : null,
  user_count: event.interested.size,
  image: null,
  recurrence_rule: null,
});
