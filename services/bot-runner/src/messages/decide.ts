import { IGNORE_REASONS, type AnswerCause, type RunnableBot } from '@kith/proto';

/** In addition to the limit per channel in the settings (docs/decisions.md C6). */
export const MAX_PER_MEMBER_AND_MINUTE = 6;
/** Replies to bots in a channel until a human writes there again (docs/decisions.md C4). */
export const MAX_BOT_TURNS = 6;

/** What the decision needs to know of a Discord message. */
export interface IncomingMessage {
  readonly id: string;
  readonly channelId: string;
  /** The channel a thread belongs to; null outside threads. */
  readonly parentId: string | null;
  /** The category of the channel, or of the channel that a thread belongs to; null without one, undefined while it is not known. */
  readonly categoryId?: string | null | undefined;
  readonly isThread: boolean;
  /** Null in direct messages. */
  readonly guildId: string | null;
  readonly authorId: string;
  /** Written by a bot or a webhook. */
  readonly isBot: boolean;
  /** Written by Discord itself: "X joined", "Y pinned a message" and the like. */
  readonly isSystem: boolean;
  /** Also by a reply to it, or by its role. */
  readonly mentionsBot: boolean;
  readonly repliesToBot?: boolean;
  /** The text without mentions of the bot itself. */
  readonly content: string;
  readonly hasFiles?: boolean;
  /** What it shows beside a text of its own; the bot reads only that text. */
  readonly shows?: 'forwarded' | 'poll';
}

/** The bot's replies before the message, in its last minute unless said otherwise. */
export interface RecentReplies {
  readonly inChannel: number;
  readonly toMember: number;
  /** Replies to bots since a human last wrote in the channel. */
  readonly botTurns: number;
  /** Of the hour before the message, when it is a direct one; else 0. */
  readonly directInHour: number;
}

/** Messages of the bot itself and of Discord leave no trace. */
export const SKIP_REASONS = ['own', 'system', ...IGNORE_REASONS] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];
export type Decision =
  { readonly shouldReply: true; readonly cause: AnswerCause } | { readonly shouldReply: false; readonly reason: SkipReason };
type BotSettings = Pick<RunnableBot, 'serverId' | 'channelSettings'>;
type Place = Pick<IncomingMessage, 'channelId' | 'parentId' | 'categoryId' | 'isThread' | 'guildId'>;

/** Whether a bot replies to a message (docs/decisions.md C2-C4, C6). A pure function of message, settings and recent replies. */
export function decide(message: IncomingMessage, ownUserId: string, bot: BotSettings, recent: RecentReplies): Decision {
  const reason = checkReach(message, ownUserId, bot, recent) ?? checkContent(message, bot) ?? checkRate(message, bot, recent);
  return reason === null ? { shouldReply: true, cause: causeOf(message, bot) } : { shouldReply: false, reason };
}

/** What lets a message through that no rule stops: what is said first decided alone. */
function causeOf(message: IncomingMessage, { channelSettings }: BotSettings): AnswerCause {
  if (message.isBot) return 'other_bot';
  if (message.guildId === null) return 'direct';
  if (message.mentionsBot) return message.repliesToBot ? 'replied_to' : 'mentioned';
  if (channelSettings.dedicatedChannelId !== '') return 'dedicated_channel';
  return channelSettings.allowedChannels.length > 0 ? 'allowed_channel' : 'auto_reply';
}

/** Whether the bot acts on a message of this author in this channel at all, by a command for example. */
export function isReached(message: IncomingMessage, ownUserId: string, bot: BotSettings, recent: RecentReplies): boolean {
  return checkReach(message, ownUserId, bot, recent) === null;
}

/** Why it does not; null when it does. */
export function checkReach(
  message: IncomingMessage,
  ownUserId: string,
  bot: BotSettings,
  recent: RecentReplies,
): SkipReason | null {
  return checkAuthor(message, ownUserId, bot, recent) ?? checkChannel(message, bot);
}

/** Whether the bot may speak in a channel or thread without being asked. */
export const maySpeakIn = (place: Place, bot: BotSettings): boolean => checkChannel(place, bot) === null;

function checkAuthor(
  message: IncomingMessage,
  ownUserId: string,
  { channelSettings }: BotSettings,
  recent: RecentReplies,
): SkipReason | null {
  if (message.authorId === ownUserId) return 'own';
  if (message.isSystem) return 'system';
  if (!message.isBot) return null;
  if (channelSettings.ignoreOtherBots) return 'other_bot';
  return recent.botTurns >= MAX_BOT_TURNS ? 'bot_turns' : null;
}

/** Whether settings name channels, so that it matters what a channel belongs to. */
export const namesChannels = ({ channelSettings }: Pick<BotSettings, 'channelSettings'>): boolean =>
  channelSettings.dedicatedChannelId !== '' ||
  channelSettings.allowedChannels.length > 0 ||
  channelSettings.restrictedChannels.length > 0;

/** Whether a channel or category of the settings is that of the message. */
export const isWithin = ({ channelId, parentId, categoryId }: Omit<Place, 'isThread' | 'guildId'>, id: string): boolean =>
  id === channelId || id === parentId || id === categoryId;

/** Whether Discord has told what the channel belongs to. */
const isKnown = ({ isThread, parentId, categoryId }: Place): boolean =>
  (!isThread || parentId !== null) && categoryId !== undefined;

/** Server lock, then restricted (deny wins), then dedicated, then allowed; threads follow their channel, channels their category (docs/decisions.md C3). */
function checkChannel(place: Place, bot: BotSettings): SkipReason | null {
  const { channelSettings } = bot;
  const forbidden = checkPlace(place, bot);
  if (forbidden !== null) return forbidden;
  if (place.guildId === null) return answersDirectMessages(bot) ? null : 'direct_message';
  if (place.isThread && !channelSettings.enableThreads) return 'thread';
  const { dedicatedChannelId, allowedChannels } = channelSettings;
  const wanted = dedicatedChannelId === '' ? allowedChannels : [dedicatedChannelId];
  if (wanted.length === 0 || wanted.some((id) => isWithin(place, id))) return null;
  if (!isKnown(place)) return 'unknown_place';
  return dedicatedChannelId === '' ? 'not_allowed' : 'not_dedicated';
}

/** Where a bot has no business at all: neither answers nor moderation. */
export function checkPlace(place: Place, { serverId, channelSettings }: BotSettings): SkipReason | null {
  if (place.guildId !== null && serverId !== null && place.guildId !== serverId) return 'other_server';
  const { restrictedChannels } = channelSettings;
  if (restrictedChannels.some((id) => isWithin(place, id))) return 'restricted';
  return place.guildId !== null && restrictedChannels.length > 0 && !isKnown(place) ? 'unknown_place' : null;
}

/** Unless its owner chose, a bot that is locked to one server answers nobody elsewhere (docs/decisions.md C12). */
export const answersDirectMessages = ({ serverId, channelSettings }: BotSettings): boolean =>
  channelSettings.allowDirectMessages ?? serverId === null;

function checkContent(message: IncomingMessage, { channelSettings }: BotSettings): SkipReason | null {
  const needsMention = channelSettings.mentionOnly || !channelSettings.autoReply;
  if (needsMention && message.guildId !== null && !message.mentionsBot) return 'not_mentioned';
  const isEmpty = message.content.trim() === '' && !(message.hasFiles && channelSettings.allowFileUploads);
  return isEmpty ? (message.shows ?? 'empty') : null;
}

function checkRate(message: IncomingMessage, { channelSettings }: BotSettings, recent: RecentReplies): SkipReason | null {
  if (recent.inChannel >= channelSettings.maxMessagesPerMinute) return 'channel_rate';
  const { directMessagesPerHour: perHour } = channelSettings;
  if (message.guildId === null && perHour > 0 && recent.directInHour >= perHour) return 'direct_rate';
  // Conversations between bots are limited by the number of turns, not by the limit per member (docs/decisions.md C4).
  return recent.toMember >= MAX_PER_MEMBER_AND_MINUTE && !message.isBot ? 'member_rate' : null;
}
