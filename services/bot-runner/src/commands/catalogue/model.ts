import { MAX_SUMMARIZED_MESSAGES, type ReplyTask } from '@kith/proto';
import { ApplicationCommandOptionType, Routes, type APIMessage } from 'discord-api-types/v10';
import { wholeNumber } from '../arguments.js';
import { catalogueCommand, sayingPrivately, type CommandCall } from '../catalogue-command.js';
import { inGuild, READ_HISTORY, requireOfBot, requireOfMember } from '../command-permissions.js';
import type { CommandTools } from '../command-tools.js';

const DEFAULT_MESSAGES = 50;
/** Of one message, and of all together, in characters. */
const MAX_MESSAGE_CHARS = 1000;
const MAX_TOTAL_CHARS = 20_000;
const MAX_LANGUAGE_CHARS = 40;

/** A question to the companion, answered like any message. */
export const ask = catalogueCommand({
  id: 'ask',
  usage: ['What is the capital of Peru?'],
  scope: 'anywhere',
  isSlow: true,
  options: [
    {
      type: ApplicationCommandOptionType.String,
      name: 'question',
      description: 'What you would like to know',
      required: true,
      max_length: 2000,
    },
  ],
  parse: (args) => (args === '' ? null : { question: args }),
  run: ({ question }) => ({ kind: 'question', question }),
});

export const summarize = catalogueCommand({
  id: 'summarize',
  usage: ['', '30'],
  scope: 'discord',
  isSlow: true,
  problemAction: 'read-history',
  options: [
    {
      type: ApplicationCommandOptionType.Integer,
      name: 'messages',
      description: `How many messages, ${DEFAULT_MESSAGES} without it`,
      min_value: 2,
      max_value: MAX_SUMMARIZED_MESSAGES,
    },
  ],
  parse: (args) => {
    const count = args === '' ? DEFAULT_MESSAGES : wholeNumber(args, 2, MAX_SUMMARIZED_MESSAGES);
    return count === null ? null : { count };
  },
  run: async ({ count }, call, tools) => {
    const messages = await lastMessages(call, tools, count);
    return messages.length === 0
      ? sayingPrivately('There is nothing in this channel that I could sum up.')
      : { kind: 'task', task: { kind: 'summarize', messages } };
  },
});

type Summarized = Extract<ReplyTask, { kind: 'summarize' }>['messages'];

/** The last messages of people and bots before the call, oldest first, those without text left out. Only what the member may read. */
async function lastMessages(command: CommandCall, tools: CommandTools, count: number): Promise<Summarized> {
  const { bot, place } = command;
  if (!place) return [];
  if (place.guildId !== null) {
    const call = inGuild(command);
    await requireOfMember(tools, call, READ_HISTORY);
    await requireOfBot(tools, call, READ_HISTORY);
  }
  const query = new URLSearchParams({ limit: String(count), before: place.messageId });
  const route = Routes.channelMessages(place.channelId);
  return summarized((await tools.clients.use(bot.botId, (rest) => rest.get(route, { query }))) as APIMessage[]);
}

/** Messages as the task contains them; `newestFirst` as Discord lists them. The newest are kept when all are too long together. */
export function summarized(newestFirst: readonly Pick<APIMessage, 'author' | 'content'>[]): Summarized {
  const kept: { author: string; text: string }[] = [];
  let left = MAX_TOTAL_CHARS;
  for (const { author, content } of newestFirst.slice(0, MAX_SUMMARIZED_MESSAGES)) {
    const text = [...content.trim()].slice(0, MAX_MESSAGE_CHARS).join('');
    if (text === '') continue;
    left -= text.length;
    if (left < 0) break;
    kept.push({ author: (author.global_name ?? author.username).slice(0, 100), text });
  }
  return kept.toReversed();
}

export const translate = catalogueCommand({
  id: 'translate',
  usage: ['to French: Good morning!', 'Spanish: See you soon'],
  scope: 'anywhere',
  isSlow: true,
  options: [
    {
      type: ApplicationCommandOptionType.String,
      name: 'language',
      description: 'Into which language',
      required: true,
      max_length: MAX_LANGUAGE_CHARS,
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'text',
      description: 'What to translate',
      required: true,
      max_length: 2000,
    },
  ],
  argsOf: (options) => `${options.get('language')?.replaceAll(':', ' ') ?? ''}: ${options.get('text') ?? ''}`,
  parse: parseTranslation,
  run: (task) => ({ kind: 'task', task: { kind: 'translate', ...task } }),
});

/** `to French: text`, `into Brazilian Portuguese: text`, or `French text` with a language of one word. */
function parseTranslation(args: string): { language: string; text: string } | null {
  const rest = args.replace(/^(?:in)?to\s+/iu, '');
  const colon = rest.search(/[:：]/u);
  const isNamed = colon > 0 && colon <= MAX_LANGUAGE_CHARS && /^[\p{L}\p{M}\s()'-]+$/u.test(rest.slice(0, colon));
  const space = rest.search(/\s/u);
  const end = isNamed ? colon : space;
  if (end <= 0 || end > MAX_LANGUAGE_CHARS) return null;
  const [language, text] = [rest.slice(0, end).trim(), rest.slice(end + 1).trim()];
  return language === '' || text === '' ? null : { language, text };
}
