import { createHash } from 'node:crypto';
import type { RawFile } from '@discordjs/rest';
import { JobPostponed, REDIS } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { Routes, type RESTPostAPIChannelMessageJSONBody } from 'discord-api-types/v10';
import type { Redis } from 'ioredis';
import { MAX_JOB_AGE_MS } from './job-attempt.js';
import { RestClients } from './rest-clients.js';

/** Longer than a job is retried. The nonce alone would not do: Discord remembers it only for minutes. */
const PROGRESS_TTL_S = 86_400;
/** For one part, with its retries. */
const POST_TIMEOUT_MS = 10_000;
/** The other texts of a bot wait after a timeout, doubling up to the longest wait, so that a bot that gets no answers does not occupy slots. */
const FIRST_WAIT_AFTER_TIMEOUT_MS = 1000;
const LONGEST_WAIT_AFTER_TIMEOUT_MS = 60_000;

/** One message as it is posted. */
export interface MessagePart extends Pick<
  RESTPostAPIChannelMessageJSONBody,
  'content' | 'embeds' | 'components' | 'poll' | 'flags'
> {
  readonly files?: RawFile[];
}

/** A text, or what else is posted in a channel, in one or more messages. */
export interface Post {
  readonly botId: string;
  /** Identifies the post among those of the bot: each attempt at the same post has the same one. Without a colon. */
  readonly postId: string;
  readonly channelId: string;
  readonly parts: readonly MessagePart[];
  /** The message that the first part replies to. */
  readonly replyTo?: string;
  /** Members who are notified when a part mentions them; default: nobody. */
  readonly notifiedMembers?: readonly string[];
  /** Roles that the owner chose to be notified when a part mentions them; default: none. */
  readonly notifiedRoles?: readonly string[];
}

/** Posts messages. A post may be attempted several times: parts that were posted already are not posted again. */
@Injectable()
export class MessagePoster {
  /** Bots whose last post timed out: until when their texts wait. */
  private readonly timeouts = new Map<string, { readonly untilMs: number; readonly waitMs: number }>();

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly clients: RestClients,
  ) {}

  /** Throws JobPostponed while the bot waits after a timeout, and what `RestClients.use` throws, a RateLimitError for example. */
  async post({ botId, postId, channelId, parts, replyTo, notifiedMembers = [], notifiedRoles = [] }: Post): Promise<void> {
    this.requireResponsive(botId);
    const progressKey = `runner:posted:${botId}-${postId}`;
    const posted = Number((await this.redis.get(progressKey)) ?? 0);
    for (const [index, { files, ...part }] of parts.entries()) {
      if (index < posted) continue;
      const body: RESTPostAPIChannelMessageJSONBody = {
        ...part,
        nonce: nonceOf(botId, postId, index),
        enforce_nonce: true,
        // A member must not be able to make the bot ping everybody (docs/decisions.md C5).
        allowed_mentions: {
          parse: [],
          replied_user: false,
          ...(notifiedMembers.length > 0 ? { users: [...notifiedMembers] } : {}),
          ...(notifiedRoles.length > 0 ? { roles: [...notifiedRoles] } : {}),
        },
        ...(index === 0 && replyTo !== undefined
          ? { message_reference: { message_id: replyTo, fail_if_not_exists: false } }
          : {}),
      };
      await this.postPart(botId, channelId, body, files);
      await this.redis.set(progressKey, index + 1, 'EX', PROGRESS_TTL_S);
    }
  }

  private async postPart(
    botId: string,
    channelId: string,
    body: RESTPostAPIChannelMessageJSONBody,
    files: RawFile[] | undefined,
  ): Promise<void> {
    const signal = AbortSignal.timeout(POST_TIMEOUT_MS);
    try {
      await this.clients.use(botId, (rest) =>
        rest.post(Routes.channelMessages(channelId), { body, signal, ...(files ? { files } : {}) }),
      );
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
    for (const [botId, { untilMs }] of this.timeouts) if (nowMs > untilMs + MAX_JOB_AGE_MS) this.timeouts.delete(botId);
  }

  /** Throws JobPostponed while the bot waits after a timeout. */
  private requireResponsive(botId: string): void {
    const waitMs = (this.timeouts.get(botId)?.untilMs ?? 0) - Date.now();
    if (waitMs > 0) throw new JobPostponed(waitMs);
  }
}

/** The same for every attempt at the same part of the same post, so that Discord drops repeats; at most 25 characters. */
const nonceOf = (botId: string, postId: string, part: number): string =>
  createHash('sha256').update(`${botId}:${postId}:${part}`).digest('base64url').slice(0, 25);
