import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  GatewayIntentBits,
  InteractionContextType,
  PermissionFlagsBits,
} from 'discord-api-types/v10';
import type { SystemDefinition } from '../system-definition.js';

export const SUPPORT_TICKETS_ID = 'support-tickets';
export const MAX_REASON_CHARS = 200;
export const MAX_PANEL_TEXT_CHARS = 500;

const { String: text, Subcommand: subcommand, User: user } = ApplicationCommandOptionType;

export const SUPPORT_TICKETS_DEFINITION: SystemDefinition = {
  systemId: SUPPORT_TICKETS_ID,
  // Tells when the thread of a ticket is deleted.
  intents: GatewayIntentBits.Guilds,
  problemAction: 'manage-tickets',
  // Opening a ticket and posting the button need all permissions for tickets.
  solvesProblem: (task) =>
    task.kind === 'component' ? task.customId.startsWith('subject') : task.kind === 'command' && task.name === 'ticket-panel',
  keeps: 'what is written in your tickets, encrypted, until 30 days after they were closed, which my owner and the team read',
  keepsWithoutMessages: 'which tickets you opened, until 30 days after they were closed',
  commands: [
    {
      isPrivate: (name) => name === 'close',
      isForOwnThreads: true,
      definition: {
        type: ApplicationCommandType.ChatInput,
        name: 'ticket',
        description: 'Close, claim or extend the ticket of this thread',
        contexts: [InteractionContextType.Guild],
        default_member_permissions: null,
        options: [
          {
            type: subcommand,
            name: 'close',
            description: 'Close this ticket',
            options: [{ type: text, name: 'reason', description: 'Why it is closed', max_length: MAX_REASON_CHARS }],
          },
          { type: subcommand, name: 'claim', description: 'Take care of this ticket' },
          {
            type: subcommand,
            name: 'add',
            description: 'Let somebody else into this ticket',
            options: [{ type: user, name: 'member', description: 'Who is to see the ticket', required: true }],
          },
        ],
      },
    },
    {
      isPrivate: true,
      definition: {
        type: ApplicationCommandType.ChatInput,
        name: 'ticket-panel',
        description: 'Post the button with which members open tickets',
        contexts: [InteractionContextType.Guild],
        default_member_permissions: PermissionFlagsBits.ManageGuild.toString(),
        options: [{ type: text, name: 'text', description: 'What stands above the button', max_length: MAX_PANEL_TEXT_CHARS }],
      },
    },
  ],
};
