import { setTimeout as sleep } from 'node:timers/promises';
import { errorText, LOGGER, type Logger } from '@kith/kit';
import { sentAtMs } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import {
  InteractionResponseType,
  MessageFlags,
  Routes,
  type APIInteraction,
  type APIInteractionResponseCallbackData,
  type RESTPostAPIInteractionCallbackJSONBody,
} from 'discord-api-types/v10';
import { postponement } from '../discord/job-attempt.js';
import { RestClients } from '../discord/rest-clients.js';

/**
 * What Discord is told of an answer that is not there in time: a message follows, for the member alone or for all, or the message with the
 * component may change.
 */
export type Deferral = 'private' | 'public' | 'update';

/** Discord accepts answers for this long. */
const TOKEN_MS = 900_000;
const TIMEOUT_MS = 10_000;
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

  /** `body` as it would have been the first response. Repeated, a message of a component (`update`) is posted again. Never throws. */
  async give(botId: string, interaction: Deferred, deferral: Deferral, body: Body): Promise<void> {
    try {
      await this.send(interaction, deferral, body);
    } catch (error) {
      // Not the error itself: the URL in it contains the token of the interaction.
      this.logger.warn({ botId, interactionId: interaction.id, reason: errorText(error) }, 'interaction not answered');
    }
  }

  private async send(interaction: Deferred, deferral: Deferral, given: Body): Promise<void> {
    const { application_id: applicationId, token } = interaction;
    const { isUpdate, data } = messageIn(given);
    const original = Routes.webhookMessage(applicationId, token, '@original');
    const isPrivate = ((data.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
    const change = (): Promise<unknown> => {
      const { flags: _decidedBefore, ...body } = data;
      return this.clients.anonymous.patch(original, { body, ...options() });
    };
    const post = (): Promise<unknown> =>
      this.clients.anonymous.post(Routes.webhook(applicationId, token), { body: data, ...options() });
    if (deferral === 'update') return this.untilAccepted(interaction, isUpdate ? change : post);
    // Who sees the message that follows was decided when it was announced.
    if (deferral === 'private' || !isPrivate) return this.untilAccepted(interaction, change);
    await this.untilAccepted(interaction, () => this.clients.anonymous.delete(original, options()));
    await this.untilAccepted(interaction, post);
  }

  /** Waits for the limits of Discord, as a job would. */
  private async untilAccepted({ id }: Deferred, request: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await request();
        return;
      } catch (error) {
        const waitMs = postponement(error);
        if (waitMs === null || Date.now() + waitMs > sentAtMs(id) + TOKEN_MS) throw error;
        await sleep(waitMs, undefined, { ref: false });
      }
    }
  }
}

const options = () => ({ auth: false, signal: AbortSignal.timeout(TIMEOUT_MS) });

/** The message that a response is; for a form, which is too late, a text for the member. */
function messageIn(body: Body): { readonly isUpdate: boolean; readonly data: APIInteractionResponseCallbackData } {
  if (body.type === InteractionResponseType.UpdateMessage) return { isUpdate: true, data: body.data ?? {} };
  if (body.type === InteractionResponseType.ChannelMessageWithSource) return { isUpdate: false, data: body.data };
  const data = { content: NO_FORM_ANY_MORE, flags: MessageFlags.Ephemeral, allowed_mentions: { parse: [] } };
  return { isUpdate: false, data };
}
