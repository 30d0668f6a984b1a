import { DRAWING_COMMAND, type OptionValue, type OptionValues } from '@kith/proto';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type APIApplicationCommandInteraction,
  type APIChatInputApplicationCommandInteraction,
} from 'discord-api-types/v10';
import { displayName } from '../discord/display-name.js';

/** What Discord lets members write into the option; it could be sent more. */
const MAX_DESCRIPTION_CHARS = 2000;

type Data = APIChatInputApplicationCommandInteraction['data'];
const { String: Text, Integer, Number: Decimal, Boolean: YesOrNo, User, Channel, Role } = ApplicationCommandOptionType;

/** What is to be drawn; null for another command. */
export function descriptionIn({ data }: APIApplicationCommandInteraction): string | null {
  if (data.type !== ApplicationCommandType.ChatInput || data.name !== DRAWING_COMMAND.name) return null;
  const [used] = data.options ?? [];
  if (used?.type !== ApplicationCommandOptionType.Subcommand || used.name !== DRAWING_COMMAND.subcommand) return null;
  const [description] = used.options ?? [];
  return description?.type === Text ? description.value.slice(0, MAX_DESCRIPTION_CHARS) : '';
}

/** The values as a member would write them: a user as a mention. Options of other types than those that were registered are left out. */
export function optionsOf({ options = [] }: Data): Map<string, string> {
  return new Map(
    options.flatMap((option): [string, string][] => {
      switch (option.type) {
        case User:
          return [[option.name, `<@${option.value}>`]];
        case Channel:
          return [[option.name, `<#${option.value}>`]];
        case Role:
          return [[option.name, `<@&${option.value}>`]];
        case YesOrNo:
          return [[option.name, option.value ? 'yes' : 'no']];
        case Text:
        case Integer:
        case Decimal:
          return [[option.name, String(option.value).slice(0, 3000)]];
        default:
          return [];
      }
    }),
  );
}

/**
 * The values as the code of a custom command gets them. What Discord does not name cannot be such a value, nor, in a server, somebody who is not in it:
 * Discord lets members name any account.
 */
export function filledIn(
  { options = [], resolved: { users = {}, members = {}, channels = {}, roles = {} } = {} }: Data,
  isInServer: boolean,
): OptionValues {
  return Object.fromEntries(
    options.flatMap((option): [string, OptionValue][] => {
      if (!('value' in option)) return [[option.name, '']];
      const { name, value } = option;
      switch (option.type) {
        case User: {
          const user = isInServer && !members[option.value] ? undefined : users[option.value];
          return [[name, user ? { id: user.id, name: displayName(user, members[user.id]?.nick) } : '']];
        }
        case Channel:
          return [[name, referenceTo(channels[option.value])]];
        case Role:
          return [[name, referenceTo(roles[option.value])]];
        default:
          return [[name, value]];
      }
    }),
  );
}

const referenceTo = (found: { readonly id: string; readonly name?: string | null } | undefined): OptionValue =>
  found ? { id: found.id, name: (found.name ?? '').slice(0, 100) } : '';
