import { DiscordAPIError } from '@discordjs/rest';
import { LOGGER, errorText, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import {
  InteractionResponseType,
  MessageFlags,
  RESTJSONErrorCodes,
  Routes,
  type APIInteraction,
  type APIMessage,
  type RESTPostAPIInteractionCallbackJSONBody,
} from 'discord-api-types/v10';
import type { CommandMessage } from '../commands/catalogue-command.js';
import type { RefusedUse } from '../commands/command-traces.js';
import { RestClients } from '../discord/rest-clients.js';
import type { ComponentAnswer } from './components.js';
import { HandledInteractions } from './handled-interactions.js';
import type { Deferral } from './late-answers.js';

/** Discord accepts the first response to an interaction only within three seconds. */
export const RESPONSE_TIMEOUT_MS = 2500;

const ALREADY_ACKNOWLEDGED = RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged;

type Response = RESTPostAPIInteractionCallbackJSONBody;

/** Sends the first response to an interaction. */
@Injectable()
export class InteractionResponses {
  constructor(
    private readonly clients: RestClients,
    readonly handled: HandledInteractions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * False when Discord refuses it, because the interaction is too old for example. True also when it has one already, or may have: Discord's answer
   * to an earlier attempt can be lost, and a runner that had the session before may have died right after its response.
   */
  async send(botId: string, { id, token }: Pick<APIInteraction, 'id' | 'token'>, body: Response): Promise<boolean> {
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
      const reason = errorText(error);
      this.logger.info({ botId, interactionId: id, reason }, 'response to an interaction not accepted');
      return !(error instanceof DiscordAPIError && error.status < 500 && error.code !== ALREADY_ACKNOWLEDGED);
    }
  }

  /**
   * The first response to the interaction, by a runner that had the session before; null without one. `announced`: the message that follows is not there
   * yet. Nothing is announced when Discord cannot be asked.
   */
  async earlier(
    botId: string,
    interaction: Pick<APIInteraction, 'id' | 'token' | 'application_id'>,
  ): Promise<{ readonly announced: Deferral | null } | null> {
    const { id, token, application_id: applicationId } = interaction;
    try {
      const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
      const route = Routes.webhookMessage(applicationId, token, '@original');
      const { flags = 0 } = (await this.clients.anonymous.get(route, { auth: false, signal })) as Pick<APIMessage, 'flags'>;
      if ((flags & MessageFlags.Loading) === 0) return { announced: null };
      return { announced: (flags & MessageFlags.Ephemeral) === 0 ? 'public' : 'private' };
    } catch (error) {
      const isRefused = error instanceof DiscordAPIError && error.status === 404;
      this.logger.info({ botId, interactionId: id, isRefused }, 'late interaction has no response that can be read');
      return isRefused ? null : { announced: null };
    }
  }
}

/** A message at once. */
export const messageResponse = ({ isPrivate = false, content, embeds, poll }: Omit<CommandMessage, 'kind'>): Response => ({
  type: InteractionResponseType.ChannelMessageWithSource,
  data: {
    ...(content === undefined ? {} : { content }),
    ...(embeds ? { embeds } : {}),
    ...(poll ? { poll } : {}),
    ...(isPrivate ? { flags: MessageFlags.Ephemeral } : {}),
    allowed_mentions: { parse: [] },
  },
});

/** That the message follows: Discord shows that the bot is thinking. */
export const deferredResponse = (isPrivate: boolean): Response => ({
  type: InteractionResponseType.DeferredChannelMessageWithSource,
  data: isPrivate ? { flags: MessageFlags.Ephemeral } : {},
});

/** That an answer follows that is not there in time. */
export const announcing = (deferral: Deferral): Response =>
  deferral === 'update' ? { type: InteractionResponseType.DeferredMessageUpdate } : deferredResponse(deferral === 'private');

/** A text that only the member sees, at once. */
export const nowPrivately = (content: string): ComponentAnswer => ({
  kind: 'now',
  body: messageResponse({ content, isPrivate: true }),
});

/** For the use of a button, a menu or a form that does nothing: the member reads why at once, and the owner later. */
export const refusingUse = (told: string, belongsTo: string | null, reason?: RefusedUse['reason']): ComponentAnswer => ({
  kind: 'now',
  body: messageResponse({ content: told, isPrivate: true }),
  refused: { told, belongsTo, reason },
});
