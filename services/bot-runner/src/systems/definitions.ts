import type { RunnableBot } from '@kith/proto';
import { WELCOME_MESSAGES_DEFINITION } from './welcome-messages/definition.js';
import { SUPPORT_TICKETS_DEFINITION } from './support-tickets/definition.js';
import { miniGames } from './mini-games/definition.js';
import { MUSIC_BOT_DEFINITION } from './music-bot/definition.js';
import { eventManager } from './event-manager/definition.js';
import { reactionRoles } from './reaction-roles/definition.js';
import { LEVELING_XP_DEFINITION } from './leveling-xp/definition.js';
import { ECONOMY_SYSTEM_DEFINITION } from './economy-system/definition.js';
import { AUTO_MODERATION_DEFINITION } from './auto-moderation/definition.js';
import { AI_MODERATOR_DEFINITION } from './ai-moderator/definition.js';
import type { SystemCommand, SystemDefinition } from './system-definition.js';

/** All systems that act. Messages pass them in this order, those that may take one out first. */
export const SYSTEM_DEFINITIONS: readonly SystemDefinition[] = [
  AUTO_MODERATION_DEFINITION,
  miniGames,
  reactionRoles,
  eventManager,
  WELCOME_MESSAGES_DEFINITION,
  LEVELING_XP_DEFINITION,
  ECONOMY_SYSTEM_DEFINITION,
  SUPPORT_TICKETS_DEFINITION,
  MUSIC_BOT_DEFINITION,
  AI_MODERATOR_DEFINITION,
];

type Systems = Pick<RunnableBot, 'systems'>;

/** The definitions of the systems that are installed in the bot. */
export const definitionsOf = ({ systems }: Systems): SystemDefinition[] =>
  SYSTEM_DEFINITIONS.filter((definition) => systems.some(({ systemId }) => systemId === definition.systemId));

/** The gateway intents that the systems of the bot need beyond those for messages. */
export const systemIntents = (bot: Systems): number => definitionsOf(bot).reduce((all, { intents }) => all | intents, 0);

/** The slash commands of the systems of the bot. */
export const systemCommands = (bot: Systems): SystemCommand[] => definitionsOf(bot).flatMap(({ commands }) => commands);
