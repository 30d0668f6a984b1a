import { Injectable } from '@nestjs/common';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionType,
  type APIApplicationCommandInteraction,
  type APIMessageComponentInteraction,
  type APIModalSubmitInteraction,
} from 'discord-api-types/v10';
import { findCommand } from '../commands/catalogue.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { systemCommands } from '../systems/definitions.js';
import { ApplicationCommands } from './application-commands.js';
import { slashCommands, SUMMARIZE_MENU } from './command-set.js';
import { Components } from './components.js';
import { FORGET_ME } from './forget-me.js';
import type { Deferral } from './late-answers.js';
import { descriptionIn } from './slash-options.js';
import { TRUST_COMMANDS } from './trust-commands.js';

/** An interaction that a member may get an answer to. */
export type Answerable = APIApplicationCommandInteraction | APIMessageComponentInteraction | APIModalSubmitInteraction;

const OF_EVERY_BOT = [FORGET_ME, ...TRUST_COMMANDS];

/** How the answer to an interaction is announced that is not there in time. */
@Injectable()
export class Deferrals {
  constructor(
    private readonly components: Components,
    private readonly registered: ApplicationCommands,
  ) {}

  /** Whether the answer may be a form, which cannot be announced: no command opens one. */
  opensForm(connected: ConnectedBot, interaction: Answerable, memberId: string): boolean {
    return interaction.type !== InteractionType.ApplicationCommand && this.components.opensForm(connected, interaction, memberId);
  }

  /** Null for what the owner's own program answers. */
  async of(connected: ConnectedBot, interaction: Answerable, memberId: string): Promise<Deferral | null> {
    if (interaction.type !== InteractionType.ApplicationCommand)
      return this.components.deferralOf(connected, interaction, memberId);
    const { data } = interaction;
    if (OF_EVERY_BOT.some(({ name, type }) => name === data.name && type === data.type)) return 'private';
    const learned = privacyOf(connected, interaction);
    if (learned !== null) return learned ? 'private' : 'public';
    if (!(await this.registered.isRegistered(connected.bot, data.id))) return null;
    return descriptionIn(interaction) === null ? 'private' : 'public';
  }
}

/** Whether the answer of a command of a system, or of one that the bot learned, is for the member alone; null for another command. */
function privacyOf({ bot }: ConnectedBot, { data }: APIApplicationCommandInteraction): boolean | null {
  const offered = slashCommands(bot);
  if (data.type === ApplicationCommandType.Message) {
    const isLearned = data.name === SUMMARIZE_MENU && offered.some(({ command }) => command.commandId === 'summarize');
    return isLearned ? true : null;
  }
  if (data.type !== ApplicationCommandType.ChatInput) return null;
  const ofSystem = systemCommands(bot).find(({ definition }) => definition.name === data.name);
  if (ofSystem && bot.channelSettings.allowCommands) {
    const { isPrivate } = ofSystem;
    const [first] = data.options ?? [];
    const subcommand = first?.type === ApplicationCommandOptionType.Subcommand ? first.name : null;
    return typeof isPrivate === 'boolean' ? isPrivate : isPrivate(subcommand);
  }
  const learned = offered.find(({ name }) => name === data.name)?.command;
  return learned ? findCommand(learned.commandId)?.isPrivate === true : null;
}
