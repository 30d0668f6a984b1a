import type { RunnableBot } from '@kith/proto';
import type { APIApplicationCommandAutocompleteInteraction } from 'discord-api-types/v10';
import { describe } from '../commands/catalogue-command.js';
import { matching, typedOption, type Choice } from './choices.js';
import { slashCommands } from './command-set.js';

/** What is offered while a member types an option; null for a command that the bot did not learn or that completes nothing. */
export function choicesFor(
  bot: Pick<RunnableBot, 'commands' | 'systems' | 'channelSettings'>,
  { data }: Pick<APIApplicationCommandAutocompleteInteraction, 'data'>,
): Choice[] | null {
  const offered = slashCommands(bot);
  if (offered.find(({ name }) => name === data.name)?.command.commandId !== 'help') return null;
  const commands = offered.map(({ name, command }) => ({
    name: `/${name} – ${describe(command).name}`,
    value: command.trigger,
  }));
  return matching(commands, typedOption(data.options)?.text ?? '');
}
