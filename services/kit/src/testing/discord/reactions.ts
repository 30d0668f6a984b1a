import { invalid } from './form-problems.js';
import { emojiJson, memberJson, userJson } from './payloads.js';
import { refusedInChannel } from './permissions.js';
import type { Announce, RestRequest, RestResponse } from './rest-types.js';
import type { Channel, DiscordState, Message } from './state.js';

const notFound: RestResponse = { status: 404, body: { message: '404: Not Found', code: 0 } };
const done: RestResponse = { status: 204 };

/** The payload of MESSAGE_REACTION_ADD, or with `isRemoved` of MESSAGE_REACTION_REMOVE, which names neither the member nor the author. */
export function reactionJson(
  state: DiscordState,
  message: Message,
  { emoji, memberId, isRemoved }: { emoji: string; memberId: string; isRemoved: boolean },
): unknown {
  const { id, channelId, guildId } = message;
  const place = { channel_id: channelId, message_id: id, ...(guildId === null ? {} : { guild_id: guildId }) };
  const reaction = { ...place, user_id: memberId, emoji: emojiJson(emoji), burst: false, type: 0 };
  if (isRemoved) return reaction;
  const member = state.guilds.get(guildId)?.members.get(memberId);
  const user = userJson(memberId, member?.name ?? memberId, member?.isBot ?? false);
  return { ...reaction, message_author_id: message.authorId, ...(member ? { member: { ...memberJson(member), user } } : {}) };
}

/** Serves /channels/<id>/messages/<id>/reactions. */
export class ReactionRoutes {
  constructor(
    private readonly state: DiscordState,
    private readonly announce: Announce,
  ) {}

  serve(request: RestRequest, channel: Channel, message: Message): RestResponse {
    const { method, path, applicationId } = request;
    const emoji = path[5];
    const userId = path[6] === '@me' ? applicationId : path[6];
    if (method === 'DELETE' && userId === undefined) return this.clear(request, channel, message);
    if (emoji === undefined) return notFound;
    if (method === 'DELETE') return this.remove(request, channel, message, { emoji, memberId: userId ?? '' });
    if (method === 'GET') return userId === undefined ? this.list(request, channel, message) : notFound;
    return method === 'PUT' && path[6] === '@me' ? this.add(request, channel, message) : notFound;
  }

  private add({ path, applicationId }: RestRequest, channel: Channel, message: Message): RestResponse {
    const emoji = path[5] ?? '';
    const users = message.reactions.get(emoji) ?? new Set<string>();
    const needed = users.size > 0 ? (['readMessageHistory'] as const) : (['readMessageHistory', 'addReactions'] as const);
    const refused = refusedInChannel(this.state, applicationId, channel, needed);
    if (refused) return refused;
    if (!/\p{Extended_Pictographic}|^\p{RI}{2}$|^[0-9#*]\uFE0F?\u20E3$|^\w+:\d+$/u.test(emoji))
      return { status: 400, body: { message: 'Unknown Emoji', code: 10_014 } };
    if (users.size === 0 && message.reactions.size >= 20)
      return { status: 400, body: { message: 'Maximum number of reactions reached (20)', code: 30_010 } };
    message.reactions.set(emoji, users.add(applicationId));
    this.tell(message, 'MESSAGE_REACTION_ADD', { emoji, memberId: applicationId, isRemoved: false });
    return done;
  }

  private remove(
    { applicationId }: RestRequest,
    channel: Channel,
    message: Message,
    { emoji, memberId }: { emoji: string; memberId: string },
  ): RestResponse {
    const refused = memberId === applicationId ? null : refusedInChannel(this.state, applicationId, channel, ['manageMessages']);
    if (refused) return refused;
    const users = message.reactions.get(emoji);
    if (!users?.delete(memberId)) return { status: 404, body: { message: 'Unknown Message', code: 10_008 } };
    if (users.size === 0) message.reactions.delete(emoji);
    this.tell(message, 'MESSAGE_REACTION_REMOVE', { emoji, memberId, isRemoved: true });
    return done;
  }

  private clear({ path, applicationId }: RestRequest, channel: Channel, message: Message): RestResponse {
    const refused = refusedInChannel(this.state, applicationId, channel, ['manageMessages']);
    if (refused) return refused;
    const emoji = path[5];
    if (emoji === undefined) message.reactions.clear();
    else message.reactions.delete(emoji);
    return done;
  }

  /** In the order of their ids. */
  private list({ path, query, applicationId }: RestRequest, channel: Channel, message: Message): RestResponse {
    const refused = refusedInChannel(this.state, applicationId, channel, ['readMessageHistory']);
    if (refused) return refused;
    const limit = Number(query.get('limit') ?? 25);
    if (!(limit >= 1 && limit <= 100))
      return invalid('limit', 'NUMBER_TYPE_MAX', 'int value should be less than or equal to 100.');
    const after = BigInt(query.get('after') ?? '0');
    const guild = this.state.guilds.get(message.guildId);
    const users = [...(message.reactions.get(path[5] ?? '') ?? [])]
      .filter((id) => BigInt(id) > after)
      .toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
      .slice(0, limit)
      .map((id) => userJson(id, guild?.members.get(id)?.name ?? id, guild?.members.get(id)?.isBot ?? false));
    return { status: 200, body: users };
  }

  private tell(message: Message, type: string, reaction: { emoji: string; memberId: string; isRemoved: boolean }): void {
    if (message.guildId !== null) this.announce(message.guildId, type, reactionJson(this.state, message, reaction));
  }
}
