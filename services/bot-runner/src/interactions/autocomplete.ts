import type { RunnableBot } from '@kith/proto';
import type { APIApplicationCommandAutocompleteInteraction, APIApplicationCommandOptionChoice } from 'discord-api-types/v10';
import { describe } from '../commands/catalogue-command.js';
import { slashCommands } from './command-set.js';

/** Discord shows no more. */
const MAX_CHOICES = 25;
const MAX_NAME_CHARS = 100;

/** What is offered while a member types an option; null for a command that the bot did not learn or that completes nothing. */
export function choicesFor(
  bot: Pick<RunnableBot, 'commands' | 'systems' | 'channelSettings'>,
  { data }: Pick<APIApplicationCommandAutocompleteInteraction, 'data'>,
): APIApplicationCommandOptionChoice<string>[] | null {
  const offered = slashCommands(bot);
  if (offered.find(({ name }) => name === data.name)?.command.commandId !== 'help') return null;
  const focused = data.options.find((option) => 'focused' in option && option.focused === true);
  const typed = focused && 'value' in focused ? String(focused.value).trim().toLowerCase() : '';
  return offered
    .map(({ name, command }) => ({
      name: `/${name} – ${describe(command).name}`.slice(0, MAX_NAME_CHARS),
      value: command.trigger,
    }))
    .filter(({ name }) => name.toLowerCase().includes(typed))
    .slice(0, MAX_CHOICES);
}
