import { permissionString, type Guild, type Member, type Role } from './guilds.js';
import type { Attachment, Channel, Message, DiscordState } from './state.js';
import { voiceStateJson } from './voice/voice-states.js';

const JOINED_AT = '2023-04-05T06:07:08.901000+00:00';

/** Discord's JSON for a user; bots by their application id. */
export function userJson(id: string, name: string, isBot: boolean, avatar: string | null = null) {
  return {
    id,
    username: name,
    discriminator: isBot ? '0001' : '0',
    global_name: isBot ? null : name,
    avatar,
    bot: isBot,
    flags: 0,
    public_flags: 0,
  };
}

/** Discord's JSON for a member, without the user. */
export const memberJson = (member?: Member) => ({
  nick: member?.nick ?? null,
  avatar: null,
  roles: member?.roles ?? [],
  communication_disabled_until: member?.timedOutUntil ?? null,
  joined_at: member?.joinedAt ?? JOINED_AT,
  premium_since: null,
  deaf: false,
  mute: false,
  flags: 0,
  pending: member?.isPending ?? false,
});

/** Discord's JSON for a channel or thread. */
export function channelJson(channel: Channel) {
  const common = {
    id: channel.id,
    type: channel.type,
    name: channel.name,
    guild_id: channel.guildId,
    parent_id: channel.parentId,
    flags: 0,
    last_message_id: null,
    rate_limit_per_user: channel.rateLimitPerUser,
  };
  const overwrites = channel.overwrites.map(({ id, of, allow, deny }) => ({
    id,
    type: of === 'role' ? 0 : 1,
    allow: permissionString(allow),
    deny: permissionString(deny),
  }));
  if (!isThread(channel))
    return { ...common, position: 0, nsfw: channel.isAgeRestricted, topic: null, permission_overwrites: overwrites };
  const metadata = {
    archived: channel.isArchived,
    auto_archive_duration: 1440,
    archive_timestamp: JOINED_AT,
    locked: channel.isLocked,
  };
  return { ...common, owner_id: channel.parentId, message_count: 0, member_count: 1, thread_metadata: metadata };
}

/** Types 10, 11 and 12 are threads. */
export const isThread = (channel: Channel): boolean => channel.type >= 10 && channel.type <= 12;

/** Discord's JSON for a role. */
export const roleJson = ({ id, name, permissions, position, managed, botId }: Role) => ({
  id,
  name,
  color: 0,
  colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
  hoist: false,
  icon: null,
  unicode_emoji: null,
  position,
  permissions: permissionString(permissions),
  managed,
  mentionable: false,
  flags: 0,
  ...(botId === undefined ? {} : { tags: { bot_id: botId } }),
});

/** Discord's JSON for a guild as REST answers it. */
export function guildFields(guild: Guild) {
  const unset = Object.fromEntries(UNSET_GUILD_FIELDS.map((field) => [field, null]));
  return {
    ...unset,
    id: guild.id,
    name: guild.name,
    owner_id: guild.ownerId,
    system_channel_id: guild.systemChannelId,
    roles: [...guild.roles.values()].map(roleJson),
    features: [],
    emojis: [],
    stickers: [],
    afk_timeout: 300,
    verification_level: 1,
    default_message_notifications: 0,
    explicit_content_filter: 0,
    mfa_level: 0,
    system_channel_flags: 0,
    premium_tier: 0,
    premium_progress_bar_enabled: false,
    nsfw_level: 0,
    preferred_locale: 'en-US',
    max_members: 500_000,
  };
}

/** The payload of GUILD_CREATE for a bot without privileged guild intents: the bot itself is the only listed member. */
export function guildJson(state: DiscordState, applicationId: string, guild: Guild) {
  const { name } = state.bot(applicationId);
  const channels = state.channelsOf(guild.id);
  const empty = Object.fromEntries(EMPTY_GUILD_LISTS.map((field) => [field, []]));
  return {
    ...guildFields(guild),
    ...empty,
    voice_states: state.guilds.voiceStates.of(guild.id).map(voiceStateJson),
    channels: channels.filter((channel) => !isThread(channel)).map(channelJson),
    threads: channels.filter(isThread).map(channelJson),
    members: [{ ...memberJson(guild.members.get(applicationId)), user: userJson(applicationId, name, true) }],
    member_count: guild.members.size,
    joined_at: JOINED_AT,
    large: false,
    unavailable: false,
  };
}

const UNSET_GUILD_FIELDS = [
  'icon',
  'description',
  'splash',
  'discovery_splash',
  'banner',
  'afk_channel_id',
  'application_id',
  'rules_channel_id',
  'public_updates_channel_id',
  'safety_alerts_channel_id',
  'vanity_url_code',
];
const EMPTY_GUILD_LISTS = ['soundboard_sounds', 'presences', 'voice_states', 'stage_instances', 'guild_scheduled_events'];

interface MessageView {
  readonly author: { readonly name: string };
  /** The author as a member of the guild. */
  readonly member?: Member | undefined;
  /** The bot user mentioned in the message. */
  readonly mentioned?: { readonly id: string; readonly name: string } | undefined;
  readonly channelType: number;
  /** The message that it replies to, in Discord's JSON; null when that was deleted. */
  readonly referenced?: unknown;
  /** The bot that reads the message. */
  readonly readerId?: string;
  /** The stand-in's base address, for the files of members. */
  readonly baseUrl?: string;
}

/** An emoji in Discord's JSON; `key` is the emoji itself, or `name:id` for one of a server. */
export function emojiJson(key: string): { readonly id: string | null; readonly name: string } {
  const [, name, id] = /^(\w+):(\d+)$/.exec(key) ?? [];
  return id === undefined || name === undefined ? { id: null, name: key } : { id, name };
}

/** Discord's JSON for a message in REST responses: unlike in MESSAGE_CREATE without its server and the author as a member of it. */
export function restMessageJson(message: Message, view: Omit<MessageView, 'member'>) {
  const { guild_id: _guildId, member: _member, ...json } = { guild_id: null, member: null, ...messageJson(message, view) };
  return json;
}

/** Discord's JSON for a message, as in MESSAGE_CREATE. */
export function messageJson(
  message: Message,
  { author, member, mentioned, channelType, referenced, readerId = '', baseUrl = '' }: MessageView,
) {
  const guild = message.guildId === null ? {} : { guild_id: message.guildId, member: memberJson(member) };
  const reference =
    message.replyTo === null
      ? {}
      : {
          message_reference: { message_id: message.replyTo, channel_id: message.channelId },
          ...(referenced === undefined ? {} : { referenced_message: referenced }),
        };
  return {
    ...guild,
    ...reference,
    id: message.id,
    type: message.type ?? (message.replyTo === null ? 0 : 19),
    channel_id: message.channelId,
    channel_type: channelType,
    author: userJson(message.authorId, author.name, message.isBot),
    content: message.content,
    timestamp: new Date(message.postedAtMs).toISOString(),
    edited_timestamp: message.editedAtMs === null ? null : new Date(message.editedAtMs).toISOString(),
    tts: false,
    mention_everyone: false,
    mentions: mentioned ? [userJson(mentioned.id, mentioned.name, true)] : [],
    mention_roles: [...message.content.matchAll(/<@&(\d+)>/g)].map(([, roleId]) => roleId),
    attachments: message.attachments.map((attachment) => attachmentJson(attachment, baseUrl)),
    embeds: message.embeds,
    pinned: false,
    flags: message.flags ?? 0,
    components: message.components,
    reactions: [...message.reactions]
      .filter(([, users]) => users.size > 0)
      .map(([emoji, users]) => ({ count: users.size, me: users.has(readerId), emoji: emojiJson(emoji) })),
    ...forwardJson(message),
    ...(message.poll === null ? {} : { poll: message.poll }),
    ...(message.nonce === null ? {} : { nonce: message.nonce }),
  };
}

/** Discord's JSON for a poll of a member. */
export const pollJson = ({ question, answers }: { readonly question: string; readonly answers: readonly string[] }) => ({
  question: { text: question },
  answers: answers.map((text, index) => ({ answer_id: index + 1, poll_media: { text } })),
  allow_multiselect: false,
  layout_type: 1,
});

function forwardJson({ forwarded, channelId, id }: Message) {
  if (!forwarded) return {};
  const { content, embeds = [] } = forwarded;
  const lists = { embeds, attachments: [], mentions: [], mention_roles: [], components: [] };
  const snapshot = { type: 0, content, ...lists, timestamp: new Date().toISOString(), edited_timestamp: null, flags: 0 };
  return {
    message_reference: { type: 1, message_id: id, channel_id: channelId },
    message_snapshots: [{ message: snapshot }],
  };
}

/** Discord's JSON for the message that another one replies to: null when it was deleted, undefined for a message that is no reply. */
export function referencedJson(state: DiscordState, { replyTo }: Message, baseUrl: string): unknown {
  const message = replyTo === null ? undefined : state.message(replyTo);
  if (!message) return replyTo === null ? undefined : null;
  const name = message.isBot ? state.nameOf(message.authorId) : `member-${message.authorId.slice(-4)}`;
  return messageJson(message, { author: { name }, channelType: state.channel(message.channelId)?.type ?? 0, baseUrl });
}

function attachmentJson({ id, name, type, bytes, path }: Attachment, baseUrl: string) {
  const url = `${baseUrl}${path ?? `/attachments/${id}/${name}`}`;
  return { id, filename: name, content_type: type, size: bytes, url, proxy_url: url };
}
