import { LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import {
  InteractionResponseType,
  MessageFlags,
  Routes,
  type APIInteraction,
  type APIInteractionResponseCallbackData,
  type RESTPostAPIInteractionCallbackJSONBody,
} from 'discord-api-types/v10';
import { ignoreMissing } from '../discord/message-poster.js';
import { RestClients } from '../discord/rest-clients.js';
import { answered, FOR_NEW_MESSAGE, tokenRequest, untilAccepted } from './until-accepted.js';

/**
 * What Discord is told of an answer that is not there in time: a message follows, for the member alone or for all, or the message with the
 * component may change.
 */
export type Deferral = 'private' | 'public' | 'update';

/** An event that is not processed holds back where its session would be resumed: not for as long as Discord may be away. */
const LONGEST_HOLD_MS = 60_000;
/** Discord opens a form in its first response only. */
const NO_FORM_ANY_MORE = 'That took too long. Please try again.';

type Body = RESTPostAPIInteractionCallbackJSONBody;
type Deferred = Pick<APIInteraction, 'id' | 'token' | 'application_id'>;

/** Gives the answers that came after their interaction was deferred, and that are the work of no job. */
@Injectable()
export class LateAnswers {
  constructor(
    private readonly clients: RestClients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * `body` as it would have been the first response. Repeated, a message of a component (`update`) is posted again. Resolves when it is given, or after
   * a minute, and goes on while Discord does not accept it. Never throws.
   */
  async give(botId: string, interaction: Deferred, deferral: Deferral, body: Body): Promise<void> {
    const giving = this.send(interaction, deferral, body);
    await answered(this.logger, { botId, interactionId: interaction.id }, { giving, holdMs: LONGEST_HOLD_MS });
  }

  private async send(interaction: Deferred, deferral: Deferral, given: Body): Promise<void> {
    const { id, application_id: applicationId, token } = interaction;
    const { isUpdate, data } = messageIn(given);
    const original = Routes.webhookMessage(applicationId, token, '@original');
    const isPrivate = ((data.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
    const change = (): Promise<unknown> => {
      const { flags: _decidedBefore, ...body } = data;
      return this.clients.anonymous.patch(original, { body, ...tokenRequest() });
    };
    const post = (): Promise<unknown> =>
      this.clients.anonymous.post(Routes.webhook(applicationId, token), { body: data, ...tokenRequest() });
    if (deferral === 'update') return isUpdate ? untilAccepted(id, change) : untilAccepted(id, post, FOR_NEW_MESSAGE);
    // Who sees the message that follows was decided when it was announced.
    if (deferral === 'private' || !isPrivate) return untilAccepted(id, change);
    await untilAccepted(id, () => this.clients.anonymous.delete(original, tokenRequest()).catch(ignoreMissing));
    await untilAccepted(id, post, FOR_NEW_MESSAGE);
  }
}

/** The message that a response is; for a form, which is too late, a text for the member. */
function messageIn(body: Body): { readonly isUpdate: boolean; readonly data: APIInteractionResponseCallbackData } {
  if (body.type === InteractionResponseType.UpdateMessage) return { isUpdate: true, data: body.data ?? {} };
  if (body.type === InteractionResponseType.ChannelMessageWithSource) return { isUpdate: false, data: body.data };
  const data = { content: NO_FORM_ANY_MORE, flags: MessageFlags.Ephemeral, allowed_mentions: { parse: [] } };
  return { isUpdate: false, data };
}
