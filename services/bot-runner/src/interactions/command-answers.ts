import { Injectable } from '@nestjs/common';
import type { APIApplicationCommandInteraction } from 'discord-api-types/v10';
import { UNKNOWN_COMMAND } from '../commands/command-texts.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { SystemInteractions } from '../systems/system-interactions.js';
import { ApplicationCommands } from './application-commands.js';
import type { ComponentAnswer } from './components.js';
import { messageResponse, nowPrivately } from './interaction-responses.js';
import { SlashCalls } from './slash-calls.js';

/** Answers the application commands of systems and those that a bot learned. */
@Injectable()
export class CommandAnswers {
  constructor(
    private readonly systems: SystemInteractions,
    private readonly calls: SlashCalls,
    private readonly registered: ApplicationCommands,
  ) {}

  /** Null for a command that the owner's own program answers. */
  async answerTo(
    connected: ConnectedBot,
    interaction: APIApplicationCommandInteraction,
    memberId: string,
  ): Promise<ComponentAnswer | null> {
    const ofSystem = await this.systems.answerTo(connected, interaction);
    if (ofSystem) return ofSystem;
    const learned = await this.calls.answerTo(connected, interaction, memberId);
    if (learned)
      return learned.kind === 'message' ? { kind: 'now', body: messageResponse(learned) } : { ...learned, isUpdate: false };
    const isOurs = await this.registered.isRegistered(connected.bot, interaction.data.id);
    return isOurs ? nowPrivately(UNKNOWN_COMMAND) : null;
  }
}
