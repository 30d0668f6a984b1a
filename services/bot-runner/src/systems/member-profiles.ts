import { DiscordAPIError } from '@discordjs/rest';
import { Injectable } from '@nestjs/common';
import { Routes, type APIGuildMember } from 'discord-api-types/v10';
import { displayName } from '../discord/display-name.js';
import { RestClients } from '../discord/rest-clients.js';

/** A member as the server shows them. */
export interface MemberProfile {
  readonly memberId: string;
  readonly name: string;
  /** Of the account: Latin letters, digits, `_` and `.`. */
  readonly username: string;
  readonly isBot: boolean;
  /** The hash of the picture of the account; null without one. */
  readonly avatar: string | null;
}

/** Asks Discord who a member is. */
@Injectable()
export class MemberProfiles {
  constructor(private readonly clients: RestClients) {}

  /** Null for someone who is not in the server. */
  async find({ botId, guildId, memberId }: { botId: string; guildId: string; memberId: string }): Promise<MemberProfile | null> {
    try {
      const found = await this.clients.use(botId, (rest) => rest.get(Routes.guildMember(guildId, memberId)));
      const { nick, user } = found as APIGuildMember;
      const { username, avatar, bot } = user;
      return { memberId, name: displayName(user, nick), username, isBot: bot === true, avatar };
    } catch (error) {
      if (error instanceof DiscordAPIError && error.status === 404) return null;
      throw error;
    }
  }
}
