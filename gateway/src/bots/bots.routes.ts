import { Bot, bots } from '@kith/proto';
import { z } from 'zod';
import type { Routes } from '../http/route.js';

export const botRoutes = {
  list: {
    method: 'GET',
    path: '/api/bots',
    summary: 'Your companions, oldest first; X-Total-Count says how many there are',
    access: 'user',
    call: bots.list,
    answer: z.array(Bot),
    errors: [],
  },
  create: {
    method: 'POST',
    path: '/api/bots',
    summary: 'Create a companion',
    access: 'user',
    call: bots.create,
    status: 201,
    errors: ['BOT_LIMIT', 'TOKEN_IN_USE'],
  },
  get: {
    method: 'GET',
    path: '/api/bots/:botId',
    summary: 'One companion',
    access: 'user',
    call: bots.get,
    errors: ['NOT_FOUND'],
  },
  update: {
    method: 'PATCH',
    path: '/api/bots/:botId',
    summary: 'Change the named fields',
    access: 'user',
    call: bots.update,
    errors: ['TOKEN_IN_USE', 'VERSION_CONFLICT', 'TRIGGER_TAKEN', 'IMPERSONATING'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/bots/:botId',
    summary: 'Delete a companion and all it knows',
    access: 'user',
    call: bots.remove,
    errors: ['IMPERSONATING'],
  },
  start: {
    method: 'POST',
    path: '/api/bots/:botId/start',
    summary: 'Put it on Discord; 202 when it is still starting after 15 s',
    access: 'user',
    call: bots.start,
    errors: ['TOKEN_MISSING', 'PAUSED_BY_PLAN', 'TOKEN_INVALID', 'INTENT_MISSING', 'DISCORD_REFUSED', 'DISCORD_UNREACHABLE'],
  },
  stop: {
    method: 'POST',
    path: '/api/bots/:botId/stop',
    summary: 'Take it off Discord',
    access: 'user',
    call: bots.stop,
    errors: [],
  },
  reset: {
    method: 'POST',
    path: '/api/bots/:botId/reset',
    summary: 'Wipe what was said with it; keeps configuration and knowledge. `name` must be its name',
    access: 'user',
    call: bots.reset,
    errors: ['IMPERSONATING'],
  },
} as const satisfies Routes;
