import { Injectable } from '@nestjs/common';
import {
  ApplicationCommandType,
  InteractionResponseType,
  InteractionType,
  type APIApplicationCommandAutocompleteInteraction,
  type APIApplicationCommandInteraction,
  type APIInteraction,
} from 'discord-api-types/v10';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { SystemInteractions } from '../systems/system-interactions.js';
import { choicesFor } from './autocomplete.js';
import { AnsweredInteractions, isTooLate } from './answered-interactions.js';
import { within, type Choice } from './choices.js';
import { CommandAnswers } from './command-answers.js';
import { Components } from './components.js';
import { FORGET_ME, ForgetMe } from './forget-me.js';
import { nowPrivately } from './interaction-responses.js';
import { MemberCommands } from './member-commands.js';

/** Handles the application commands and the components that members use. */
@Injectable()
export class Interactions {
  constructor(
    private readonly forgetMe: ForgetMe,
    private readonly ofMembers: MemberCommands,
    private readonly commands: CommandAnswers,
    private readonly components: Components,
    private readonly ofSystems: SystemInteractions,
    private readonly answers: AnsweredInteractions,
  ) {}

  /** Resolves when the interaction is processed; null when there was nothing to do. */
  handle(connected: ConnectedBot, interaction: APIInteraction): Promise<void> | null {
    const member = interaction.member?.user ?? interaction.user;
    if (!member) return null;
    switch (interaction.type) {
      case InteractionType.ApplicationCommand:
        return this.call(connected, interaction, member.id);
      case InteractionType.ApplicationCommandAutocomplete:
        return this.complete(connected, interaction);
      case InteractionType.MessageComponent:
      case InteractionType.ModalSubmit:
        return this.answers.answer(connected, { interaction, memberId: member.id }, () =>
          this.components.answerTo(connected, interaction, member.id),
        );
      default:
        return null;
    }
  }

  private call(connected: ConnectedBot, interaction: APIApplicationCommandInteraction, memberId: string): Promise<void> | null {
    const { name, type } = interaction.data;
    if (type === ApplicationCommandType.ChatInput && name === FORGET_ME.name) {
      const request = { memberId, interactionId: interaction.id };
      const forgotten = () => this.forgetMe.execute(connected, request).then(nowPrivately);
      // Also when nobody acknowledged it: its effect matters.
      return this.answers.answer(connected, { interaction, memberId, isAlwaysDone: true }, forgotten);
    }
    const answered = () =>
      this.ofMembers.answerTo(connected, interaction, memberId) ?? this.commands.answerTo(connected, interaction, memberId);
    return this.answers.answer(connected, { interaction, memberId }, answered);
  }

  /** Null for an option that the owner's own program completes. */
  private complete(connected: ConnectedBot, interaction: APIApplicationCommandAutocompleteInteraction): Promise<void> | null {
    if (isTooLate(interaction)) return null;
    const choices = choicesFor(connected.bot, interaction);
    if (!choices)
      return this.ofSystems.choices(connected, interaction)?.then((found) => this.offer(connected, interaction, found)) ?? null;
    return this.offer(connected, interaction, choices);
  }

  private offer(
    connected: ConnectedBot,
    interaction: APIApplicationCommandAutocompleteInteraction,
    choices: Choice[],
  ): Promise<void> {
    const type = InteractionResponseType.ApplicationCommandAutocompleteResult;
    return this.answers.respond(connected, interaction, { type, data: { choices: within(choices) } }).then(() => undefined);
  }
}
