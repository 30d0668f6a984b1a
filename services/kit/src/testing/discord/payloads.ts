import type { Channel, Message, DiscordState } from './state.js';

const JOINED_AT = '2023-04-05T06:07:08.901000+00:00';
/** All permissions that the tests need: Discord's bit set as a decimal string. */
const PERMISSIONS = '2248473465835073';

/** Discord's JSON for a user; bots by their application id. */
export function userJson(id: string, name: string, isBot: boolean) {
  return {
    id,
    username: name,
    discriminator: isBot ? '0001' : '0',
    global_name: isBot ? null : name,
    avatar: null,
    bot: isBot,
    flags: 0,
    public_flags: 0,
  };
}

const memberJson = () => ({
  nick: null,
  avatar: null,
  roles: [],
  joined_at: JOINED_AT,
  premium_since: null,
  deaf: false,
  mute: false,
  flags: 0,
  pending: false,
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
    rate_limit_per_user: 0,
  };
  if (!isThread(channel)) return { ...common, position: 0, nsfw: false, topic: null, permission_overwrites: [] };
  const metadata = { archived: false, auto_archive_duration: 1440, archive_timestamp: JOINED_AT, locked: false };
  return { ...common, owner_id: channel.parentId, message_count: 0, member_count: 1, thread_metadata: metadata };
}

/** Types 10, 11 and 12 are threads. */
export const isThread = (channel: Channel): boolean => channel.type >= 10 && channel.type <= 12;

/** The payload of GUILD_CREATE for a bot without privileged guild intents: the bot itself is the only listed member. */
export function guildJson(state: DiscordState, applicationId: string) {
  const bot = state.bot(applicationId);
  const everyone = {
    id: bot.guildId,
    name: '@everyone',
    color: 0,
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position: 0,
    permissions: PERMISSIONS,
    managed: false,
    mentionable: false,
    flags: 0,
  };
  const channels = state.channelsOf(bot.guildId);
  const unset = Object.fromEntries(UNSET_GUILD_FIELDS.map((field) => [field, null]));
  const empty = Object.fromEntries(EMPTY_GUILD_LISTS.map((field) => [field, []]));
  return {
    ...unset,
    ...empty,
    id: bot.guildId,
    name: `Guild of ${bot.name}`,
    owner_id: bot.guildId,
    roles: [everyone],
    channels: channels.filter((channel) => !isThread(channel)).map(channelJson),
    threads: channels.filter(isThread).map(channelJson),
    members: [{ ...memberJson(), user: userJson(applicationId, bot.name, true) }],
    member_count: 3,
    joined_at: JOINED_AT,
    large: false,
    unavailable: false,
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

const UNSET_GUILD_FIELDS = [
  'icon',
  'description',
  'splash',
  'discovery_splash',
  'banner',
  'afk_channel_id',
  'system_channel_id',
  'application_id',
  'rules_channel_id',
  'public_updates_channel_id',
  'safety_alerts_channel_id',
  'vanity_url_code',
];
const EMPTY_GUILD_LISTS = [
  'features',
  'emojis',
  'stickers',
  'soundboard_sounds',
  'presences',
  'voice_states',
  'stage_instances',
  'guild_scheduled_events',
];

interface MessageView {
  readonly author: { readonly name: string };
  /** The bot user mentioned in the message. */
  readonly mentioned?: { readonly id: string; readonly name: string } | undefined;
  readonly channelType: number;
}

/** Discord's JSON for a message, as in REST responses and in MESSAGE_CREATE. */
export function messageJson(message: Message, { author, mentioned, channelType }: MessageView) {
  const guild = message.guildId === null ? {} : { guild_id: message.guildId, member: memberJson() };
  const reference =
    message.replyTo === null ? {} : { message_reference: { message_id: message.replyTo, channel_id: message.channelId } };
  return {
    ...guild,
    ...reference,
    id: message.id,
    type: message.replyTo === null ? 0 : 19,
    channel_id: message.channelId,
    channel_type: channelType,
    author: userJson(message.authorId, author.name, message.isBot),
    content: message.content,
    timestamp: new Date(message.postedAtMs).toISOString(),
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: mentioned ? [userJson(mentioned.id, mentioned.name, true)] : [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    pinned: false,
    flags: 0,
    components: [],
    ...(message.nonce === null ? {} : { nonce: message.nonce }),
  };
}
