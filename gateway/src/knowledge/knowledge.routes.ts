import { knowledge, KnowledgeItem } from '@kith/proto';
import { z } from 'zod';
import { FORM_TYPE, type Routes } from '../http/route.js';

/** The form that uploads a file. */
const KnowledgeForm = z.object({
  file: z.string().meta({ format: 'binary' }),
  title: z.string().optional(),
  tags: z.string().optional(),
  x: z.number().optional(),
  y: z.number().optional(),
});

export const knowledgeRoutes = {
  list: {
    method: 'GET',
    path: '/api/bots/:botId/knowledge',
    summary:
      'List the knowledge items of a bot, oldest first; `search` matches title, content and tags. X-Total-Count is their total number',
    access: 'user',
    scope: 'bots:read',
    call: knowledge.list,
    answer: z.array(KnowledgeItem),
    errors: [],
  },
  create: {
    method: 'POST',
    path: '/api/bots/:botId/knowledge',
    summary: 'Add a text or the page at a URL to the knowledge of a bot',
    access: 'user',
    scope: 'bots:write',
    call: knowledge.create,
    status: 201,
    errors: ['UPGRADE_REQUIRED'],
  },
  upload: {
    method: 'POST',
    path: '/api/bots/:botId/knowledge/upload',
    summary: 'Upload a file of up to 10 MB to the knowledge of a bot; tags are repeated or comma-separated',
    access: 'user',
    scope: 'bots:write',
    call: knowledge.addFile,
    accepts: [FORM_TYPE],
    sends: KnowledgeForm,
    status: 201,
    errors: ['UPGRADE_REQUIRED', 'UNSUPPORTED_MEDIA', 'TOO_LARGE', 'RATE_LIMITED'],
  },
  find: {
    method: 'GET',
    path: '/api/bots/:botId/knowledge/search',
    summary: 'Search the knowledge of a bot for the passages that answer a question',
    access: 'user',
    scope: 'bots:read',
    call: knowledge.find,
    errors: ['UPGRADE_REQUIRED'],
  },
  file: {
    method: 'GET',
    path: '/api/bots/:botId/knowledge/:itemId/file',
    summary: 'Download the file of a knowledge item',
    access: 'user',
    scope: 'bots:read',
    call: knowledge.file,
    answer: z.string().meta({ format: 'binary' }),
    mediaType: 'application/octet-stream',
    errors: ['NOT_FOUND'],
  },
  update: {
    method: 'PATCH',
    path: '/api/bots/:botId/knowledge/:itemId',
    summary: 'Update a knowledge item; absent fields keep their value',
    access: 'user',
    scope: 'bots:write',
    call: knowledge.update,
    errors: [],
  },
  remove: {
    method: 'DELETE',
    path: '/api/bots/:botId/knowledge/:itemId',
    summary: 'Delete a knowledge item',
    access: 'user',
    scope: 'bots:write',
    call: knowledge.remove,
    errors: ['IMPERSONATING'],
  },
} as const satisfies Routes;
