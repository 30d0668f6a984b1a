import { createHash } from 'node:crypto';
import { DiscordAPIError, type RawFile, type REST } from '@discordjs/rest';
import { JobPostponed } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import {
  RESTJSONErrorCodes,
  Routes,
  type APIMessage,
  type RESTPatchAPIChannelMessageJSONBody,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import { MAX_JOB_AGE_MS } from './job-attempt.js';
import { PostedParts, type PostedPart } from './posted-parts.js';
import { RestClients } from './rest-clients.js';

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
  /** Messages that earlier attempts have posted are changed to these parts, and those that are too many deleted. Default: they stay. */
  readonly replacesPosted?: boolean;
  /** Called before each request. */
  readonly beforeRequest?: () => Promise<void>;
}

/** Posts messages. A post may be attempted several times: parts that were posted already are not posted again. */
@Injectable()
export class MessagePoster {
  /** Bots whose last post timed out: until when their texts wait. */
  private readonly timeouts = new Map<string, { readonly untilMs: number; readonly waitMs: number }>();

  constructor(
    private readonly progress: PostedParts,
    private readonly clients: RestClients,
  ) {}

  /**
   * The ids of the messages of the post, in order. Throws JobPostponed while the bot waits after a timeout, and what `RestClients.use` throws, a
   * RateLimitError for example.
   */
  async post(post: Post): Promise<string[]> {
    const { botId, parts, replacesPosted = false, beforeRequest } = post;
    this.requireResponsive(botId);
    const posted = [...(await this.progress.of(post)).parts];
    for (const [index, part] of parts.entries()) {
      const known = posted[index];
      if (known && (!replacesPosted || known.hash === hashOf(part))) continue;
      await beforeRequest?.();
      const shown = known ? await this.change(botId, known, part) : await this.create(post, index, part);
      await this.progress.set(post, index, shown);
      posted[index] = shown;
    }
    if (replacesPosted) await this.deleteFrom(post, posted, parts.length);
    return posted.map(({ messageId }) => messageId);
  }

  /** Deletes the messages of a post. Throws as `post` does. */
  async withdraw(post: Pick<Post, 'botId' | 'postId' | 'beforeRequest'>): Promise<void> {
    this.requireResponsive(post.botId);
    await this.deleteFrom(post, [...(await this.progress.of(post)).parts], 0);
  }

  /** Deletes the messages behind the first ones, the last one first. */
  private async deleteFrom(
    post: Pick<Post, 'botId' | 'postId' | 'beforeRequest'>,
    posted: PostedPart[],
    first: number,
  ): Promise<void> {
    while (posted.length > first) {
      const index = posted.length - 1;
      const { channelId, messageId } = posted[index] ?? { channelId: '', messageId: '' };
      await post.beforeRequest?.();
      await this.request(post.botId, (rest, signal) =>
        rest.delete(Routes.channelMessage(channelId, messageId), { signal }),
      ).catch(ignoreMissing);
      await this.progress.remove(post, index);
      posted.pop();
    }
  }

  private async create(post: Post, index: number, { files, ...part }: MessagePart): Promise<PostedPart> {
    const { botId, postId, channelId, replyTo, notifiedMembers = [], notifiedRoles = [], replacesPosted } = post;
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
    };
    const send = (more: Pick<RESTPostAPIChannelMessageJSONBody, 'message_reference'>): Promise<unknown> =>
      this.request(botId, (rest, signal) =>
        rest.post(Routes.channelMessages(channelId), { body: { ...body, ...more }, signal, ...(files ? { files } : {}) }),
      );
    const isReply = index === 0 && replyTo !== undefined;
    const sent = isReply ? send({ message_reference: { message_id: replyTo, fail_if_not_exists: false } }) : send({});
    const posted = (await sent.catch((error: unknown) => {
      if (!mayNotReply(error)) throw error;
      // It is an answer all the same, though it does not show to which message.
      return send({});
    })) as Pick<APIMessage, 'id' | 'content'>;
    const created = { channelId, messageId: posted.id, hash: hashOf({ ...part, files: files ?? [] }) };
    // Discord answers a nonce that it knows with the earlier message, which may show an earlier text.
    const isEarlier = replacesPosted && posted.content.trim() !== (part.content ?? '').trim();
    return isEarlier ? this.change(botId, created, { ...part, ...(files ? { files } : {}) }) : created;
  }

  /** A message that was deleted meanwhile stays deleted. */
  private async change(
    botId: string,
    { channelId, messageId }: PostedPart,
    { files = [], ...part }: MessagePart,
  ): Promise<PostedPart> {
    const { content = '', embeds = [], components = [] } = part;
    const body: RESTPatchAPIChannelMessageJSONBody = {
      content,
      embeds,
      components,
      // Files that are not named are removed.
      attachments: files.map(({ name }, id) => ({ id, filename: name })),
      allowed_mentions: { parse: [], replied_user: false },
    };
    await this.request(botId, (rest, signal) =>
      rest.patch(Routes.channelMessage(channelId, messageId), { body, signal, ...(files.length > 0 ? { files } : {}) }),
    ).catch(ignoreMissing);
    return { channelId, messageId, hash: hashOf({ ...part, files }) };
  }

  private async request(botId: string, send: (rest: REST, signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
    const signal = AbortSignal.timeout(POST_TIMEOUT_MS);
    let answer: unknown;
    try {
      answer = await this.clients.use(botId, (rest) => send(rest, signal));
    } catch (error) {
      if (signal.aborted) this.recordTimeout(botId);
      throw error;
    }
    this.timeouts.delete(botId);
    return answer;
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

/** Of what a message shows; short, because it only has to tell two versions of the same message apart. */
export function hashOf({ content = '', embeds = [], components = [], files = [] }: MessagePart): string {
  const shownFiles = files.map(({ name, data }) => [name, typeof data === 'string' ? data : String(data).length]);
  const shown = JSON.stringify([content, embeds, components, shownFiles]);
  return createHash('sha256').update(shown).digest('base64url').slice(0, 16);
}

/** For a message that does not exist any more. */
export function ignoreMissing(error: unknown): void {
  if (!(error instanceof DiscordAPIError) || error.code !== RESTJSONErrorCodes.UnknownMessage) throw error;
}

/** Discord lets nobody reply to a message who may not read the messages before it. */
const mayNotReply = (error: unknown): boolean =>
  error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.CannotReplyWithoutPermissionToReadMessageHistory;

/** The same for every attempt at the same part of the same post, so that Discord drops repeats; at most 25 characters. */
const nonceOf = (botId: string, postId: string, part: number): string =>
  createHash('sha256').update(`${botId}:${postId}:${part}`).digest('base64url').slice(0, 25);
