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
      'What a companion knows, oldest first; with `search`, what holds these words in title, content or tags. X-Total-Count says how much there is',
    access: 'user',
    call: knowledge.list,
    answer: z.array(KnowledgeItem),
    errors: [],
  },
  create: {
    method: 'POST',
    path: '/api/bots/:botId/knowledge',
    summary: 'Teach it a text, or the page behind an address',
    access: 'user',
    call: knowledge.create,
    status: 201,
    errors: ['UPGRADE_REQUIRED'],
  },
  upload: {
    method: 'POST',
    path: '/api/bots/:botId/knowledge/upload',
    summary: 'Teach it a file of up to 10 MB; tags are repeated or separated by commas',
    access: 'user',
    call: knowledge.addFile,
    accepts: [FORM_TYPE],
    sends: KnowledgeForm,
    status: 201,
    errors: ['UPGRADE_REQUIRED', 'UNSUPPORTED_MEDIA', 'TOO_LARGE', 'RATE_LIMITED'],
  },
  find: {
    method: 'GET',
    path: '/api/bots/:botId/knowledge/search',
    summary: 'What a question would find',
    access: 'user',
    call: knowledge.find,
    errors: [],
  },
  file: {
    method: 'GET',
    path: '/api/bots/:botId/knowledge/:itemId/file',
    summary: 'Download the file of an item',
    access: 'user',
    call: knowledge.file,
    answer: z.string().meta({ format: 'binary' }),
    mediaType: 'application/octet-stream',
    errors: ['NOT_FOUND'],
  },
  update: {
    method: 'PATCH',
    path: '/api/bots/:botId/knowledge/:itemId',
    summary: 'Change the named fields',
    access: 'user',
    call: knowledge.update,
    errors: [],
  },
  remove: {
    method: 'DELETE',
    path: '/api/bots/:botId/knowledge/:itemId',
    summary: 'Forget it',
    access: 'user',
    call: knowledge.remove,
    errors: [],
  },
} as const satisfies Routes;
