import { DiscordAPIError } from '@discordjs/rest';
import type { RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import {
  ChannelType,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  Routes,
  ThreadAutoArchiveDuration,
  type APIChannel,
  type APIMessage,
  type APIRole,
} from 'discord-api-types/v10';
import { CommandRefusal } from '../../commands/command-refusal.js';
import { DesiredBotsSource } from '../../connections/desired-bots.js';
import { allows, GuildAccess, type GuildPlace } from '../../discord/guild-access.js';
import { MessagePoster, type MessagePart } from '../../discord/message-poster.js';
import { isOutOfReach, isRefused } from '../../discord/refused.js';
import { RestClients } from '../../discord/rest-clients.js';
import { Problems } from '../../problems/problems.service.js';
import { threadName, threadPrefix } from './ticket-texts.js';
import type { TicketEntity } from './ticket.entity.js';

/** A transcript has at most so many messages. */
const MAX_MESSAGES = 2000;
const PAGE = 100;
const NEEDED = [
  { bit: PermissionFlagsBits.CreatePrivateThreads, name: 'Create Private Threads' },
  { bit: PermissionFlagsBits.SendMessagesInThreads, name: 'Send Messages in Threads' },
  { bit: PermissionFlagsBits.ManageThreads, name: 'Manage Threads' },
] as const;
const FOR_TRANSCRIPT = [{ bit: PermissionFlagsBits.ReadMessageHistory, name: 'Read Message History' }] as const;
const FOR_LOG = [
  { bit: PermissionFlagsBits.ViewChannel, name: 'View Channels' },
  { bit: PermissionFlagsBits.SendMessages, name: 'Send Messages' },
  { bit: PermissionFlagsBits.AttachFiles, name: 'Attach Files' },
] as const;

type Bot = Pick<RunnableBot, 'botId' | 'ownerId' | 'applicationId'>;
type Needed = readonly { readonly bit: bigint; readonly name: string }[];

/** What tickets need of Discord. Methods throw what Discord answers. */
@Injectable()
export class TicketDiscord {
  constructor(
    private readonly clients: RestClients,
    private readonly access: GuildAccess,
    private readonly poster: MessagePoster,
    private readonly problems: Problems,
    private readonly desired: DesiredBotsSource,
  ) {}

  /** Throws CommandRefusal unless threads for tickets can be made in the channel. */
  async requireThreads(
    bot: Bot,
    { guildId, channelId }: Pick<TicketEntity, 'guildId' | 'channelId'>,
    noThreads: string,
    needed: Needed = NEEDED,
  ): Promise<void> {
    const { type } = (await this.clients.use(bot.botId, (rest) => rest.get(Routes.channel(channelId)))) as APIChannel;
    if (type !== ChannelType.GuildText) throw new CommandRefusal(noThreads);
    const own = await this.access.ownPermissions({ botId: bot.botId, guildId, channelId }, bot.applicationId);
    const missing = needed.find(({ bit }) => !allows(own, bit));
    if (missing) throw new CommandRefusal(`I need the permission “${missing.name}” in this channel for tickets.`, missing.name);
  }

  /** The same, and that transcripts can be written: whoever posts the button reads in time that they cannot. */
  requireThreadsAndTranscripts(bot: Bot, place: Pick<TicketEntity, 'guildId' | 'channelId'>, noThreads: string): Promise<void> {
    return this.requireThreads(bot, place, noThreads, [...NEEDED, ...FOR_TRANSCRIPT]);
  }

  /** Makes the thread of a ticket, or finds the one that an earlier attempt made. Returns its id. */
  async thread({ botId, guildId, channelId, number }: TicketEntity, subject: string, isRepeated: boolean): Promise<string> {
    const made = isRepeated ? await this.findThread({ botId, guildId, channelId, number }) : null;
    if (made !== null) return made;
    const body = {
      name: threadName(number, subject),
      type: ChannelType.PrivateThread,
      invitable: false,
      auto_archive_duration: ThreadAutoArchiveDuration.OneWeek,
    };
    const thread = (await this.clients.use(botId, (rest) => rest.post(Routes.threads(channelId), { body }))) as APIChannel;
    return thread.id;
  }

  async addMember(botId: string, threadId: string, memberId: string): Promise<void> {
    await this.clients.use(botId, (rest) => rest.put(Routes.threadMembers(threadId, memberId)));
  }

  /** Mentions of members and of the role notify them: a mention is how a role gets into a private thread. */
  async post(
    { botId, threadId }: { readonly botId: string; readonly threadId: string },
    postId: string,
    part: MessagePart,
    notified: { readonly members?: readonly string[]; readonly roles?: readonly string[] } = {},
  ): Promise<void> {
    const { members: notifiedMembers = [], roles: notifiedRoles = [] } = notified;
    await this.poster.post({ botId, postId, channelId: threadId, parts: [part], notifiedMembers, notifiedRoles });
  }

  /** What was written in a thread, oldest first; null when the bot does not see it any more. */
  async messages(botId: string, threadId: string): Promise<APIMessage[] | null> {
    const all: APIMessage[] = [];
    for (let after = '0'; all.length < MAX_MESSAGES;) {
      const query = new URLSearchParams({ limit: String(PAGE), after });
      const page = await this.clients
        .use(botId, (rest) => rest.get(Routes.channelMessages(threadId), { query }) as Promise<APIMessage[]>)
        .catch(nullIfGone);
      if (page === null) return null;
      const inOrder = page.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
      all.push(...inOrder);
      after = inOrder.at(-1)?.id ?? after;
      if (page.length < PAGE) break;
    }
    return all;
  }

  /** The newest message of a thread; null without one, undefined when the bot does not see the thread any more. */
  async lastMessageId(botId: string, threadId: string): Promise<string | null | undefined> {
    const query = new URLSearchParams({ limit: '1' });
    const page = await this.clients
      .use(botId, (rest) => rest.get(Routes.channelMessages(threadId), { query }) as Promise<APIMessage[]>)
      .catch(nullIfGone);
    return page === null ? undefined : (page[0]?.id ?? null);
  }

  /**
   * Whether Discord lists no messages because the bot lacks a permission, of which it says nothing; the name of the permission, which the owner reads
   * too, or null. `isEmpty`: none were listed.
   */
  async missingForTranscript({ botId, ownerId, guildId, channelId }: TicketEntity, isEmpty: boolean): Promise<string | null> {
    const place = { guildId, channelId, action: 'read-history' } as const;
    // It may have been taken away just now.
    if (isEmpty) this.access.forget({ botId, guildId, channelId });
    const missing = isEmpty ? await this.missing({ botId, guildId, channelId }, FOR_TRANSCRIPT) : null;
    if (missing === null) void this.problems.resolve({ botId, ownerId }, place);
    else await this.problems.record({ botId, ownerId }, place, missing);
    return missing;
  }

  /** Closes a thread for its members; those who manage threads can open it again. */
  async archive(botId: string, threadId: string): Promise<void> {
    const body = { archived: true, locked: true };
    await this.clients.use(botId, (rest) => rest.patch(Routes.channel(threadId), { body })).catch(nullIfGone);
  }

  /** Posts a transcript, only in the server of the ticket. That the bot may not write there must not keep a ticket open: its owner reads it. */
  async log(ticket: TicketEntity, channelId: string, part: MessagePart): Promise<void> {
    const { botId, ownerId, guildId, id } = ticket;
    const place = { guildId, channelId, action: 'write-ticket-log' } as const;
    if (await this.access.isElsewhere({ botId, guildId, channelId })) return;
    try {
      await this.poster.post({ botId, postId: `ticket-log-${id}`, channelId, parts: [part] });
    } catch (error) {
      if (!isRefused(error)) throw error;
      const missing = error.status === 403 ? await this.missing({ botId, guildId, channelId }, FOR_LOG) : null;
      await this.problems.record({ botId, ownerId }, place, missing);
      return;
    }
    void this.problems.resolve({ botId, ownerId }, place);
  }

  /** The first of the permissions that the bot does not have in a channel; null when it has all. */
  private async missing(place: GuildPlace, needed: Needed): Promise<string | null> {
    const ownUserId = this.desired.bots.get(place.botId)?.applicationId;
    if (ownUserId === undefined) return null;
    const own = await this.access.ownPermissions(place, ownUserId).catch((error: unknown) => {
      // Discord does not show the channel either.
      if (isOutOfReach(error)) return 0n;
      throw error;
    });
    return needed.find(({ bit }) => !allows(own, bit))?.name ?? null;
  }

  /** Whether members with this role can see private threads in the channel: by a mention, or because they manage threads. */
  async canRoleSee(
    bot: Bot,
    { guildId, channelId }: Pick<TicketEntity, 'guildId' | 'channelId'>,
    roleId: string,
  ): Promise<boolean> {
    const place = { botId: bot.botId, guildId, channelId };
    const roles = (await this.clients.use(bot.botId, (rest) => rest.get(Routes.guildRoles(guildId)))) as APIRole[];
    if (roles.find(({ id }) => id === roleId)?.mentionable) return true;
    const own = await this.access.ownPermissions(place, bot.applicationId);
    if (allows(own, PermissionFlagsBits.MentionEveryone)) return true;
    const ofRole = await this.access.permissionsOf(place, { id: '0', roleIds: [roleId] });
    return allows(ofRole, PermissionFlagsBits.ManageThreads);
  }

  private async findThread({
    botId,
    guildId,
    channelId,
    number,
  }: Pick<TicketEntity, 'botId' | 'guildId' | 'channelId' | 'number'>): Promise<string | null> {
    const route = Routes.guildActiveThreads(guildId);
    const { threads } = (await this.clients.use(botId, (rest) => rest.get(route))) as { threads: APIChannel[] };
    const found = threads.find(
      (thread) => 'parent_id' in thread && thread.parent_id === channelId && (thread.name ?? '').startsWith(threadPrefix(number)),
    );
    return found?.id ?? null;
  }
}

/** Also for a thread that the bot cannot see any more: it has left the server for example. */
function nullIfGone(error: unknown): null {
  const isGone = error instanceof DiscordAPIError && (error.status === 404 || error.code === RESTJSONErrorCodes.MissingAccess);
  if (isGone) return null;
  throw error;
}
