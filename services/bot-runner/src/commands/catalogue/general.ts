import { isolated, optionsUsage, triggerKey } from '@kith/proto';
import { ApplicationCommandOptionType, Routes } from 'discord-api-types/v10';
import {
  catalogueCommand,
  describe,
  noArguments,
  saying,
  writtenTrigger,
  type CommandCall,
  type CommandMessage,
} from '../catalogue-command.js';

const OF_COMMAND = /^command:(\S{1,100})$/u;
/** Of the description of an embed. */
const MAX_CARD_CHARS = 4096;
const NO_SUCH_COMMAND = 'I have no command of this name.';

/** Lists what the bot can do: the commands that it has learned and that are enabled, custom ones included; or says what one of them does. */
export const help = catalogueCommand({
  id: 'help',
  usage: [''],
  scope: 'anywhere',
  isPrivate: true,
  // A mention and a sentence that begins with "help" is a question to the companion: one command is named in the slash command only.
  parse: (args) => {
    const [, trigger] = OF_COMMAND.exec(args) ?? [];
    return args === '' || trigger !== undefined ? { trigger } : null;
  },
  options: [
    {
      type: ApplicationCommandOptionType.String,
      name: 'command',
      description: 'Which command to explain',
      autocomplete: true,
      max_length: 100,
    },
  ],
  argsOf: (options) => (options.has('command') ? `command:${options.get('command')?.trim().replaceAll(/\s+/gu, '-')}` : ''),
  run: ({ trigger }, call) => (trigger === undefined ? helpOf(call) : saying(explained(call, trigger))),
});

function explained({ bot: { prefix, commands } }: CommandCall, trigger: string): string {
  const command = commands.find((one) => triggerKey(one.trigger, prefix) === triggerKey(trigger, prefix));
  if (!command) return NO_SUCH_COMMAND;
  const { name, description } = describe(command);
  const call = `${writtenTrigger(command, prefix)} ${optionsUsage(command.custom?.options ?? [])}`.trim();
  return `**${plain(name)}** \`${withoutBackticks(call)}\`: ${plain(description)}`;
}

/** A text, and the same as a card. */
function helpOf({ bot: { name, prefix, commands } }: CommandCall): CommandMessage {
  const lines = commands.map((command) => {
    const { name: title, description } = describe(command);
    const trigger = withoutBackticks(writtenTrigger(command, prefix));
    return `\`${trigger}\` – ${command.custom ? `${plain(title)}: ${plain(description)}` : description}`;
  });
  const shown: string[] = [];
  for (const line of lines) if ([...shown, line].join('\n').length <= MAX_CARD_CHARS) shown.push(line);
  const rest = lines.length - shown.length;
  const footer = rest > 0 ? { footer: { text: `${rest} more: type a slash to see all` } } : {};
  const card = { title: `${plain(name)} can do this`, description: shown.join('\n'), ...footer };
  return { ...saying([`**${plain(name)}** can do this:`, ...lines].join('\n')), card };
}

/** Texts of the owner in one line, without what would change the format of the list. */
const plain = (text: string): string => isolated(text.replace(/[*_~`|>\s]+/gu, ' ').trim());
const withoutBackticks = (trigger: string): string => trigger.replaceAll('`', "'");

/** Measures a request: to Discord and back, or from the chat to here. */
export const ping = catalogueCommand({
  id: 'ping',
  usage: [''],
  scope: 'anywhere',
  isSlow: true,
  parse: noArguments,
  run: async (_args, { bot, place, sentAtMs }, { clients }) => {
    if (!place) return saying(`🏓 Pong! Your message took ${Math.max(0, Date.now() - sentAtMs)} ms to me.`);
    const startMs = performance.now();
    await clients.use(bot.botId, (rest) => rest.get(Routes.user('@me')));
    return saying(`🏓 Pong! Discord answered me within ${Math.max(1, Math.round(performance.now() - startMs))} ms.`);
  },
});
