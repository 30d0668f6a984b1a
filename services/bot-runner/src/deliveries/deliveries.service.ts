import { createHash } from 'node:crypto';
import { DiscordAPIError, RateLimitError } from '@discordjs/rest';
import { Events, HandleJob, JobPostponed, LOGGER, REDIS, RpcClient, type JobContext, type Logger } from '@kith/kit';
import { AppError, chat, events, queues, type JobOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { Routes, type RESTPostAPIChannelMessageJSONBody } from 'discord-api-types/v10';
import type { Redis } from 'ioredis';
import { RequestsPaused } from '../discord/invalid-requests.js';
import { RestClients } from '../discord/rest-clients.js';
import { sentAtMs } from '../messages/connected-bot.js';
import { splitMessage } from './split-message.js';

type Delivery = JobOf<typeof queues.deliveries>;

/** Longer than a job is retried. The nonce alone would not do: Discord remembers it only for minutes. */
const PROGRESS_TTL_S = 86_400;
/** For one part, with its retries. */
const POST_TIMEOUT_MS = 10_000;
/** The other texts of a bot wait after a timeout, doubling up to the longest wait, so that a bot that gets no answers does not occupy slots. */
const FIRST_WAIT_AFTER_TIMEOUT_MS = 1000;
const LONGEST_WAIT_AFTER_TIMEOUT_MS = 60_000;
/** Nobody waits for an answer to an older message. */
const MAX_WAIT_MS = 900_000;
const MIN_POSTPONEMENT_MS = 50;

/**
 * Posts replies and notices. A job may run twice: parts that were posted already are not posted again. A job that would have to wait, because
 * of a rate limit for example, is postponed, so that it does not occupy a slot that others need.
 */
@Injectable()
export class DeliveriesService {
  /** Bots whose last post timed out: until when their texts wait. */
  private readonly timeouts = new Map<string, { readonly untilMs: number; readonly waitMs: number }>();

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly clients: RestClients,
    private readonly rpc: RpcClient,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandleJob(queues.deliveries)
  async deliver(job: Delivery, { isLastAttempt }: Pick<JobContext, 'isLastAttempt'>): Promise<void> {
    const { ownerId, botId, messageId, channelId, kind } = job;
    const failure = await this.post(job).catch((error: unknown) => {
      const waitMs = postponement(error);
      const isTooLate = waitMs === null ? isLastAttempt : Date.now() + waitMs > sentAtMs(messageId) + MAX_WAIT_MS;
      const reason = permanentFailure(error) ?? (isTooLate ? 'Discord could not be reached.' : null);
      if (reason !== null) return reason;
      throw waitMs === null ? error : new JobPostponed(waitMs);
    });
    await this.events.publish(events.messageSettled, { ownerId, botId, messageId, channelId });
    if (failure !== null) this.logger.warn({ botId, channelId, messageId, kind, reason: failure }, 'message not delivered');
    if (kind === 'notice') return;
    if (failure === null) await this.rpc.ask(chat.delivered, { botId, messageId });
    else await this.rpc.ask(chat.undeliverable, { botId, messageId, reason: failure.slice(0, 500) });
  }

  /** Null when all parts are posted, else why they never can be. */
  private async post({ botId, messageId, channelId, text }: Delivery): Promise<string | null> {
    const parts = splitMessage(text);
    if (parts.length === 0) return 'The answer was empty.';
    this.requireResponsive(botId);
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
      await this.postPart(botId, channelId, body);
      await this.redis.set(progressKey, index + 1, 'EX', PROGRESS_TTL_S);
    }
    return null;
  }

  private async postPart(botId: string, channelId: string, body: RESTPostAPIChannelMessageJSONBody): Promise<void> {
    const signal = AbortSignal.timeout(POST_TIMEOUT_MS);
    try {
      await this.clients.use(botId, (rest) => rest.post(Routes.channelMessages(channelId), { body, signal }));
    } catch (error) {
      if (signal.aborted) this.recordTimeout(botId);
      throw error;
    }
    this.timeouts.delete(botId);
  }

  private recordTimeout(botId: string): void {
    const nowMs = Date.now();
    const last = this.timeouts.get(botId);
    // Several posts of the bot time out together: they count as one.
    if (last && last.untilMs > nowMs) return;
    const waitMs = last ? Math.min(last.waitMs * 2, LONGEST_WAIT_AFTER_TIMEOUT_MS) : FIRST_WAIT_AFTER_TIMEOUT_MS;
    this.forgetOldTimeouts(nowMs);
    this.timeouts.set(botId, { untilMs: nowMs + waitMs, waitMs });
  }

  /** Otherwise a bot that is deleted after a timeout would be remembered for ever. */
  private forgetOldTimeouts(nowMs: number): void {
    for (const [botId, { untilMs }] of this.timeouts) if (nowMs > untilMs + MAX_WAIT_MS) this.timeouts.delete(botId);
  }

  /** Throws JobPostponed while the bot waits after a timeout. */
  private requireResponsive(botId: string): void {
    const waitMs = (this.timeouts.get(botId)?.untilMs ?? 0) - Date.now();
    if (waitMs > 0) throw new JobPostponed(waitMs);
  }
}

/** For how long a text has to wait, in milliseconds; null when the error is no reason to wait. */
function postponement(error: unknown): number | null {
  if (error instanceof JobPostponed) return error.delayMs;
  if (error instanceof RequestsPaused) return error.retryAfterMs;
  if (!(error instanceof RateLimitError)) return null;
  const { timeToReset, retryAfter, sublimitTimeout } = error;
  return Math.max(timeToReset, retryAfter, sublimitTimeout, MIN_POSTPONEMENT_MS);
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
