import { GatewayIntentBits } from 'discord-api-types/v10';
import type { SystemDefinition } from '../system-definition.js';

/** Without the privileged intent new members are learned from the messages with which Discord announces them; who leaves is not learned at all. */
export const WELCOME_MESSAGES_DEFINITION: SystemDefinition = {
  systemId: 'welcome-messages',
  intents: GatewayIntentBits.GuildMembers,
  commands: [],
  problemAction: 'send-messages',
  solvesProblem: ({ kind }) => kind === 'event',
};
