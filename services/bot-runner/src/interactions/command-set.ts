import { DRAWING_COMMAND, triggerKey, type CommandOption, type RunnableBot, type RunnableCommand } from '@kith/proto';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  type APIApplicationCommandBasicOption,
} from 'discord-api-types/v10';
import { describe } from '../commands/catalogue-command.js';
import { findCommand } from '../commands/catalogue.js';
import { worksInDirectMessages } from '../commands/custom-options.js';
import type { CommandDefinition } from './command-definition.js';
import { definitionsOf, systemCommands } from '../systems/definitions.js';
import { FORGET_ME } from './forget-me.js';
import { TRUST_COMMANDS } from './trust-commands.js';

/** Learned commands and those of systems. Discord allows 100 slash commands; the rest is for those that every bot has. */
const MAX_OF_OWNER = 94;
const MAX_NAME_CHARS = 32;
const MAX_DESCRIPTION_CHARS = 100;
const { Guild, BotDM } = InteractionContextType;

export const SUMMARIZE_MENU = 'Summarize';

/** A learned command with the name of its slash command. */
export interface SlashCommand {
  readonly name: string;
  readonly command: RunnableCommand;
}

type Commands = Pick<RunnableBot, 'commands' | 'systems' | 'channelSettings'>;

/** The learned commands that are offered as slash commands: those whose trigger makes a name that Discord accepts, each name once. */
export function slashCommands(bot: Commands): SlashCommand[] {
  const { commands, channelSettings } = bot;
  const { allowCommands, customPrefix } = channelSettings;
  if (!allowCommands) return [];
  const ofSystems = systemCommands(bot).map(({ definition }) => definition.name);
  const taken = new Set<string>([FORGET_ME.name, ...TRUST_COMMANDS.map(({ name }) => name), ...ofSystems]);
  const named = commands.flatMap((command) => {
    const name = slashName(command.trigger, customPrefix);
    if (name === '' || taken.has(name)) return [];
    taken.add(name);
    return [{ name, command }];
  });
  return named.slice(0, MAX_OF_OWNER - ofSystems.length);
}

/** Has the companion draw what a member describes. */
export const DRAWING: CommandDefinition = {
  type: ApplicationCommandType.ChatInput,
  name: DRAWING_COMMAND.name,
  description: 'Have this companion make something',
  options: [
    {
      type: ApplicationCommandOptionType.Subcommand,
      name: DRAWING_COMMAND.subcommand,
      description: 'Have a picture drawn',
      options: [
        {
          type: ApplicationCommandOptionType.String,
          name: 'description',
          description: 'What to draw',
          required: true,
          max_length: 2000,
        },
      ],
    },
  ],
  contexts: [Guild, BotDM],
  default_member_permissions: null,
};

/** Everything that a bot registers with Discord; `canDraw`: whether pictures that members describe would be drawn. Discord offers what a bot for adults does in age-restricted channels only (docs/decisions.md C40). */
export function commandSet(bot: Commands & Pick<RunnableBot, 'ageRating'>, canDraw: boolean): CommandDefinition[] {
  const slash = slashCommands(bot);
  const canSummarize = slash.some(({ command }) => command.commandId === 'summarize');
  const drawing = canDraw && bot.channelSettings.allowCommands && slash.every(({ name }) => name !== DRAWING.name);
  const forAll = [
    ...slash.map(definitionOf),
    ...ofSystems(bot, false),
    ...(drawing ? [DRAWING] : []),
    ...(canSummarize ? [SUMMARIZE] : []),
  ];
  return [
    { ...FORGET_ME, options: [], default_member_permissions: null },
    ...TRUST_COMMANDS,
    ...forAll.map((definition) => (bot.ageRating === 'everyone' ? definition : { ...definition, nsfw: true })),
    ...ofSystems(bot, true),
  ];
}

function ofSystems(bot: Commands, isModeration: boolean): CommandDefinition[] {
  if (!bot.channelSettings.allowCommands) return [];
  const systems = definitionsOf(bot).filter(({ moderates = false }) => moderates === isModeration);
  return systems.flatMap(({ commands }) => commands.map(({ definition }) => definition));
}

const SUMMARIZE: CommandDefinition = {
  type: ApplicationCommandType.Message,
  name: SUMMARIZE_MENU,
  description: '',
  options: [],
  contexts: [Guild, BotDM],
  default_member_permissions: null,
};

/** What members write behind a custom command without options of its own. */
const TEXT_OPTION: APIApplicationCommandBasicOption = {
  type: ApplicationCommandOptionType.String,
  name: 'text',
  description: 'What to tell the command',
  max_length: 2000,
};

function definitionOf({ name, command }: SlashCommand): CommandDefinition {
  const known = findCommand(command.commandId);
  const { name: title, description } = describe(command);
  const own = command.custom?.options ?? [];
  const inServersOnly = known?.scope === 'server' || !worksInDirectMessages(own);
  return {
    type: ApplicationCommandType.ChatInput,
    name,
    description: [...(description.trim() || title)].slice(0, MAX_DESCRIPTION_CHARS).join(''),
    options: known?.options ?? (own.length === 0 ? [TEXT_OPTION] : own.map(optionOf)),
    contexts: inServersOnly ? [Guild] : [Guild, BotDM],
    default_member_permissions: known?.memberPermission?.toString() ?? null,
  };
}

const OPTION_TYPE = {
  text: ApplicationCommandOptionType.String,
  integer: ApplicationCommandOptionType.Integer,
  number: ApplicationCommandOptionType.Number,
  boolean: ApplicationCommandOptionType.Boolean,
  member: ApplicationCommandOptionType.User,
  channel: ApplicationCommandOptionType.Channel,
  role: ApplicationCommandOptionType.Role,
} as const;

/** An option that the owner of a custom command defined. */
function optionOf({ name, description, type, isRequired, choices }: CommandOption): APIApplicationCommandBasicOption {
  const about = { name, description, required: isRequired };
  if (type !== 'text') return { type: OPTION_TYPE[type], ...about } as APIApplicationCommandBasicOption;
  if (choices.length === 0) return { ...TEXT_OPTION, ...about };
  return { type: OPTION_TYPE.text, ...about, choices: choices.map((choice) => ({ name: choice, value: choice })) };
}

/** The trigger without prefix as Discord accepts it: letters, digits, `-` and `_`, in lower case; '' when nothing is left. */
function slashName(trigger: string, prefix: string): string {
  const cleaned = triggerKey(trigger, prefix)
    .toLowerCase()
    .replaceAll(/[^-_\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '');
  return [...cleaned].slice(0, MAX_NAME_CHARS).join('');
}
