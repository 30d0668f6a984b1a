import { Injectable } from '@nestjs/common';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { allows, GuildAccess, type GuildMember, type GuildPlace } from '../discord/guild-access.js';
import { isOutOfReach } from '../discord/refused.js';
import type { ViolationJob } from './violation-job.js';

/** A member of a guild, where something is to be done about them. `ownUserId` is the Discord user of the bot. */
export interface MemberPlace extends GuildPlace {
  readonly ownUserId: string;
  readonly member: GuildMember;
}

/** Who may not be moderated, and what the bot may do. Methods throw what Discord answers, for example when the bot is not in the server. */
@Injectable()
export class ModerationAccess {
  constructor(private readonly access: GuildAccess) {}

  /** Whether the author may manage messages in the channel: such members are never moderated (docs/decisions.md C7). */
  async isModerator(job: ViolationJob): Promise<boolean> {
    const { member } = job.task;
    if (member.isWebhook) return false;
    return allows(await this.access.permissionsOf(guildPlaceOf(job), member), PermissionFlagsBits.ManageMessages);
  }

  /** Whether the bot is still in the server, asked anew. */
  async isInServer(place: Pick<GuildPlace, 'botId' | 'guildId'>): Promise<boolean> {
    this.access.forget(place);
    return this.access.guild(place).then(
      () => true,
      (error: unknown) => {
        if (isOutOfReach(error)) return false;
        throw error;
      },
    );
  }

  async mayDelete(job: ViolationJob): Promise<boolean> {
    const permissions = await this.access.ownPermissions(guildPlaceOf(job), job.task.ownUserId);
    return allows(permissions, PermissionFlagsBits.ManageMessages);
  }

  /** Why the bot cannot time the member out: a missing permission, or roles that stand above its own; null when it can. */
  async obstacleToTimeout({ ownUserId, member, ...place }: MemberPlace): Promise<'permission' | 'roles' | null> {
    const permissions = await this.access.ownPermissions(place, ownUserId);
    if (!allows(permissions, PermissionFlagsBits.ModerateMembers)) return 'permission';
    return (await this.access.isAbove(place, await this.access.ownMember(place, ownUserId), member)) ? null : 'roles';
  }
}

export const guildPlaceOf = ({ botId, guildId, channelId, task }: ViolationJob): GuildPlace => ({
  botId,
  guildId,
  channelId: task.parentId ?? channelId,
});
