import { AutoModRules } from './auto-moderation.js';
import { PERMISSION, type Guild, type Member, type PermissionName } from './guilds.js';
import type { Announce, RestRequest, RestResponse } from './rest-types.js';
import { invalid } from './form-problems.js';
import { channelJson, guildFields, isThread, memberJson, roleJson, userJson } from './payloads.js';
import { missingAccess, missingPermissions, unknown } from './permissions.js';
import { ScheduledEvents } from './scheduled-events.js';
import type { DiscordState } from './state.js';
import { voiceStateJson } from './voice/voice-states.js';

const LONGEST_TIMEOUT_MS = 28 * 86_400_000;
const notFound: RestResponse = { status: 404, body: { message: '404: Not Found', code: 0 } };

/** Serves /guilds/<id>: what a bot reads of its guilds, and how it moderates their members. */
export class GuildRoutes {
  readonly events: ScheduledEvents;

  constructor(
    private readonly state: DiscordState,
    private readonly announce: Announce,
  ) {
    this.events = new ScheduledEvents(state, announce);
  }

  serve(request: RestRequest): RestResponse {
    const { method, path, applicationId } = request;
    const guild = this.state.guilds.get(path[1]);
    if (!guild) return unknown('Guild', 10_004);
    if (!guild.members.has(applicationId)) return missingAccess;
    const [, , area, memberId] = path;
    if (area === 'members' && memberId !== undefined) return this.member(request, guild, memberId);
    if (area === 'bans' && memberId !== undefined) return this.ban(request, guild, memberId);
    if (area === 'auto-moderation') return new AutoModRules(this.state).serve(request, guild);
    if (area === 'scheduled-events') return this.events.serve(request, guild);
    if (method !== 'GET') return notFound;
    if (area === undefined) return { status: 200, body: this.guild(guild) };
    if (area === 'voice-states') return this.voiceState(guild, memberId === '@me' ? applicationId : memberId);
    if (area === 'emojis')
      return { status: 200, body: [...guild.emojis].map(([name, id]) => ({ id, name, animated: false, available: true })) };
    if (area === 'roles') return { status: 200, body: [...guild.roles.values()].map(roleJson) };
    if (area === 'threads' && memberId === 'active')
      return { status: 200, body: { threads: this.activeThreads(guild), members: [] } };
    if (area !== 'channels') return notFound;
    return {
      status: 200,
      body: this.state
        .channelsOf(guild.id)
        .filter((one) => !isThread(one))
        .map(channelJson),
    };
  }

  private voiceState(guild: Guild, userId = ''): RestResponse {
    const state = this.state.guilds.voiceStates.find({ guildId: guild.id, userId });
    return state ? { status: 200, body: { guild_id: guild.id, ...voiceStateJson(state) } } : unknown('Voice State', 10_065);
  }

  private activeThreads(guild: Guild): unknown[] {
    return this.state
      .channelsOf(guild.id)
      .filter((one) => isThread(one) && !one.isArchived)
      .map(channelJson);
  }

  private guild(guild: Guild): unknown {
    const count = guild.members.size;
    return { ...guildFields(guild), approximate_member_count: count, approximate_presence_count: count };
  }

  private member(request: RestRequest, guild: Guild, memberId: string): RestResponse {
    const { method, path, applicationId } = request;
    const member = guild.members.get(memberId);
    if (!member) return unknown('Member', 10_007);
    if (path[4] === 'roles') return this.role(request, guild, member);
    if (method === 'GET') return { status: 200, body: this.json(member) };
    if (method === 'DELETE') {
      const refused = this.refused(guild, applicationId, 'kickMembers', memberId);
      if (refused) return refused;
      this.leave(guild, memberId);
      return { status: 204 };
    }
    return method === 'PATCH' ? this.change(request, guild, member) : notFound;
  }

  private change({ body, applicationId }: RestRequest, guild: Guild, member: Member): RestResponse {
    const until = body['communication_disabled_until'];
    if (until === undefined) return notFound;
    const refused = this.refused(guild, applicationId, 'moderateMembers', member.id);
    if (refused) return refused;
    // Nobody can put an administrator in a timeout.
    const isAdministrator = this.state.guilds.permissions(guild, member.id) & PERMISSION.administrator;
    if (until !== null && isAdministrator) return missingPermissions;
    const untilMs = until === null ? null : Date.parse(String(until));
    if (untilMs !== null && !(untilMs <= Date.now() + LONGEST_TIMEOUT_MS))
      return invalid('communication_disabled_until', 'INVALID_COMMUNICATION_DISABLED_TIMESTAMP', 'Must be within 28 days.');
    member.timedOutUntil = untilMs === null ? null : new Date(untilMs).toISOString();
    return { status: 200, body: this.json(member) };
  }

  private role({ method, path, applicationId }: RestRequest, guild: Guild, member: Member): RestResponse {
    const role = guild.roles.get(path[5] ?? '');
    if (!role) return unknown('Role', 10_011);
    const isBelow = this.state.guilds.highestPosition(guild, applicationId) > role.position;
    if (!isBelow || role.managed || role.id === guild.id) return missingPermissions;
    if (!(this.state.guilds.permissions(guild, applicationId) & PERMISSION.manageRoles)) return missingPermissions;
    if (method !== 'PUT' && method !== 'DELETE') return notFound;
    const others = member.roles.filter((id) => id !== role.id);
    member.roles = method === 'PUT' ? [...others, role.id] : others;
    return { status: 204 };
  }

  private ban({ method, applicationId }: RestRequest, guild: Guild, memberId: string): RestResponse {
    const refused = this.refused(guild, applicationId, 'banMembers', memberId);
    if (refused) return refused;
    if (method === 'DELETE') return guild.bans.delete(memberId) ? { status: 204 } : unknown('Ban', 10_026);
    if (method !== 'PUT') return notFound;
    guild.bans.add(memberId);
    this.leave(guild, memberId);
    return { status: 204 };
  }

  private refused(guild: Guild, applicationId: string, permission: PermissionName, memberId: string): RestResponse | null {
    const isAllowed = this.state.guilds.permissions(guild, applicationId) & PERMISSION[permission];
    const isAbove = !guild.members.has(memberId) || this.state.guilds.isAbove(guild, applicationId, memberId);
    return isAllowed && isAbove ? null : missingPermissions;
  }

  private leave(guild: Guild, memberId: string): void {
    const member = guild.members.get(memberId);
    if (!member) return;
    guild.members.delete(memberId);
    const user = userJson(member.id, member.name, member.isBot);
    this.announce(guild.id, 'GUILD_MEMBER_REMOVE', { guild_id: guild.id, user });
  }

  private json(member: Member): unknown {
    return { ...memberJson(member), user: userJson(member.id, member.name, member.isBot, member.avatar) };
  }
}
