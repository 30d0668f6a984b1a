import { DiscordAPIError } from '@discordjs/rest';
import { Injectable } from '@nestjs/common';
import { Routes } from 'discord-api-types/v10';
import { RestClients } from '../discord/rest-clients.js';
import { Problems } from '../problems/problems.service.js';

export interface RoleChange {
  readonly bot: { readonly botId: string; readonly ownerId: string };
  readonly guildId: string;
  readonly memberId: string;
  readonly roleId: string;
  /** What Discord's audit log shows, at most 512 characters. */
  readonly reason: string;
}

/** `refused`: the bot lacks the permission or stands below the role. `missing`: the role does not exist, or the member is not in the server. */
export type RoleResult = 'done' | 'refused' | 'missing';

/** Gives roles to members and takes them. Doing it twice changes nothing more. What Discord refuses is shown to the owner of the bot. */
@Injectable()
export class MemberRoles {
  constructor(
    private readonly clients: RestClients,
    private readonly problems: Problems,
  ) {}

  /** Throws what another attempt may overcome. */
  give(change: RoleChange): Promise<RoleResult> {
    return this.change('put', change);
  }

  /** Throws what another attempt may overcome. */
  take(change: RoleChange): Promise<RoleResult> {
    return this.change('delete', change);
  }

  private async change(method: 'put' | 'delete', { bot, guildId, memberId, roleId, reason }: RoleChange): Promise<RoleResult> {
    const place = { guildId, channelId: null, action: 'manage-roles' } as const;
    try {
      await this.clients.use(bot.botId, (rest) => rest[method](Routes.guildMemberRole(guildId, memberId, roleId), { reason }));
      await this.problems.resolve(bot, place);
      return 'done';
    } catch (error) {
      if (!(error instanceof DiscordAPIError)) throw error;
      if (error.status === 404 || error.status === 400) return 'missing';
      if (error.status !== 403) throw error;
      await this.problems.record(bot, place, 'Manage Roles');
      return 'refused';
    }
  }
}
