import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  PermissionFlagsBits,
} from 'discord-api-types/v10';
import type { SystemDefinition } from '../system-definition.js';
import { MAX_EXPERIENCE } from './levels.js';

const { Integer: integer, User: user } = ApplicationCommandOptionType;
const inServers = { type: ApplicationCommandType.ChatInput, contexts: [InteractionContextType.Guild] } as const;

export const LEVELING_XP_DEFINITION: SystemDefinition = {
  systemId: 'leveling-xp',
  intents: 0,
  problemAction: 'send-messages',
  solvesProblem: ({ kind }) => kind !== 'event',
  keeps: 'your experience and how many messages brought it, which my owner and other members see',
  commands: [
    {
      isPrivate: false,
      definition: {
        ...inServers,
        name: 'rank',
        description: 'Shows the level of a member',
        options: [{ type: user, name: 'member', description: 'Of whom; you without it' }],
        default_member_permissions: null,
      },
    },
    {
      isPrivate: false,
      definition: {
        ...inServers,
        name: 'leaderboard',
        description: 'Shows who has the most experience',
        options: [{ type: integer, name: 'page', description: 'Ten members a page', min_value: 1, max_value: 1000 }],
        default_member_permissions: null,
      },
    },
    {
      isPrivate: true,
      definition: {
        ...inServers,
        name: 'set-xp',
        description: 'Sets the experience of a member',
        options: [
          { type: user, name: 'member', description: 'Of whom', required: true },
          {
            type: integer,
            name: 'experience',
            description: 'How much; level 1 begins at 100',
            required: true,
            min_value: 0,
            max_value: MAX_EXPERIENCE,
          },
        ],
        default_member_permissions: String(PermissionFlagsBits.ManageGuild),
      },
    },
  ],
};
