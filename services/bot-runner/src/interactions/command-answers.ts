import { Injectable } from '@nestjs/common';
import type { APIApplicationCommandInteraction } from 'discord-api-types/v10';
import { UNKNOWN_COMMAND } from '../commands/command-texts.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { SystemInteractions } from '../systems/system-interactions.js';
import { ApplicationCommands } from './application-commands.js';
import type { ComponentAnswer } from './components.js';
import { messageResponse, nowPrivately } from './interaction-responses.js';
import { SlashCalls, type SlashAnswer } from './slash-calls.js';

/** Answers the application commands of systems, those that a bot learned, and the one to draw. */
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
    if (learned) return answerOf(learned);
    // The owner's own program may have a command to draw, too.
    const isOurs = await this.registered.isRegistered(connected.bot, interaction.data.id);
    if (!isOurs) return null;
    const drawn = await this.calls.draw(connected, interaction, memberId);
    return drawn ? answerOf(drawn) : nowPrivately(UNKNOWN_COMMAND);
  }
}

const answerOf = (answer: SlashAnswer): ComponentAnswer =>
  answer.kind === 'message' ? { kind: 'now', body: messageResponse(answer) } : { ...answer, isUpdate: false };
