import { LOGGER, type Logger } from '@kith/kit';
import { sentAtMs } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import {
  ApplicationCommandType,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
  Routes,
  type APIApplicationCommandAutocompleteInteraction,
  type APIApplicationCommandInteraction,
  type APIInteraction,
  type RESTPostAPIInteractionCallbackJSONBody,
} from 'discord-api-types/v10';
import { RestClients } from '../discord/rest-clients.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { sayingPrivately } from '../commands/catalogue-command.js';
import { UNKNOWN_COMMAND } from '../commands/command-texts.js';
import { ApplicationCommands } from './application-commands.js';
import { choicesFor } from './autocomplete.js';
import { Components, type ComponentAnswer, type ComponentUse } from './components.js';
import { FORGET_ME, ForgetMe } from './forget-me.js';
import { SlashCalls, type SlashAnswer } from './slash-calls.js';
import { SystemInteractions } from '../systems/system-interactions.js';
import { TrustCommands } from './trust-commands.js';

/** Discord accepts the first response to an interaction only within three seconds. */
const RESPONSE_TIMEOUT_MS = 2500;

/** Handles the application commands and the components that members use. */
@Injectable()
export class Interactions {
  constructor(
    private readonly clients: RestClients,
    private readonly forgetMe: ForgetMe,
    private readonly calls: SlashCalls,
    private readonly trust: TrustCommands,
    private readonly registered: ApplicationCommands,
    private readonly components: Components,
    private readonly systems: SystemInteractions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves when the interaction is processed; null when there was nothing to do. */
  handle(connected: ConnectedBot, interaction: APIInteraction): Promise<void> | null {
    const member = interaction.member?.user ?? interaction.user;
    if (!member) return null;
    if (interaction.type === InteractionType.MessageComponent || interaction.type === InteractionType.ModalSubmit)
      return this.useComponent(connected, interaction, member.id);
    if (interaction.type === InteractionType.ApplicationCommandAutocomplete) return this.complete(connected, interaction);
    if (interaction.type !== InteractionType.ApplicationCommand) return null;
    const { name, type } = interaction.data;
    if (type === ApplicationCommandType.ChatInput && name === FORGET_ME.name) {
      // Also when it is too late for a response: its effect matters.
      const request = { memberId: member.id, interactionId: interaction.id };
      return this.forgetMe
        .execute(connected, request)
        .then((content) => this.respond(connected, interaction, messageOf({ content, isPrivate: true })))
        .then(() => undefined);
    }
    if (isTooLate(interaction)) return null;
    const told = this.trust.answerTo(connected, interaction, member.id);
    if (!told) return this.call(connected, interaction, member);
    return told.then(
      async (content) => void (await this.respond(connected, interaction, messageOf({ content, isPrivate: true }))),
    );
  }

  /** Null for an option that the owner's own program completes. */
  private complete(connected: ConnectedBot, interaction: APIApplicationCommandAutocompleteInteraction): Promise<void> | null {
    const choices = isTooLate(interaction) ? null : choicesFor(connected.bot, interaction);
    if (!choices) return null;
    const type = InteractionResponseType.ApplicationCommandAutocompleteResult;
    return this.respond(connected, interaction, { type, data: { choices } }).then(() => undefined);
  }

  /** Answers at once what needs no request, and everything else later: Discord shows meanwhile that the bot is thinking. */
  private async call(
    connected: ConnectedBot,
    interaction: APIApplicationCommandInteraction,
    member: { readonly id: string },
  ): Promise<void> {
    const ofSystem = this.systems.answerTo(connected, interaction);
    if (ofSystem) return this.respondWith(connected, interaction, ofSystem);
    const learned = await this.calls.answerTo(connected, interaction, member.id);
    // Other commands of the application are answered by the owner's own program.
    if (!learned && !(await this.registered.isRegistered(connected.bot, interaction.data.id))) return;
    const answer = learned ?? sayingPrivately(UNKNOWN_COMMAND);
    if (answer.kind === 'message') {
      await this.respond(connected, interaction, messageOf(answer));
      return;
    }
    const isDeferred = await this.respond(connected, interaction, deferred(answer.isPrivate));
    // A refused response was accepted before, by the runner that had the session earlier, or came too late.
    if (isDeferred) await answer.enqueue();
  }

  private async useComponent(connected: ConnectedBot, interaction: ComponentUse['interaction'], memberId: string): Promise<void> {
    if (isTooLate(interaction)) return;
    const answer = await this.components.answerTo(connected, interaction, memberId);
    if (answer) await this.respondWith(connected, interaction, answer);
  }

  private async respondWith(connected: ConnectedBot, interaction: APIInteraction, answer: ComponentAnswer): Promise<void> {
    if (answer.kind === 'now') {
      await this.respond(connected, interaction, answer.body);
      return;
    }
    const { isUpdate, isPrivate } = answer;
    const isDeferred = await this.respond(
      connected,
      interaction,
      isUpdate ? { type: InteractionResponseType.DeferredMessageUpdate } : deferred(isPrivate),
    );
    if (isDeferred) await answer.enqueue();
  }

  /** False when Discord refuses it: the interaction is too old, or was answered before. */
  private async respond(
    { bot }: ConnectedBot,
    { id, token }: APIInteraction,
    body: RESTPostAPIInteractionCallbackJSONBody,
  ): Promise<boolean> {
    try {
      // The interaction's own token in the URL authorises this request.
      await this.clients.anonymous.post(Routes.interactionCallback(id, token), {
        body,
        auth: false,
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      });
      return true;
    } catch (error) {
      // Not the error itself: the URL in it contains the token.
      const reason = error instanceof Error ? error.message : 'unknown';
      this.logger.info({ botId: bot.botId, interactionId: id, reason }, 'response to an interaction refused');
      return false;
    }
  }
}

/** Discord delivers an interaction again after a RESUME, and accepts no response any more. */
const isTooLate = ({ id }: APIInteraction): boolean => Date.now() - sentAtMs(id) > RESPONSE_TIMEOUT_MS;

const deferred = (isPrivate: boolean): RESTPostAPIInteractionCallbackJSONBody => ({
  type: InteractionResponseType.DeferredChannelMessageWithSource,
  data: isPrivate ? { flags: MessageFlags.Ephemeral } : {},
});

function messageOf({ isPrivate = false, content, embeds, poll }: Omit<Extract<SlashAnswer, { kind: 'message' }>, 'kind'>) {
  return {
    type: InteractionResponseType.ChannelMessageWithSource,
    data: {
      ...(content === undefined ? {} : { content }),
      ...(embeds ? { embeds } : {}),
      ...(poll ? { poll } : {}),
      ...(isPrivate ? { flags: MessageFlags.Ephemeral } : {}),
      allowed_mentions: { parse: [] },
    },
  } satisfies RESTPostAPIInteractionCallbackJSONBody;
}
