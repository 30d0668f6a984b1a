import type { PermissionName } from './guilds.js';
import type { Announce, PostedFile, RestRequest, RestResponse } from './rest-types.js';
import { invalid } from './form-problems.js';
import { messageProblem } from './message-body.js';
import { channelJson, isThread, restMessageJson } from './payloads.js';
import { ReactionRoutes } from './reactions.js';
import { missingPermissions, refusedInChannel, sendPermission, unknown } from './permissions.js';
import { ThreadRoutes } from './thread-routes.js';
import type { Channel, DiscordState, Message } from './state.js';
import type { DiscordStats } from './stats.js';

const LONGEST_SLOW_MODE_S = 21_600;
const BULK_DELETE_MAX_AGE_MS = 14 * 86_400_000;
const notFound: RestResponse = { status: 404, body: { message: '404: Not Found', code: 0 } };
const unknownMessage = unknown('Message', 10_008);
const notInDirectMessages: RestResponse = {
  status: 403,
  body: { message: 'Cannot execute action on a DM channel', code: 50_003 },
};

/** Serves /channels/<id>: messages, reactions, threads and settings of a channel. */
export class ChannelRoutes {
  private readonly threads: ThreadRoutes;
  private readonly reactions: ReactionRoutes;

  constructor(
    private readonly state: DiscordState,
    private readonly stats: () => DiscordStats,
    private readonly announce: Announce,
  ) {
    this.threads = new ThreadRoutes(state, announce);
    this.reactions = new ReactionRoutes(state, announce);
  }

  serve(request: RestRequest, channel: Channel): RestResponse {
    const { method, path } = request;
    const [, , area, messageId] = path;
    const refused = this.refused(request, channel, []);
    if (refused) return refused;
    if (area === undefined) return this.channel(request, channel);
    if (area === 'typing' && method === 'POST') {
      this.state.recordTyping(channel.id);
      return { status: 204 };
    }
    if (area === 'threads' && method === 'POST') return this.threads.create(request, channel, null);
    if (area === 'thread-members') return this.threads.members(request, channel);
    if (area !== 'messages') return notFound;
    if (messageId === undefined) return method === 'POST' ? this.post(request, channel) : this.list(request, channel);
    if (messageId === 'bulk-delete' && method === 'POST') return this.deleteMany(request, channel);
    const message = this.state.message(messageId);
    return message?.channelId === channel.id ? this.message(request, channel, message) : unknownMessage;
  }

  private refused({ applicationId }: RestRequest, channel: Channel, needed: readonly PermissionName[]): RestResponse | null {
    return refusedInChannel(this.state, applicationId, channel, needed);
  }

  private channel(request: RestRequest, channel: Channel): RestResponse {
    const { method, body } = request;
    if (method === 'GET') return { status: 200, body: channelJson(channel) };
    if (method !== 'PATCH') return notFound;
    const refused = this.refused(request, channel, [isThread(channel) ? 'manageThreads' : 'manageChannels']);
    if (refused) return refused;
    const slowMode = body['rate_limit_per_user'];
    if (slowMode !== undefined) {
      if (!Number.isInteger(slowMode) || Number(slowMode) < 0 || Number(slowMode) > LONGEST_SLOW_MODE_S)
        return invalid('rate_limit_per_user', 'NUMBER_TYPE_MAX', 'int value should be less than or equal to 21600.');
      channel.rateLimitPerUser = Number(slowMode);
    }
    if (typeof body['archived'] === 'boolean' && isThread(channel)) channel.isArchived = body['archived'];
    if (typeof body['locked'] === 'boolean' && isThread(channel)) channel.isLocked = body['locked'];
    return { status: 200, body: channelJson(channel) };
  }

  private message(request: RestRequest, channel: Channel, message: Message): RestResponse {
    const { method, path } = request;
    const [, , , , area] = path;
    if (area === 'threads' && method === 'POST') return this.threads.create(request, channel, message);
    if (area === 'reactions') return this.reactions.serve(request, channel, message);
    if (area !== undefined) return notFound;
    if (method === 'GET') return { status: 200, body: this.json(message, request.applicationId) };
    if (method === 'PATCH') return this.edit(request, message);
    return method === 'DELETE' ? this.delete(request, channel, message) : notFound;
  }

  private list(request: RestRequest, channel: Channel): RestResponse {
    // Discord refuses nothing here: it shows no messages.
    if (this.refused(request, channel, ['readMessageHistory'])) return { status: 200, body: [] };
    const { query } = request;
    const limit = Math.min(Number(query.get('limit') ?? 50), 100);
    const [after, before] = [query.get('after'), query.get('before')];
    const found = this.state
      .messages(({ channelId }) => channelId === channel.id)
      .filter(({ id }) => (after === null || BigInt(id) > BigInt(after)) && (before === null || BigInt(id) < BigInt(before)))
      .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1));
    const page = after === null ? found.slice(0, limit) : found.slice(-limit);
    return { status: 200, body: page.map((message) => this.json(message, request.applicationId)) };
  }

  private post(request: RestRequest, channel: Channel): RestResponse {
    this.stats().posts++;
    const { body, files, applicationId } = request;
    const replyTo = referencedMessage(body['message_reference']);
    const refused = this.refused(request, channel, neededToPost(channel, { files, poll: body['poll'] }));
    if (refused) return refused;
    if (replyTo !== null && this.refused(request, channel, ['readMessageHistory']))
      return { status: 400, body: { message: 'Cannot reply without permission to read message history', code: 160_002 } };
    const problem =
      messageProblem(body, files) ??
      this.referenceProblem(body['message_reference'], replyTo) ??
      this.threads.refusalOfPost(request, channel);
    if (problem) return problem;
    const mayEmbed = this.refused(request, channel, ['embedLinks']) === null;
    if (!mayEmbed && isCardAlone(body, files)) return missingPermissions;
    this.threads.admitMentioned(request, channel);
    const { message, repeated } = this.state.post({
      channelId: channel.id,
      guildId: channel.guildId,
      authorId: applicationId,
      isBot: true,
      content: String(body['content'] ?? ''),
      replyTo,
      nonce: body['enforce_nonce'] === true ? String(body['nonce']) : null,
      allowedMentions: body['allowed_mentions'],
      // Without the permission Discord leaves the embeds out and says nothing, where something else is left.
      embeds: mayEmbed ? listOf(body['embeds']) : [],
      components: listOf(body['components']),
      poll: body['poll'] ?? null,
      flags: Number(body['flags'] ?? 0),
      attachments: files.map((file) => ({ id: this.state.snowflake(), ...file })),
    });
    if (repeated) this.stats().repeatedNonces++;
    return { status: 200, body: this.json(message, applicationId) };
  }

  private referenceProblem(reference: unknown, replyTo: string | null): RestResponse | null {
    const mayBeMissing = (reference as { fail_if_not_exists?: boolean } | undefined)?.fail_if_not_exists === false;
    if (replyTo === null || mayBeMissing || this.state.message(replyTo)) return null;
    return invalid('message_reference', 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message');
  }

  private edit({ body, applicationId, files }: RestRequest, message: Message): RestResponse {
    if (message.authorId !== applicationId)
      return { status: 403, body: { message: 'Cannot edit a message authored by another user', code: 50_005 } };
    const edited = { content: message.content, embeds: message.embeds, components: message.components, ...body };
    const problem = messageProblem(edited, files);
    if (problem) return problem;
    message.content = String(edited.content ?? '');
    message.embeds = listOf(edited.embeds);
    message.components = listOf(edited.components);
    message.editedAtMs = Date.now();
    return { status: 200, body: this.json(message, applicationId) };
  }

  private delete(request: RestRequest, channel: Channel, message: Message): RestResponse {
    const isOwn = message.authorId === request.applicationId;
    if (!isOwn && channel.guildId === null) return notInDirectMessages;
    const refused = isOwn ? null : this.refused(request, channel, ['manageMessages']);
    if (refused) return refused;
    this.state.deleteMessage(message.id);
    if (channel.guildId !== null)
      this.announce(channel.guildId, 'MESSAGE_DELETE', { id: message.id, channel_id: channel.id, guild_id: channel.guildId });
    return { status: 204 };
  }

  private deleteMany(request: RestRequest, channel: Channel): RestResponse {
    const { id: channelId, guildId } = channel;
    if (guildId === null) return notInDirectMessages;
    const refused = this.refused(request, channel, ['manageMessages']);
    if (refused) return refused;
    const ids = listOf(request.body['messages']).map(String);
    if (ids.length < 2 || ids.length > 100)
      return invalid('messages', 'BASE_TYPE_BAD_LENGTH', 'Must be between 2 and 100 in length.');
    const messages = ids.flatMap((id) => this.state.message(id) ?? []).filter((message) => message.channelId === channelId);
    if (messages.some(({ postedAtMs }) => postedAtMs < Date.now() - BULK_DELETE_MAX_AGE_MS))
      return { status: 400, body: { message: 'A message provided was too old to bulk delete', code: 50_034 } };
    for (const { id } of messages) this.state.deleteMessage(id);
    if (messages.length > 0)
      this.announce(guildId, 'MESSAGE_DELETE_BULK', {
        ids: messages.map(({ id }) => id),
        channel_id: channelId,
        guild_id: guildId,
      });
    return { status: 204 };
  }

  private json(message: Message, readerId: string): unknown {
    const name = message.isBot ? this.state.nameOf(message.authorId) : `member-${message.authorId.slice(-4)}`;
    const channelType = this.state.channel(message.channelId)?.type ?? 0;
    const isMentioned = message.content.includes(`<@${readerId}>`);
    const mentioned = isMentioned ? { id: readerId, name: this.state.nameOf(readerId) } : undefined;
    return restMessageJson(message, { author: { name }, mentioned, channelType, readerId });
  }
}

function neededToPost(channel: Channel, { files, poll }: { files: readonly PostedFile[]; poll: unknown }): PermissionName[] {
  const needed: PermissionName[] = [sendPermission(channel)];
  if (files.length > 0) needed.push('attachFiles');
  if (poll) needed.push('sendPolls');
  return needed;
}

const isCardAlone = ({ content, embeds, components, poll }: Record<string, unknown>, files: readonly PostedFile[]): boolean =>
  listOf(embeds).length > 0 &&
  String(content ?? '').trim() === '' &&
  listOf(components).length === 0 &&
  !poll &&
  files.length === 0;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function referencedMessage(reference: unknown): string | null {
  const isReference = typeof reference === 'object' && reference !== null && 'message_id' in reference;
  return isReference ? String(reference.message_id) : null;
}
