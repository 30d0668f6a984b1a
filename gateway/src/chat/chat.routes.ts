import { Analytics, chat, ChatMessage, ENGINES, MAX_ATTACHMENTS, ReplyFrame } from '@kith/proto';
import { z } from 'zod';
import { FORM_TYPE, JSON_TYPE, type Routes } from '../http/route.js';

/** A message as a client sends it as JSON: files are embedded as data URLs. In a form they are parts. */
export const SentMessage = ChatMessage.extend({
  attachments: z
    .array(
      z.object({
        name: z.string(),
        type: z.string().optional(),
        size: z.unknown().describe('Ignored: the actual size counts'),
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
    summary: 'Send a message to a bot and get the complete reply; up to 5 files of 10 MB each',
    access: 'user',
    call: chat.say,
    accepts: [JSON_TYPE, FORM_TYPE],
    sends: SentMessage,
    answer: z.object({ response: z.string(), engine: z.enum(ENGINES), sources: z.array(z.string()), truncated: z.boolean() }),
    errors: ['DAILY_LIMIT', 'MODEL_UNAVAILABLE', 'PROMPT_REFUSED', 'UNSUPPORTED_MEDIA', 'TOO_LARGE', 'RATE_LIMITED'],
  },
  stream: {
    method: 'POST',
    path: '/api/bots/:botId/chat/stream',
    summary: 'Send a message to a bot and stream the reply as server-sent events; `event: error` carries an error body',
    access: 'user',
    call: chat.say,
    accepts: [JSON_TYPE, FORM_TYPE],
    sends: SentMessage,
    answer: ReplyFrame,
    mediaType: 'text/event-stream',
    errors: ['DAILY_LIMIT', 'MODEL_UNAVAILABLE', 'PROMPT_REFUSED', 'UNSUPPORTED_MEDIA', 'TOO_LARGE', 'RATE_LIMITED'],
  },
  engine: {
    method: 'GET',
    path: '/api/bots/:botId/chat/engine',
    summary: 'Get the engine that answers for a bot: a language model or the built-in one',
    access: 'user',
    call: chat.engine,
    errors: [],
  },
  image: {
    method: 'GET',
    path: '/api/bots/:botId/images/:imageId',
    summary: 'Download an image that a bot generated with `/generate image`: PNG, JPEG or WebP',
    access: 'user',
    call: chat.image,
    answer: z.string().meta({ format: 'binary' }),
    mediaType: 'image/*',
    errors: ['NOT_FOUND'],
  },
  analytics: {
    method: 'GET',
    path: '/api/bots/:botId/analytics',
    summary: 'Get the analytics of a bot for the last 30 days',
    access: 'user',
    call: chat.analytics,
    answer: Analytics,
    errors: ['NOT_FOUND'],
  },
} as const satisfies Routes;
