import { Injectable } from '@nestjs/common';
import type { APIApplicationCommandInteraction } from 'discord-api-types/v10';
import type { ConnectedBot } from '../messages/connected-bot.js';
import type { ComponentAnswer } from './components.js';
import { messageResponse } from './interaction-responses.js';
import { MemoryCommand } from './memory-command.js';
import { ReplyRatings } from './reply-ratings.js';
import { TrustCommands } from './trust-commands.js';

/** What every bot offers its members, besides `/forget-me`. */
@Injectable()
export class MemberCommands {
  constructor(
    private readonly trust: TrustCommands,
    private readonly memory: MemoryCommand,
    private readonly ratings: ReplyRatings,
  ) {}

  /** Null for another command. */
  answerTo(
    connected: ConnectedBot,
    interaction: APIApplicationCommandInteraction,
    memberId: string,
  ): Promise<ComponentAnswer | null> | null {
    const told = this.trust.answerTo(connected, interaction, memberId);
    if (told) return told.then((content) => ({ kind: 'now', body: messageResponse({ content, isPrivate: true }) }));
    const menu = this.ratings.menuFor(connected, interaction);
    return menu ? Promise.resolve(menu) : this.memory.answerTo(connected, interaction, memberId);
  }
}
