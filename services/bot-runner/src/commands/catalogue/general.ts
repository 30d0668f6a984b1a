import { Routes } from 'discord-api-types/v10';
import { catalogueCommand, describe, noArguments, saying, writtenTrigger, type CommandCall } from '../catalogue-command.js';

/** Lists what the bot can do: the commands that it has learned and that are enabled, custom ones included. */
export const help = catalogueCommand({
  id: 'help',
  usage: [''],
  scope: 'anywhere',
  isPrivate: true,
  // A mention and a sentence that begins with "help" is a question to the companion.
  parse: (args) => (args === '' ? {} : null),
  run: (_args, call) => saying(helpText(call)),
});

function helpText({ bot: { name, prefix, commands } }: CommandCall): string {
  const lines = commands.map((command) => {
    const { name: title, description } = describe(command);
    const trigger = withoutBackticks(writtenTrigger(command, prefix));
    return `\`${trigger}\` – ${command.custom ? `${plain(title)}: ${plain(description)}` : description}`;
  });
  return [`**${plain(name)}** can do this:`, ...lines].join('\n');
}

/** Texts of the owner in one line, without what would change the format of the list. */
const plain = (text: string): string => text.replace(/[*_~`|>\s]+/gu, ' ').trim();
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
