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
import { MAX_TEXT_CHARS } from './role-message-body.js';
import { ROLE_MESSAGE_MODES } from './role-choices.js';

const { String: text, Role: role, Channel: channel, Subcommand: subcommand } = ApplicationCommandOptionType;
export const REACTION_ROLES_ID = 'reaction-roles';

const MESSAGE: APIApplicationCommandBasicOption = {
  type: text,
  name: 'message',
  description: 'A link to the message, or its id',
  required: true,
  max_length: 200,
};
const ROLE: APIApplicationCommandBasicOption = { type: role, name: 'role', description: 'Which role', required: true };
const EMOJI: APIApplicationCommandBasicOption = {
  type: text,
  name: 'emoji',
  description: 'The emoji beside the role',
  max_length: 60,
};

/** Members pick their roles from messages of the bot. */
export const reactionRoles: SystemDefinition = {
  systemId: REACTION_ROLES_ID,
  intents: GatewayIntentBits.GuildMessageReactions,
  keeps: 'by which reactions you have roles, until you take them back',
  problemAction: 'manage-roles',
  commands: [
    {
      isPrivate: true,
      definition: {
        type: ApplicationCommandType.ChatInput,
        name: REACTION_ROLES_ID,
        description: 'Messages from which members pick their roles',
        contexts: [InteractionContextType.Guild],
        default_member_permissions: String(PermissionFlagsBits.ManageRoles),
        options: [
          {
            type: subcommand,
            name: 'create',
            description: 'Posts a message from which members pick roles',
            options: [
              {
                type: text,
                name: 'text',
                description: 'What the message says',
                required: true,
                max_length: MAX_TEXT_CHARS,
              },
              ROLE,
              {
                type: text,
                name: 'mode',
                description: 'How members pick; default: buttons',
                choices: ROLE_MESSAGE_MODES.map((mode) => ({ name: mode, value: mode })),
              },
              EMOJI,
              {
                type: channel,
                name: 'channel',
                description: 'Where; default: here',
                channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
              },
            ],
          },
          { type: subcommand, name: 'add', description: 'Adds a role to a message', options: [MESSAGE, ROLE, EMOJI] },
          { type: subcommand, name: 'remove', description: 'Takes a role off a message', options: [MESSAGE, ROLE] },
          {
            type: subcommand,
            name: 'delete',
            description: 'Deletes a message from which members pick roles',
            options: [MESSAGE],
          },
          { type: subcommand, name: 'list', description: 'Lists these messages of this server', options: [] },
        ],
      },
    },
  ],
};
