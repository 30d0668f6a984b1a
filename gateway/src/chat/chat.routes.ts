import { Analytics, chat, ChatMessage, ENGINES, MAX_ATTACHMENTS, ReplyFrame } from '@kith/proto';
import { z } from 'zod';
import { FORM_TYPE, JSON_TYPE, type Routes } from '../http/route.js';

/** A message as a client sends it: files travel within, as data URLs, or as the files of a form. */
export const SentMessage = ChatMessage.extend({
  attachments: z
    .array(
      z.object({
        name: z.string(),
        type: z.string().optional(),
        size: z.unknown().describe('Not read: what is sent counts'),
        data: z.string().describe('A data URL: data:<type>;base64,<content>'),
      }),
    )
    .max(MAX_ATTACHMENTS)
    .optional(),
});

export const chatRoutes = {
  say: {
    method: 'POST',
    path: '/api/bots/:botId/chat',
    summary: 'One message in the test chat, answered as a whole; up to 5 files of 10 MB each',
    access: 'user',
    call: chat.say,
    accepts: [JSON_TYPE, FORM_TYPE],
    sends: SentMessage,
    answer: z.object({ response: z.string(), engine: z.enum(ENGINES), sources: z.array(z.string()), truncated: z.boolean() }),
    errors: ['DAILY_LIMIT', 'MODEL_UNAVAILABLE', 'UNSUPPORTED_MEDIA', 'TOO_LARGE', 'RATE_LIMITED'],
  },
  stream: {
    method: 'POST',
    path: '/api/bots/:botId/chat/stream',
    summary: 'The same, answered piece by piece; `event: error` carries the body of an error',
    access: 'user',
    call: chat.say,
    accepts: [JSON_TYPE, FORM_TYPE],
    sends: SentMessage,
    answer: ReplyFrame,
    mediaType: 'text/event-stream',
    errors: ['DAILY_LIMIT', 'MODEL_UNAVAILABLE', 'UNSUPPORTED_MEDIA', 'TOO_LARGE', 'RATE_LIMITED'],
  },
  engine: {
    method: 'GET',
    path: '/api/bots/:botId/chat/engine',
    summary: 'Who would answer: a language model, or the built-in companion',
    access: 'user',
    call: chat.engine,
    errors: [],
  },
  image: {
    method: 'GET',
    path: '/api/bots/:botId/images/:imageId',
    summary: 'A picture that a companion drew for `/generate image`: png, jpeg or webp',
    access: 'user',
    call: chat.image,
    answer: z.string().meta({ format: 'binary' }),
    mediaType: 'image/*',
    errors: ['NOT_FOUND'],
  },
  analytics: {
    method: 'GET',
    path: '/api/bots/:botId/analytics',
    summary: 'What a companion did in the last 30 days',
    access: 'user',
    call: chat.analytics,
    answer: Analytics,
    errors: ['NOT_FOUND'],
  },
} as const satisfies Routes;
