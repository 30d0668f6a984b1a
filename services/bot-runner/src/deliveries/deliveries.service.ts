import { createHash } from 'node:crypto';
import { DiscordAPIError } from '@discordjs/rest';
import { Events, LOGGER, REDIS, RpcClient, HandleJob, type JobContext, type Logger } from '@kith/kit';
import { AppError, chat, events, queues, type JobOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { Routes, type RESTPostAPIChannelMessageJSONBody } from 'discord-api-types/v10';
import type { Redis } from 'ioredis';
import { RestClients } from '../discord/rest-clients.js';
import { splitMessage } from './split-message.js';

type Delivery = JobOf<typeof queues.deliveries>;

/** Longer than a job is retried. The nonce alone would not do: Discord remembers it only for minutes. */
const PROGRESS_TTL_S = 86_400;

/** Posts replies and notices. A job may run twice: parts that were posted already are not posted again. */
@Injectable()
export class DeliveriesService {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly clients: RestClients,
    private readonly rpc: RpcClient,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandleJob(queues.deliveries)
  async deliver(job: Delivery, { isLastAttempt }: JobContext): Promise<void> {
    const { botId, messageId, channelId, kind } = job;
    const failure = await this.post(job).catch((error: unknown) => {
      const reason = permanentFailure(error) ?? (isLastAttempt ? 'Discord could not be reached.' : null);
      if (reason === null) throw error;
      return reason;
    });
    await this.events.publish(events.messageSettled, { botId, messageId, channelId });
    if (failure !== null) this.logger.warn({ botId, channelId, messageId, kind, reason: failure }, 'message not delivered');
    if (kind === 'notice') return;
    if (failure === null) await this.rpc.ask(chat.delivered, { botId, messageId });
    else await this.rpc.ask(chat.undeliverable, { botId, messageId, reason: failure.slice(0, 500) });
  }

  /** Null when all parts are posted, else why they never can be. */
  private async post({ botId, messageId, channelId, text }: Delivery): Promise<string | null> {
    const parts = splitMessage(text);
    if (parts.length === 0) return 'The answer was empty.';
    const progressKey = `runner:posted:${botId}-${messageId}`;
    const posted = Number((await this.redis.get(progressKey)) ?? 0);
    for (const [index, content] of parts.entries()) {
      if (index < posted) continue;
      const body: RESTPostAPIChannelMessageJSONBody = {
        content,
        nonce: nonceOf(botId, messageId, index),
        enforce_nonce: true,
        // A member must not be able to make the bot ping everybody (docs/decisions.md C5).
        allowed_mentions: { parse: [], replied_user: false },
        ...(index === 0 ? { message_reference: { message_id: messageId, fail_if_not_exists: false } } : {}),
      };
      await this.clients.use(botId, (rest) => rest.post(Routes.channelMessages(channelId), { body }));
      await this.redis.set(progressKey, index + 1, 'EX', PROGRESS_TTL_S);
    }
    return null;
  }
}

/** Why another attempt cannot succeed, as a text for the owner; null when it may. */
function permanentFailure(error: unknown): string | null {
  if (error instanceof AppError)
    return ['TOKEN_MISSING', 'TOKEN_INVALID', 'NOT_FOUND'].includes(error.code) ? error.message : null;
  if (!(error instanceof DiscordAPIError) || ![400, 401, 403, 404].includes(error.status)) return null;
  return `Discord refused the message: ${error.message} (${error.code}).`;
}

/** The same for every attempt at the same part of the same reply, so that Discord drops repeats; at most 25 characters. */
const nonceOf = (botId: string, messageId: string, part: number): string =>
  createHash('sha256').update(`${botId}:${messageId}:${part}`).digest('base64url').slice(0, 25);
