import { AI_MODERATOR } from './ai-moderator.js';
import { AUTO_MODERATION } from './auto-moderation.js';
import { ECONOMY_SYSTEM } from './economy-system.js';
import { EVENT_MANAGER } from './event-manager.js';
import { LEVELING_XP } from './leveling-xp.js';
import { MINI_GAMES } from './mini-games.js';
import { MUSIC_BOT } from './music-bot.js';
import { REACTION_ROLES } from './reaction-roles.js';
import { SUPPORT_TICKETS } from './support-tickets.js';
import { WELCOME_MESSAGES } from './welcome-messages.js';
import type { System } from './system.js';

/** The system catalogue. */
export const SYSTEMS: readonly System[] = [
  REACTION_ROLES,
  AUTO_MODERATION,
  AI_MODERATOR,
  MUSIC_BOT,
  LEVELING_XP,
  ECONOMY_SYSTEM,
  WELCOME_MESSAGES,
  SUPPORT_TICKETS,
  EVENT_MANAGER,
  MINI_GAMES,
];

/** Null for a system that there is no more. */
export const systemName = (systemId: string): string | null => SYSTEMS.find(({ id }) => id === systemId)?.name ?? null;
