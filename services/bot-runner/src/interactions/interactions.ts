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
import type { Listener } from '../messages/message-intake.js';
import { FORGET_ME, ForgetMe } from './forget-me.js';

/** Discord takes the first answer within three seconds only. */
const ANSWER_MS = 2500;
const UNKNOWN = 'I do not know this command any more.';

/** What members do with the commands of a companion, answered to them alone. */
@Injectable()
export class Interactions {
  constructor(
    private readonly clients: RestClients,
    private readonly forgetMe: ForgetMe,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves when the interaction need not come again; null: it needed nothing. */
  take(listener: Listener, interaction: APIInteraction): Promise<void> | null {
    const member = interaction.member?.user ?? interaction.user;
    if (interaction.type !== InteractionType.ApplicationCommand || !member) return null;
    const { name, type } = interaction.data;
    const isKnown = type === ApplicationCommandType.ChatInput && name === FORGET_ME.name;
    const words = isKnown
      ? this.forgetMe.ask(listener, { memberId: member.id, interactionId: interaction.id })
      : Promise.resolve(UNKNOWN);
    return words.then((content) => this.answer(listener, interaction, content));
  }

  /** One that comes again after a RESUME was answered before, or is too old: Discord refuses that, and the act stands. */
  private async answer({ bot }: Listener, { id, token }: APIInteraction, content: string): Promise<void> {
    const body: RESTPostAPIInteractionCallbackJSONBody = {
      type: InteractionResponseType.ChannelMessageWithSource,
      data: { content, flags: MessageFlags.Ephemeral, allowed_mentions: { parse: [] } },
    };
    try {
      // The interaction's own token speaks for us: no other is asked for.
      await this.clients.anonymous.post(Routes.interactionCallback(id, token), {
        body,
        auth: false,
        signal: AbortSignal.timeout(ANSWER_MS),
      });
    } catch (error) {
      // Not the error itself: the address in it holds the token.
      const reason = error instanceof Error ? error.message : 'unknown';
      this.logger.info({ botId: bot.botId, interactionId: id, reason }, 'an interaction was not answered');
    }
  }
}
