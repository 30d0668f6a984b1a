import { MAX_REPLIED_TO_CHARS, type ChannelLine, type JobOf, type queues, type RepliedTo, type RunnableBot } from '@kith/proto';
import type { APIMessage, GatewayMessageCreateDispatchData, GatewayMessageUpdateDispatchData } from 'discord-api-types/v10';
import { displayName } from '../discord/display-name.js';
import type { ConnectedBot } from './connected-bot.js';
import { isWithin, type IncomingMessage } from './decide.js';

type Question = JobOf<typeof queues.replies>;
type Raw = GatewayMessageCreateDispatchData | GatewayMessageUpdateDispatchData;
type ReferencedMessage = Pick<APIMessage, 'author' | 'content' | 'attachments'>;

const MAX_CONTENT_CHARS = 4000;
const MAX_FILES = 10;
const MAX_THREAD_NAME_CHARS = 90;

/** Of who wrote the message. */
export const authorNameOf = ({ member, author }: Raw): string => displayName(author, member?.nick);

/** The job that has a bot write an answer; what its owner chose for its text and for an outage goes with it. */
export function replyJob(
  { ownerId, botId, channelSettings }: Pick<RunnableBot, 'ownerId' | 'botId' | 'channelSettings'>,
  question: Omit<Question, 'ownerId' | 'botId' | 'isKept' | 'missedMessages'>,
): Question {
  const { logMessages, missedMessages } = channelSettings;
  return {
    ownerId,
    botId,
    ...question,
    ...(logMessages ? {} : { isKept: false }),
    ...(missedMessages === 'newest' ? {} : { missedMessages }),
  };
}

/** The job that answers a message, as the settings of the bot say. `talk`: what was written in the channel before. */
export function questionOf(
  { bot, ownUserId }: ConnectedBot,
  message: IncomingMessage,
  raw: Raw,
  talk: readonly ChannelLine[] = [],
): Question {
  const { allowFileUploads, enableThreads, autoCreateThreads } = bot.channelSettings;
  const opensThread = enableThreads && autoCreateThreads && message.guildId !== null && !message.isThread;
  const referenced: ReferencedMessage | null = raw.referenced_message ?? null;
  const repliedTo = referenced && repliedToOf(referenced, ownUserId);
  const files = allowFileUploads
    ? [...filesOf(raw.attachments), ...filesOfReferenced(referenced, message)].slice(0, MAX_FILES)
    : [];
  return replyJob(bot, {
    messageId: message.id,
    channelId: message.channelId,
    guildId: message.guildId,
    author: { id: message.authorId, name: authorNameOf(raw) },
    content: message.content.slice(0, MAX_CONTENT_CHARS),
    ...(isAddressed(bot, message) || repliedTo?.isOwn ? {} : { isAddressed: false }),
    ...(repliedTo ? { repliedTo } : {}),
    ...(talk.length > 0 ? { talk: [...talk] } : {}),
    ...(files.length > 0 ? { files } : {}),
    ...(opensThread ? { threadName: threadNameOf(message.content, authorNameOf(raw)) } : {}),
  });
}

/** Whether who wrote it means the bot: in a direct message, by a mention, in its own channel or in threads that it opens. */
function isAddressed({ channelSettings }: Pick<RunnableBot, 'channelSettings'>, message: IncomingMessage): boolean {
  const { dedicatedChannelId, enableThreads, autoCreateThreads } = channelSettings;
  const isDedicated = dedicatedChannelId !== '' && isWithin(message, dedicatedChannelId);
  return (
    message.guildId === null || message.mentionsBot || isDedicated || (message.isThread && enableThreads && autoCreateThreads)
  );
}

/** Null for a message without text and files, or one whose text Discord does not give to the bot. */
function repliedToOf({ author, content, attachments = [] }: ReferencedMessage, ownUserId: string): RepliedTo | null {
  const names = attachments.map(({ filename }) => filename).join(', ');
  const whole = [content.replaceAll(`<@${ownUserId}>`, '').trim(), ...(names === '' ? [] : [`[Attached: ${names}]`])];
  const text = whole.filter(Boolean).join('\n').slice(0, MAX_REPLIED_TO_CHARS);
  if (text === '') return null;
  return { author: displayName(author), text, isOwn: author.id === ownUserId };
}

const filesOf = (attachments: Raw['attachments'] = []): NonNullable<Question['files']> =>
  attachments.map(({ filename, content_type: type, size, url }) => ({
    name: filename.slice(0, 260),
    type: (type ?? '').slice(0, 100),
    bytes: size,
    url: url.slice(0, 2000),
  }));

function filesOfReferenced(referenced: ReferencedMessage | null, { authorId }: IncomingMessage): NonNullable<Question['files']> {
  const files = filesOf(referenced?.attachments);
  return referenced?.author.id === authorId ? files : files.map((file) => ({ ...file, isByAnother: true }));
}

/** The first line of the question; the author when it has no text. */
function threadNameOf(content: string, author: string): string {
  const line =
    content
      .split('\n', 1)[0]
      ?.replace(/[\s\p{C}]+/gu, ' ')
      .trim() ?? '';
  return [...(line || author)].slice(0, MAX_THREAD_NAME_CHARS).join('').trim() || 'Question';
}
