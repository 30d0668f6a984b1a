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
  },
  create: { method: 'POST', path: '/api/bots', summary: 'Create a companion', access: 'user', call: bots.create, status: 201 },
  get: { method: 'GET', path: '/api/bots/:botId', summary: 'One companion', access: 'user', call: bots.get },
  update: { method: 'PATCH', path: '/api/bots/:botId', summary: 'Change the named fields', access: 'user', call: bots.update },
  remove: {
    method: 'DELETE',
    path: '/api/bots/:botId',
    summary: 'Delete a companion and all it knows',
    access: 'user',
    call: bots.remove,
  },
  start: {
    method: 'POST',
    path: '/api/bots/:botId/start',
    summary: 'Put it on Discord; 202 when it is still starting after 15 s',
    access: 'user',
    call: bots.start,
  },
  stop: { method: 'POST', path: '/api/bots/:botId/stop', summary: 'Take it off Discord', access: 'user', call: bots.stop },
} as const satisfies Routes;
