import { sentAtMs } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import {
  ApplicationCommandType,
  InteractionResponseType,
  InteractionType,
  type APIApplicationCommandAutocompleteInteraction,
  type APIApplicationCommandInteraction,
  type APIInteraction,
  type RESTPostAPIInteractionCallbackJSONBody,
} from 'discord-api-types/v10';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { SystemInteractions } from '../systems/system-interactions.js';
import { choicesFor } from './autocomplete.js';
import { within, type Choice } from './choices.js';
import { CommandAnswers } from './command-answers.js';
import { Components, type ComponentAnswer } from './components.js';
import { FORGET_ME, ForgetMe } from './forget-me.js';
import { deferredResponse, InteractionResponses, messageResponse, RESPONSE_TIMEOUT_MS } from './interaction-responses.js';
import { MemberCommands } from './member-commands.js';

/** Handles the application commands and the components that members use. */
@Injectable()
export class Interactions {
  constructor(
    private readonly responses: InteractionResponses,
    private readonly forgetMe: ForgetMe,
    private readonly ofMembers: MemberCommands,
    private readonly commands: CommandAnswers,
    private readonly components: Components,
    private readonly ofSystems: SystemInteractions,
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
        return this.answer(connected, interaction, () => this.components.answerTo(connected, interaction, member.id));
      default:
        return null;
    }
  }

  private call(connected: ConnectedBot, interaction: APIApplicationCommandInteraction, memberId: string): Promise<void> | null {
    const { name, type } = interaction.data;
    if (type === ApplicationCommandType.ChatInput && name === FORGET_ME.name) {
      // Also when it is too late for a response: its effect matters.
      const request = { memberId, interactionId: interaction.id };
      return this.tell(connected, interaction, this.forgetMe.execute(connected, request));
    }
    const answered = () =>
      this.ofMembers.answerTo(connected, interaction, memberId) ?? this.commands.answerTo(connected, interaction, memberId);
    return this.answer(connected, interaction, answered);
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
    return this.respond(connected, interaction, { type, data: { choices: within(choices) } }).then(() => undefined);
  }

  private async tell(connected: ConnectedBot, interaction: APIInteraction, told: Promise<string>): Promise<void> {
    await this.respond(connected, interaction, messageResponse({ content: await told, isPrivate: true }));
  }

  /** Answers at once what needs no request, and everything else later. */
  private async answer(
    connected: ConnectedBot,
    interaction: APIInteraction,
    answered: () => Promise<ComponentAnswer | null>,
  ): Promise<void> {
    if (isTooLate(interaction)) return this.finish(connected, interaction, answered);
    const answer = await answered();
    if (!answer) return;
    if (answer.kind === 'now') {
      await this.respond(connected, interaction, answer.body);
      return this.responses.handled.add(interaction);
    }
    const { isUpdate, isPrivate, enqueue } = answer;
    const body = isUpdate ? { type: InteractionResponseType.DeferredMessageUpdate as const } : deferredResponse(isPrivate);
    // Its job has the id of the interaction, so that adding it again is safe.
    if (!(await this.respond(connected, interaction, body))) return;
    await enqueue();
    await this.responses.handled.add(interaction);
  }

  /**
   * A runner that had the session before may have died between its response, that the answer follows, and the job that writes it. Discord tells the
   * member of an interaction that got no response.
   */
  private async finish(
    { bot }: ConnectedBot,
    interaction: APIInteraction,
    answered: () => Promise<ComponentAnswer | null>,
  ): Promise<void> {
    if (await this.responses.handled.has(interaction)) return;
    if (!(await this.responses.isAcknowledged(bot.botId, interaction))) return;
    const answer = await answered();
    if (answer?.kind === 'later') await answer.enqueue();
    await this.responses.handled.add(interaction);
  }

  private respond(
    { bot }: ConnectedBot,
    interaction: APIInteraction,
    body: RESTPostAPIInteractionCallbackJSONBody,
  ): Promise<boolean> {
    return this.responses.send(bot.botId, interaction, body);
  }
}

/** Discord delivers an interaction again after a RESUME, and accepts no response any more. */
const isTooLate = ({ id }: APIInteraction): boolean => Date.now() - sentAtMs(id) > RESPONSE_TIMEOUT_MS;
