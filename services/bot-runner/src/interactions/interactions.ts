import { LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import {
  ApplicationCommandType,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
  Routes,
  type APIInteraction,
  type RESTPostAPIInteractionCallbackJSONBody,
} from 'discord-api-types/v10';
import { RestClients } from '../discord/rest-clients.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { FORGET_ME, ForgetMe } from './forget-me.js';

/** Discord accepts the first response to an interaction only within three seconds. */
const RESPONSE_TIMEOUT_MS = 2500;
const UNKNOWN_COMMAND = 'I do not know this command any more.';

/** Handles the application commands that members use; each response is visible only to the member. */
@Injectable()
export class Interactions {
  constructor(
    private readonly clients: RestClients,
    private readonly forgetMe: ForgetMe,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves when the interaction is processed; null when there was nothing to do. */
  handle(connected: ConnectedBot, interaction: APIInteraction): Promise<void> | null {
    const member = interaction.member?.user ?? interaction.user;
    if (interaction.type !== InteractionType.ApplicationCommand || !member) return null;
    const { name, type } = interaction.data;
    const isKnown = type === ApplicationCommandType.ChatInput && name === FORGET_ME.name;
    const text = isKnown
      ? this.forgetMe.execute(connected, { memberId: member.id, interactionId: interaction.id })
      : Promise.resolve(UNKNOWN_COMMAND);
    return text.then((content) => this.respond(connected, interaction, content));
  }

  /** Discord refuses a response to an interaction that is too old, or that it delivered again after a RESUME; its effect remains. */
  private async respond({ bot }: ConnectedBot, { id, token }: APIInteraction, content: string): Promise<void> {
    const body: RESTPostAPIInteractionCallbackJSONBody = {
      type: InteractionResponseType.ChannelMessageWithSource,
      data: { content, flags: MessageFlags.Ephemeral, allowed_mentions: { parse: [] } },
    };
    try {
      // The interaction's own token in the URL authorises this request.
      await this.clients.anonymous.post(Routes.interactionCallback(id, token), {
        body,
        auth: false,
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      });
    } catch (error) {
      // Not the error itself: the URL in it contains the token.
      const reason = error instanceof Error ? error.message : 'unknown';
      this.logger.info({ botId: bot.botId, interactionId: id, reason }, 'response to an interaction refused');
    }
  }
}
