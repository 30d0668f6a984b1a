import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ChannelType,
  GatewayIntentBits,
  InteractionContextType,
  PermissionFlagsBits,
} from 'discord-api-types/v10';
import type { SystemDefinition } from '../system-definition.js';
import { MAX_TIMEOUT_MINUTES, TRIGGERS } from './rule.js';

export const AUTO_MODERATION_ID = 'auto-moderation';
/** The options of `/automod add` for where a rule holds and whom it leaves alone: Discord lets members pick one of each. */
export const CHANNEL_OPTION = 'channel';
export const ROLE_OPTION = 'exempt-role';
const { String: text, Integer: integer, Boolean: yesNo, Channel: channel, Role: role } = ApplicationCommandOptionType;
const { Subcommand: subcommand } = ApplicationCommandOptionType;

export const AUTO_MODERATION_DEFINITION: SystemDefinition = {
  systemId: AUTO_MODERATION_ID,
  // Tells what Discord's AutoMod did because of our rules.
  intents: GatewayIntentBits.AutoModerationExecution,
  problemAction: 'manage-automod-rules',
  keeps: 'for 90 days, with your name unencrypted, which rule a message of yours broke, without its text',
  moderates: true,
  commands: [
    {
      isPrivate: true,
      definition: {
        type: ApplicationCommandType.ChatInput,
        name: 'automod',
        description: 'The rules of this server',
        contexts: [InteractionContextType.Guild],
        default_member_permissions: PermissionFlagsBits.ManageGuild.toString(),
        options: [
          { type: subcommand, name: 'list', description: 'Show the rules' },
          {
            type: subcommand,
            name: 'add',
            description: 'Add a rule',
            options: [
              { type: text, name: 'name', description: 'What it is called', required: true, max_length: 60 },
              {
                type: text,
                name: 'trigger',
                description: 'What it looks for',
                required: true,
                choices: TRIGGERS.map((value) => ({ name: value, value })),
              },
              {
                type: text,
                name: 'words',
                description: 'Words or allowed websites with commas; or one pattern',
                max_length: 500,
              },
              {
                type: integer,
                name: 'limit',
                description: 'Mentions or equal messages, or days of age',
                min_value: 1,
                max_value: 365,
              },
              { type: yesNo, name: 'delete', description: 'Delete the message (yes by default)' },
              { type: yesNo, name: 'warn', description: 'Warn the member' },
              { type: integer, name: 'timeout', description: 'Minutes of silence', min_value: 0, max_value: MAX_TIMEOUT_MINUTES },
              {
                type: channel,
                name: CHANNEL_OPTION,
                description: 'Only in this channel',
                channel_types: [
                  ChannelType.GuildText,
                  ChannelType.GuildAnnouncement,
                  ChannelType.GuildForum,
                  ChannelType.GuildMedia,
                  ChannelType.GuildVoice,
                  ChannelType.GuildStageVoice,
                ],
              },
              { type: role, name: ROLE_OPTION, description: 'Not for members with this role' },
            ],
          },
          {
            type: subcommand,
            name: 'remove',
            description: 'Remove a rule',
            options: [
              { type: text, name: 'name', description: 'What it is called', required: true, max_length: 60, autocomplete: true },
            ],
          },
        ],
      },
    },
  ],
};
