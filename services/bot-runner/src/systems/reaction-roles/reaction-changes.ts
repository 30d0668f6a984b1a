import { Injectable } from '@nestjs/common';
import { Routes } from 'discord-api-types/v10';
import { isOutOfReach } from '../../discord/refused.js';
import { RestClients } from '../../discord/rest-clients.js';
import { emojiInPath, emojiKey, type Emoji } from './emoji.js';
import { RoleChanges } from './role-changes.js';
import type { RoleChoice } from './role-choices.js';
import { RoleMessages, type RoleMessage } from './role-messages.service.js';
import type { RoleSettings } from './role-settings.js';

type ChoiceWithEmoji = RoleChoice & { readonly emoji: Emoji };

interface Reaction {
  readonly memberId: string;
  readonly settings: RoleSettings;
  /** The event of Discord; absent for a reaction that was found later. */
  readonly eventId?: string;
}

/** What reactions to a role message change. Throws what Discord answers. */
@Injectable()
export class ReactionChanges {
  constructor(
    private readonly messages: RoleMessages,
    private readonly roles: RoleChanges,
    private readonly clients: RestClients,
  ) {}

  /** Gives the role and remembers the reaction; above the limit of roles the reaction is taken away where the bot may, and it is false. */
  async add(
    message: RoleMessage,
    choice: ChoiceWithEmoji,
    { memberId, settings, roleIdsBefore, eventId }: Reaction & { readonly roleIdsBefore: readonly string[] | null },
  ): Promise<boolean> {
    // Found after a new session, while its event was waiting.
    if (await this.messages.hasReaction(message, emojiKey(choice.emoji), memberId)) return true;
    const wish = { message, choice, memberId, roleIdsBefore, settings };
    const change = await this.roles.give({ ...wish, eventId: eventId ?? foundId(message, choice, memberId) });
    if (change === 'full') await this.takeReaction(message, choice.emoji, memberId);
    else await this.messages.addReaction(message, emojiKey(choice.emoji), memberId);
    return change !== 'full';
  }

  /** Takes the role where the owner wants that, and forgets the reaction. */
  async remove(message: RoleMessage, choice: ChoiceWithEmoji, { memberId, settings, eventId }: Reaction): Promise<void> {
    const key = emojiKey(choice.emoji);
    if (settings.removeOnReact) {
      const isKnown = await this.messages.hasReaction(message, key, memberId);
      const wish = { message, choice, memberId, roleIdsBefore: null, settings };
      await this.roles.take({ ...wish, eventId: eventId ?? `gone-${foundId(message, choice, memberId)}` }, isKnown);
    }
    await this.messages.removeReaction(message, key, memberId);
  }

  private async takeReaction({ botId, channelId, messageId }: RoleMessage, emoji: Emoji, memberId: string): Promise<void> {
    const route = Routes.channelMessageUserReaction(channelId, messageId ?? '', emojiInPath(emoji), memberId);
    try {
      await this.clients.use(botId, (rest) => rest.delete(route));
    } catch (error) {
      // The bot does not need the permission to manage messages for anything else.
      if (!isOutOfReach(error)) throw error;
    }
  }
}

/** Of a reaction that was found later. Discord keeps no time of reactions: one a minute of the same member is told. */
const foundId = ({ id }: RoleMessage, { roleId }: RoleChoice, memberId: string): string =>
  `${id}-${roleId}-${memberId}-${Math.floor(Date.now() / 60_000)}`;
