import { growingCache } from '@kith/kit';
import { MINUTE_MS, HOUR_MS, DAY_MS, filledGreeting, queues, type ChannelSettings, type NoAnswerReason } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { AcceptedJobs } from './accepted-jobs.js';
import type { ConnectedBot } from './connected-bot.js';
import { MAX_PER_MEMBER_AND_MINUTE, type IncomingMessage, type SkipReason } from './decide.js';
import { untilQueued } from './until-queued.js';

// The length of a message on Discord.
const MAX_MESSAGE_CHARS = 2000;
const MAX_REMEMBERED = 20_000;
/** How many notices a bot posts at once, and how many more a second: each of a thousand new members writes in a channel of its own. */
const BURST = 20;
const PER_SECOND = 1;

const GREETING = 'Hello! What can I do for you? Write it right after my name.';
const TOO_BUSY = 'I have many questions to answer right now. Please ask again in a few minutes.';
const NO_FILES = 'I do not read files here. Please write what is in it.';
const NO_DIRECT_MESSAGES = 'I do not answer direct messages. Write to me in a server, please.';
export const FOR_ADULTS = 'I am for adults, so I answer only in age-restricted channels of servers.';

interface Notice {
  readonly text: string;
  /** It is said once within this time. */
  readonly everyMs: number;
  /** What counts as saying it again; the text where it is always the same. */
  readonly key?: string;
}

type NoticedMessage = Pick<IncomingMessage, 'id' | 'channelId' | 'guildId'>;

/**
 * What is said to members whose message is not answered by a model. Costs nothing, and is said rarely, so that nobody can flood a channel, nor
 * delay the answers of this bot and others by a flood of messages that get a notice.
 */
@Injectable()
export class IntakeNotices {
  private readonly said = growingCache<true>(MAX_REMEMBERED);
  /** By bot, the notices of late and when that was counted. */
  private readonly levels = growingCache<{ readonly value: number; readonly atMs: number }>(MAX_REMEMBERED);

  constructor(private readonly accepted: AcceptedJobs) {}

  /** Queues the notice about a message that is not answered; null when there is nothing to say. */
  about(connected: ConnectedBot, message: IncomingMessage, reason: SkipReason): Promise<void> | null {
    const notice = noticeAbout(connected, message, reason);
    if (!notice || !this.isFirst(connected, message, notice)) return null;
    return this.post(connected, message, notice.text);
  }

  /** The line below an answer when the member attached files that are not read; undefined when it was said in the channel today. */
  remarkAbout(connected: ConnectedBot, message: IncomingMessage): string | undefined {
    const { allowFileUploads } = connected.bot.channelSettings;
    if (allowFileUploads || !message.hasFiles) return undefined;
    return this.isFirst(connected, message, { text: NO_FILES, everyMs: DAY_MS }) ? NO_FILES : undefined;
  }

  /** Queues that too many questions wait, so that this one gets no answer; nothing when the channel was told within ten minutes. */
  async tooBusy(connected: ConnectedBot, message: NoticedMessage): Promise<void> {
    if (!this.isFirst(connected, message, { text: TOO_BUSY, everyMs: 10 * MINUTE_MS })) return;
    await this.post(connected, message, TOO_BUSY, 'too_many_waiting');
  }

  private isFirst(
    { bot }: ConnectedBot,
    { channelId }: Pick<NoticedMessage, 'channelId'>,
    { text, everyMs, key = text }: Notice,
  ): boolean {
    const said = `${bot.botId}:${channelId}:${key}`;
    if (this.said.has(said) || !this.hasRoom(bot.botId)) return false;
    this.said.set(said, true, { ttl: everyMs });
    return true;
  }

  private hasRoom(botId: string): boolean {
    const atMs = Date.now();
    const { value, atMs: lastAtMs } = this.levels.get(botId) ?? { value: 0, atMs };
    const left = Math.max(0, value - ((atMs - lastAtMs) / 1000) * PER_SECOND);
    if (left > BURST - 1) return false;
    this.levels.set(botId, { value: left + 1, atMs });
    return true;
  }

  private async post(
    { bot, closed }: ConnectedBot,
    { id, channelId, guildId }: NoticedMessage,
    text: string,
    noAnswer?: NoAnswerReason,
  ): Promise<void> {
    const { ownerId, botId } = bot;
    const job = { ownerId, botId, messageId: id, channelId, guildId, text, kind: 'notice', noAnswer } as const;
    await untilQueued(closed, () => this.accepted.add(queues.deliveries, `${botId}-${id}`, job));
  }
}

function noticeAbout({ bot }: ConnectedBot, message: IncomingMessage, reason: SkipReason): Notice | null {
  // Bots that answer each other's notices would never end.
  if (message.isBot) return null;
  const isDirect = message.guildId === null;
  if (reason === 'empty' && message.hasFiles) return { text: NO_FILES, everyMs: DAY_MS };
  if (reason === 'empty' && message.mentionsBot) return { text: greetingOf(bot, message), everyMs: MINUTE_MS, key: GREETING };
  if (reason === 'not_age_restricted') return { text: FOR_ADULTS, everyMs: DAY_MS };
  if (reason === 'direct_message') return { text: NO_DIRECT_MESSAGES, everyMs: DAY_MS };
  if (reason === 'direct_rate') return { text: hourlyLimitOf(bot.channelSettings), everyMs: HOUR_MS };
  if (!isDirect || (reason !== 'channel_rate' && reason !== 'member_rate')) return null;
  const limit = Math.min(bot.channelSettings.maxMessagesPerMinute, MAX_PER_MEMBER_AND_MINUTE);
  return { text: `I answer ${limit} messages a minute at most. Please wait a moment, then write again.`, everyMs: MINUTE_MS };
}

const hourlyLimitOf = ({ directMessagesPerHour: limit }: Pick<ChannelSettings, 'directMessagesPerHour'>): string =>
  `I answer ${limit === 1 ? 'one direct message' : `${limit} direct messages`} an hour at most. Please write again later.`;

/** The greeting of its owner names the member by a mention, which notifies nobody (docs/decisions.md C5). */
const greetingOf = ({ greeting, name }: ConnectedBot['bot'], { authorId }: IncomingMessage): string =>
  greeting === null ? GREETING : withinMessage(filledGreeting(greeting, name, `<@${authorId}>`));

// Longer only when names are much longer than the macros that stand for them.
const withinMessage = (text: string): string =>
  text.length <= MAX_MESSAGE_CHARS ? text : text.slice(0, MAX_MESSAGE_CHARS).replace(/\p{Surrogate}$/u, '');
