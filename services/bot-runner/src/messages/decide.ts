import type { RunnableBot } from '@kith/proto';

/** Decision C6, beside the setting per channel. */
export const MAX_PER_MEMBER_AND_MINUTE = 6;
/** Decision C4. */
export const MAX_BOT_TURNS = 6;

/** What the decision needs to know of a Discord message. */
export interface IncomingMessage {
  readonly id: string;
  readonly channelId: string;
  /** The channel a thread belongs to; null outside threads. */
  readonly parentId: string | null;
  readonly isThread: boolean;
  /** Null: a direct message. */
  readonly guildId: string | null;
  readonly authorId: string;
  /** Written by a bot or a webhook. */
  readonly isBot: boolean;
  /** "X joined", "Y pinned a message" and the like. */
  readonly isSystem: boolean;
  readonly mentionsBot: boolean;
  /** Without the mention of the bot itself. */
  readonly content: string;
}

/** What happened in the channel during the minute before the message. */
export interface RecentAnswers {
  readonly inChannel: number;
  readonly toMember: number;
  /** Answers to bots since a human last wrote in the channel. */
  readonly botTurns: number;
}

export const IGNORED = [
  'own',
  'system',
  'other-bot',
  'bot-turns',
  'other-server',
  'restricted',
  'not-dedicated',
  'not-allowed',
  'thread',
  'not-mentioned',
  'empty',
  'channel-rate',
  'member-rate',
] as const;
export type Decision = { readonly answer: true } | { readonly answer: false; readonly because: (typeof IGNORED)[number] };

/** Whether a companion answers a message (decisions C2-C4, C6). Pure: the same message, settings and past give the same decision. */
export function decide(
  message: IncomingMessage,
  ownUserId: string,
  bot: Pick<RunnableBot, 'serverId' | 'channelSettings'>,
  recent: RecentAnswers,
): Decision {
  const because =
    refusedAuthor(message, ownUserId, bot, recent) ??
    refusedPlace(message, bot) ??
    refusedContent(message, bot) ??
    refusedRate(message, bot, recent);
  return because === null ? { answer: true } : { answer: false, because };
}

type Reason = (typeof IGNORED)[number] | null;
type Rules = Pick<RunnableBot, 'serverId' | 'channelSettings'>;

function refusedAuthor(message: IncomingMessage, ownUserId: string, { channelSettings }: Rules, recent: RecentAnswers): Reason {
  if (message.authorId === ownUserId) return 'own';
  if (message.isSystem) return 'system';
  if (!message.isBot) return null;
  if (channelSettings.ignoreOtherBots) return 'other-bot';
  return recent.botTurns >= MAX_BOT_TURNS ? 'bot-turns' : null;
}

/** Server lock, then restricted (deny wins), then dedicated, then allowed; threads follow their parent (decision C3). */
function refusedPlace(message: IncomingMessage, { serverId, channelSettings }: Rules): Reason {
  const isHere = (id: string): boolean => id === message.channelId || id === message.parentId;
  if (message.guildId !== null && serverId !== null && message.guildId !== serverId) return 'other-server';
  if (channelSettings.restrictedChannels.some(isHere)) return 'restricted';
  if (message.guildId === null) return null;
  if (message.isThread && !channelSettings.enableThreads) return 'thread';
  if (channelSettings.dedicatedChannelId !== '') return isHere(channelSettings.dedicatedChannelId) ? null : 'not-dedicated';
  if (channelSettings.allowedChannels.length === 0) return null;
  return channelSettings.allowedChannels.some(isHere) ? null : 'not-allowed';
}

function refusedContent(message: IncomingMessage, { channelSettings }: Rules): Reason {
  const needsMention = channelSettings.mentionOnly || !channelSettings.autoReply;
  if (needsMention && message.guildId !== null && !message.mentionsBot) return 'not-mentioned';
  return message.content.trim() === '' ? 'empty' : null;
}

function refusedRate(message: IncomingMessage, { channelSettings }: Rules, recent: RecentAnswers): Reason {
  if (recent.inChannel >= channelSettings.maxMessagesPerMinute) return 'channel-rate';
  // The member's own limit shall not end a conversation between bots before decision C4 does.
  return recent.toMember >= MAX_PER_MEMBER_AND_MINUTE && !message.isBot ? 'member-rate' : null;
}
