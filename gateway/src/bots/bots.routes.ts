import { Bot, bots, SavedBot } from '@kith/proto';
import { z } from 'zod';
import type { Routes } from '../http/route.js';

const FlatSavedBot = Bot.extend(SavedBot.omit({ bot: true }).shape);
export type FlatSavedBot = z.infer<typeof FlatSavedBot>;

export const botRoutes = {
  list: {
    method: 'GET',
    path: '/api/bots',
    summary: 'List your bots, oldest first; X-Total-Count is their total number',
    access: 'user',
    scope: 'bots:read',
    call: bots.list,
    answer: z.array(Bot),
    errors: [],
  },
  create: {
    method: 'POST',
    path: '/api/bots',
    summary: 'Create a bot',
    access: 'user',
    scope: 'bots:write',
    call: bots.create,
    answer: FlatSavedBot,
    status: 201,
    errors: ['BOT_LIMIT', 'UPGRADE_REQUIRED', 'TOKEN_IN_USE'],
  },
  get: {
    method: 'GET',
    path: '/api/bots/:botId',
    summary: 'Get a bot',
    access: 'user',
    scope: 'bots:read',
    call: bots.get,
    errors: ['NOT_FOUND'],
  },
  update: {
    method: 'PATCH',
    path: '/api/bots/:botId',
    summary: 'Update a bot; absent fields keep their value',
    access: 'user',
    scope: 'bots:write',
    call: bots.update,
    answer: FlatSavedBot,
    errors: ['UPGRADE_REQUIRED', 'TOKEN_IN_USE', 'VERSION_CONFLICT', 'TRIGGER_TAKEN', 'IMPERSONATING'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/bots/:botId',
    summary: 'Delete a bot with all its data',
    access: 'user',
    call: bots.remove,
    errors: ['IMPERSONATING'],
  },
  start: {
    method: 'POST',
    path: '/api/bots/:botId/start',
    summary: 'Start a bot on Discord; answers 202 if it is still starting after 15 s',
    access: 'user',
    scope: 'bots:write',
    call: bots.start,
    errors: ['TOKEN_MISSING', 'PAUSED_BY_PLAN', 'TOKEN_INVALID', 'INTENT_MISSING', 'DISCORD_REFUSED', 'DISCORD_UNREACHABLE'],
  },
  stop: {
    method: 'POST',
    path: '/api/bots/:botId/stop',
    summary: 'Stop a bot on Discord',
    access: 'user',
    scope: 'bots:write',
    call: bots.stop,
    errors: [],
  },
  reset: {
    method: 'POST',
    path: '/api/bots/:botId/reset',
    summary:
      'Delete the conversations of a bot, keeping configuration and knowledge; `name` must be the name of the bot; answers 202 if it goes on after 10 s',
    access: 'user',
    call: bots.reset,
    errors: ['IMPERSONATING'],
  },
} as const satisfies Routes;
