import { PERMISSION } from './guilds.js';
import { invalid } from './form-problems.js';
import { channelJson, isThread } from './payloads.js';
import { refusedInChannel, unknown } from './permissions.js';
import type { Announce, RestRequest, RestResponse } from './rest-types.js';
import type { Channel, DiscordState, Message } from './state.js';

const notFound: RestResponse = { status: 404, body: { message: '404: Not Found', code: 0 } };
const badRequest = (message: string, code: number): RestResponse => ({ status: 400, body: { message, code } });

/** Serves what is special about threads. */
export class ThreadRoutes {
  constructor(
    private readonly state: DiscordState,
    private readonly announce: Announce,
  ) {}

  /** The thread of a message has the id of the message. */
  create(request: RestRequest, channel: Channel, message: Message | null): RestResponse {
    if (channel.guildId === null || isThread(channel)) return badRequest('Cannot execute action on this channel type', 50_024);
    const isPrivate = message === null && request.body['type'] === 12;
    const needed = isPrivate ? 'createPrivateThreads' : 'createPublicThreads';
    const refused = refusedInChannel(this.state, request.applicationId, channel, [needed]);
    if (refused) return refused;
    const name = String(request.body['name'] ?? '');
    if (name === '' || name.length > 100) return invalid('name', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
    if (message && this.state.channel(message.id))
      return badRequest('A thread has already been created for this message', 160_004);
    const ofMessage = message ? { id: message.id } : {};
    const place = { guildId: channel.guildId, parentId: channel.id, type: isPrivate ? 12 : 11 };
    const thread = this.state.addChannel({ ...ofMessage, ...place, name });
    thread.memberIds.add(request.applicationId);
    this.announce(channel.guildId, 'THREAD_CREATE', { ...channelJson(thread), newly_created: true });
    return { status: 201, body: channelJson(thread) };
  }

  /** Serves /channels/<id>/thread-members/<user>. */
  members({ method, path, applicationId }: RestRequest, thread: Channel): RestResponse {
    const userId = path[3] === '@me' ? applicationId : (path[3] ?? '');
    if (!isThread(thread)) return badRequest('Cannot execute action on this channel type', 50_024);
    const guild = this.state.guilds.get(thread.guildId);
    if (!guild?.members.has(userId)) return unknown('Member', 10_007);
    const needed = method === 'PUT' ? 'sendMessagesInThreads' : 'manageThreads';
    const refused = refusedInChannel(this.state, applicationId, thread, [needed]);
    if (refused) return refused;
    if (thread.isArchived) return badRequest('Thread is archived', 50_083);
    if (method === 'PUT') thread.memberIds.add(userId);
    else if (method === 'DELETE') thread.memberIds.delete(userId);
    else return notFound;
    return { status: 204 };
  }

  /** A message opens an archived thread again, unless it is locked for its author. Null when the message may be written. */
  refusalOfPost({ applicationId }: Pick<RestRequest, 'applicationId'>, thread: Channel): RestResponse | null {
    if (!isThread(thread) || !thread.isArchived) return null;
    const refused = thread.isLocked ? refusedInChannel(this.state, applicationId, thread, ['manageThreads']) : null;
    if (refused) return badRequest('Thread is archived', 50_083);
    thread.isArchived = false;
    return null;
  }

  /** Members who are mentioned in a thread, and those of mentioned roles, get into it when the mention notifies them. */
  admitMentioned({ applicationId, body }: Pick<RestRequest, 'applicationId' | 'body'>, thread: Channel): void {
    const guild = this.state.guilds.get(thread.guildId);
    if (!guild || !isThread(thread)) return;
    const { users = [], roles = [] } = (body['allowed_mentions'] ?? {}) as { users?: string[]; roles?: string[] };
    const content = String(body['content'] ?? '');
    for (const id of users) if (content.includes(`<@${id}>`) && guild.members.has(id)) thread.memberIds.add(id);
    const mayMention = (this.state.guilds.permissions(guild, applicationId) & PERMISSION.mentionEveryone) !== 0n;
    const mentioned = roles.filter((id) => mayMention && content.includes(`<@&${id}>`));
    for (const member of guild.members.values())
      if (member.roles.some((id) => mentioned.includes(id))) thread.memberIds.add(member.id);
  }
}
