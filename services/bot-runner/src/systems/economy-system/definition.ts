import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  PermissionFlagsBits,
  type APIApplicationCommandBasicOption,
} from 'discord-api-types/v10';
import type { SystemCommand, SystemDefinition } from '../system-definition.js';

export const MAX_AMOUNT = 1_000_000_000;
export const MAX_ITEM_NAME_CHARS = 50;
export const MAX_STOCK = 1_000_000;

const { Integer: integer, Role: role, String: text, User: user } = ApplicationCommandOptionType;
const MANAGE_SERVER = String(PermissionFlagsBits.ManageGuild);
const MEMBER = { type: user, name: 'member', description: 'Which member', required: true } as const;
const ITEM = {
  type: text,
  name: 'item',
  description: 'Its name, as /shop shows it',
  required: true,
  max_length: MAX_ITEM_NAME_CHARS,
} as const;
const KNOWN_ITEM = { ...ITEM, autocomplete: true } as const;
const amount = (name: string, description: string, min: number) =>
  ({ type: integer, name, description, required: true, min_value: min, max_value: MAX_AMOUNT }) as const;

interface Options {
  readonly isPrivate: boolean;
  readonly options?: readonly APIApplicationCommandBasicOption[];
  readonly permission?: string;
}

const command = (name: string, description: string, { isPrivate, options = [], permission = '' }: Options): SystemCommand => ({
  isPrivate,
  definition: {
    type: ApplicationCommandType.ChatInput,
    contexts: [InteractionContextType.Guild],
    name,
    description,
    options,
    default_member_permissions: permission === '' ? null : permission,
  },
});

export const ECONOMY_SYSTEM_ID = 'economy-system';

export const ECONOMY_SYSTEM_DEFINITION: SystemDefinition = {
  systemId: ECONOMY_SYSTEM_ID,
  intents: 0,
  problemAction: 'send-messages',
  solvesProblem: ({ kind }) => kind !== 'event',
  keeps: 'your balance, and what you earned, paid and bought, which my owner sees',
  commands: [
    command('daily', 'Takes your daily reward', { isPrivate: false }),
    command('balance', 'Shows how much a member has', {
      isPrivate: true,
      options: [{ ...MEMBER, required: false, description: 'Of whom; you without it' }],
    }),
    command('pay', 'Gives some of yours to another member', {
      isPrivate: false,
      options: [MEMBER, amount('amount', 'How much', 1)],
    }),
    command('shop', 'Shows what you can buy', {
      isPrivate: true,
      options: [{ type: integer, name: 'page', description: 'Ten items a page', min_value: 1, max_value: 10 }],
    }),
    command('buy', 'Buys something in the shop', { isPrivate: false, options: [KNOWN_ITEM] }),
    command('grant', 'Gives to a member, or takes with a minus', {
      isPrivate: true,
      options: [MEMBER, amount('amount', 'How much; with a minus it is taken', -MAX_AMOUNT)],
      permission: MANAGE_SERVER,
    }),
    command('shop-add', 'Adds something to the shop', {
      isPrivate: true,
      options: [
        { ...ITEM, description: 'Its name' },
        amount('price', 'What it costs', 1),
        { type: role, name: 'role', description: 'The role that buyers get' },
        {
          type: integer,
          name: 'stock',
          description: 'How many there are; without it no end',
          min_value: 1,
          max_value: MAX_STOCK,
        },
      ],
      permission: MANAGE_SERVER,
    }),
    command('shop-remove', 'Removes something from the shop', {
      isPrivate: true,
      options: [KNOWN_ITEM],
      permission: MANAGE_SERVER,
    }),
  ],
};
