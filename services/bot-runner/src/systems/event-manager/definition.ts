import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ChannelType,
  GatewayIntentBits,
  InteractionContextType,
  PermissionFlagsBits,
  type APIApplicationCommandBasicOption,
} from 'discord-api-types/v10';
import type { SystemDefinition } from '../system-definition.js';
import { MAX_DESCRIPTION_CHARS, MAX_HOURS, MAX_NAME_CHARS, MAX_PLACE_CHARS } from './event-plan.js';

const { String: text, Integer: integer, Channel: channel, Subcommand: subcommand } = ApplicationCommandOptionType;
export const EVENT_MANAGER_ID = 'event-manager';

const EVENT: APIApplicationCommandBasicOption = {
  type: text,
  name: 'event',
  description: 'A link to the event, or its name',
  required: true,
  autocomplete: true,
  max_length: 200,
};
const CHANNEL: APIApplicationCommandBasicOption = {
  type: channel,
  name: 'channel',
  description: 'Where it is announced; default: the channel of the settings',
  channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
};
const contexts = [InteractionContextType.Guild];

/** Scheduled events of Discord with sign-ups and reminders. */
export const eventManager: SystemDefinition = {
  systemId: EVENT_MANAGER_ID,
  intents: GatewayIntentBits.GuildScheduledEvents,
  keeps: 'for which events you signed up, until a week after them',
  problemAction: 'manage-events',
  solvesProblem: (task) => task.kind === 'command' && (task.subcommand === 'create' || task.subcommand === 'cancel'),
  commands: [
    {
      isPrivate: false,
      definition: {
        type: ApplicationCommandType.ChatInput,
        name: 'events',
        description: 'What is planned in this server',
        contexts,
        default_member_permissions: null,
        options: [],
      },
    },
    {
      isPrivate: true,
      definition: {
        type: ApplicationCommandType.ChatInput,
        name: 'event',
        description: 'Plans events of this server',
        contexts,
        default_member_permissions: String(PermissionFlagsBits.ManageEvents),
        options: [
          {
            type: subcommand,
            name: 'create',
            description: 'Plans an event',
            options: [
              { type: text, name: 'name', description: 'What it is called', required: true, max_length: MAX_NAME_CHARS },
              {
                type: text,
                name: 'start',
                description: 'For example: tomorrow 18:00, 2027-01-31 9:00 or in 3h; times of day are UTC',
                required: true,
                max_length: 60,
              },
              { type: text, name: 'place', description: 'Where it is', max_length: MAX_PLACE_CHARS },
              {
                type: channel,
                name: 'voice',
                description: 'The voice or stage channel in which it is, instead of a place',
                channel_types: [ChannelType.GuildVoice, ChannelType.GuildStageVoice],
              },
              { type: integer, name: 'hours', description: 'How long it is; default: 1', min_value: 1, max_value: MAX_HOURS },
              { type: text, name: 'description', description: 'What it is about', max_length: MAX_DESCRIPTION_CHARS },
              CHANNEL,
            ],
          },
          {
            type: subcommand,
            name: 'announce',
            description: 'Posts an event with a button to sign up',
            options: [EVENT, CHANNEL],
          },
          { type: subcommand, name: 'sign-ups', description: 'Lists who wants to come', options: [EVENT] },
          { type: subcommand, name: 'cancel', description: 'Cancels an event', options: [EVENT] },
        ],
      },
    },
  ],
};
