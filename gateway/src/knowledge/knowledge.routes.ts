import { knowledge, KnowledgeItem } from '@kith/proto';
import { z } from 'zod';
import type { Routes } from '../http/route.js';

export const knowledgeRoutes = {
  list: {
    method: 'GET',
    path: '/api/bots/:botId/knowledge',
    summary: 'What a companion knows, oldest first; X-Total-Count says how much there is',
    access: 'user',
    call: knowledge.list,
    answer: z.array(KnowledgeItem),
  },
  create: {
    method: 'POST',
    path: '/api/bots/:botId/knowledge',
    summary: 'Teach it a text',
    access: 'user',
    call: knowledge.create,
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/api/bots/:botId/knowledge/:itemId',
    summary: 'Change the named fields',
    access: 'user',
    call: knowledge.update,
  },
  remove: {
    method: 'DELETE',
    path: '/api/bots/:botId/knowledge/:itemId',
    summary: 'Forget it',
    access: 'user',
    call: knowledge.remove,
  },
} as const satisfies Routes;
