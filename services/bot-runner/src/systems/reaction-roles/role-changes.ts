import { DiscordAPIError } from '@discordjs/rest';
import { LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import { GuildAccess } from '../../discord/guild-access.js';
import { postponement } from '../../discord/job-attempt.js';
import { RestClients } from '../../discord/rest-clients.js';
import { Problems } from '../../problems/problems.service.js';
import { SystemPosts } from '../system-posts.js';
import type { RoleChoice } from './role-choices.js';
import type { RoleMessage } from './role-messages.service.js';
import type { RoleSettings } from './role-settings.js';

/** What became of the wish of a member; `deleted` when the server has the role no more. */
export type RoleChange = 'given' | 'taken' | 'kept' | 'full' | 'deleted';

interface Wish {
  readonly message: RoleMessage;
  readonly choice: RoleChoice;
  readonly memberId: string;
  /** The roles of the member when they asked, which a repeated job decides by again; null when they are not known. */
  readonly roleIdsBefore: readonly string[] | null;
  readonly settings: RoleSettings;
  /** Identifies the change in the log channel. */
  readonly eventId: string;
}

const REASON = 'Picked from a role message';

/** Gives members the roles that they pick, and takes them back. Throws what Discord answers. */
@Injectable()
export class RoleChanges {
  constructor(
    private readonly clients: RestClients,
    private readonly access: GuildAccess,
    private readonly posts: SystemPosts,
    private readonly problems: Problems,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `full` when the member has as many roles of the message as a member may pick. */
  async give(wish: Wish): Promise<RoleChange> {
    const { message, choice, memberId, settings } = wish;
    const roleIds = await this.rolesOf(message, memberId);
    if (roleIds === null || (wish.roleIdsBefore ?? roleIds).includes(choice.roleId)) return 'kept';
    const others = message.choices.filter(({ roleId }) => roleId !== choice.roleId && roleIds.includes(roleId));
    if (others.length >= settings.maxRoles) return 'full';
    const route = Routes.guildMemberRole(message.guildId, memberId, choice.roleId);
    try {
      await this.clients.use(message.botId, (rest) => rest.put(route, { reason: REASON }));
    } catch (error) {
      if (hasCode(error, RESTJSONErrorCodes.UnknownRole)) return 'deleted';
      throw error;
    }
    await this.resolve(message);
    await this.log(wish, `➕ <@${memberId}> picked <@&${choice.roleId}>.`);
    return 'given';
  }

  /** `isKnown`: the role was given by the same message, so that it is told even when the role is gone already. */
  async take(wish: Wish, isKnown = false): Promise<RoleChange> {
    const { message, choice, memberId } = wish;
    const roleIds = wish.roleIdsBefore ?? (await this.rolesOf(message, memberId));
    if (roleIds === null || (!isKnown && !roleIds.includes(choice.roleId))) return 'kept';
    const route = Routes.guildMemberRole(message.guildId, memberId, choice.roleId);
    try {
      await this.clients.use(message.botId, (rest) => rest.delete(route, { reason: REASON }));
      await this.resolve(message);
    } catch (error) {
      if (hasCode(error, RESTJSONErrorCodes.UnknownRole)) return 'deleted';
      if (!hasCode(error, RESTJSONErrorCodes.UnknownMember)) throw error;
    }
    await this.log(wish, `➖ <@${memberId}> gave <@&${choice.roleId}> back.`);
    return 'taken';
  }

  /** Discord lets the bot change roles in the server. */
  private async resolve({ botId, ownerId, guildId }: RoleMessage): Promise<void> {
    await this.problems.resolve({ botId, ownerId }, { guildId, channelId: null, action: 'manage-roles' });
  }

  /** Null for somebody who is not in the server any more. */
  private async rolesOf({ botId, guildId }: RoleMessage, memberId: string): Promise<readonly string[] | null> {
    try {
      return (await this.access.member({ botId, guildId }, memberId)).roleIds;
    } catch (error) {
      if (hasCode(error, RESTJSONErrorCodes.UnknownMember)) return null;
      throw error;
    }
  }

  /** What the log channel cannot be told is no reason to call a role withheld. Throws only what asks to wait. */
  private async log({ message, settings, eventId }: Wish, content: string): Promise<void> {
    const { botId, guildId } = message;
    const { logChannelId } = settings;
    if (logChannelId === null) return;
    try {
      // The channel belongs to one of the servers of the bot: what happens in others is nobody's business there.
      if (await this.access.isElsewhere({ botId, guildId, channelId: logChannelId })) return;
      await this.posts.post(message, { postId: `roles-log-${eventId}`, channelId: logChannelId, parts: [{ content }] });
    } catch (error) {
      if (postponement(error) !== null) throw error;
      this.logger.info({ botId, guildId, err: error }, 'role change not posted in the log channel');
    }
  }
}

const hasCode = (error: unknown, code: number): boolean => error instanceof DiscordAPIError && error.code === code;
