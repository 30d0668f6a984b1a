import { chat, ENGINES, ReplyFrame } from '@kith/proto';
import { z } from 'zod';
import type { Routes } from '../http/route.js';

export const chatRoutes = {
  say: {
    method: 'POST',
    path: '/api/bots/:botId/chat',
    summary: 'One message in the test chat, answered as a whole',
    access: 'user',
    call: chat.say,
    answer: z.object({ response: z.string(), engine: z.enum(ENGINES), sources: z.array(z.string()), truncated: z.boolean() }),
  },
  stream: {
    method: 'POST',
    path: '/api/bots/:botId/chat/stream',
    summary: 'One message in the test chat, answered piece by piece; `event: error` carries the body of an error',
    access: 'user',
    call: chat.say,
    answer: ReplyFrame,
    mediaType: 'text/event-stream',
  },
  engine: {
    method: 'GET',
    path: '/api/bots/:botId/chat/engine',
    summary: 'Who would answer: a language model, or the built-in companion',
    access: 'user',
    call: chat.engine,
  },
} as const satisfies Routes;
