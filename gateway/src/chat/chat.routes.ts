import { Analytics, chat, ChatMessage, ENGINES, MAX_ATTACHMENTS, ReplyFrame, ShowPrompt } from '@kith/proto';
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

/** Why a message gets no reply. */
const MESSAGE_ERRORS = [
  'UPGRADE_REQUIRED',
  'DAILY_LIMIT',
  'CAP_REACHED',
  'MODEL_UNAVAILABLE',
  'OWN_KEY_FAILED',
  'PROMPT_REFUSED',
  'UNSUPPORTED_MEDIA',
  'TOO_LARGE',
  'RATE_LIMITED',
] as const;

export const chatRoutes = {
  say: {
    method: 'POST',
    path: '/api/bots/:botId/chat',
    summary: 'Send a message to a bot and get the complete reply; up to 5 files of 10 MB each',
    access: 'user',
    scope: 'chat',
    call: chat.say,
    accepts: [JSON_TYPE, FORM_TYPE],
    sends: SentMessage,
    answer: z.object({
      response: z.string(),
      engine: z.enum(ENGINES),
      sources: z.array(z.string()),
      truncated: z.boolean(),
      notes: z.array(z.string()).optional(),
    }),
    errors: MESSAGE_ERRORS,
  },
  stream: {
    method: 'POST',
    path: '/api/bots/:botId/chat/stream',
    summary: 'Send a message to a bot and stream the reply as server-sent events; `event: error` carries an error body',
    access: 'user',
    scope: 'chat',
    call: chat.say,
    accepts: [JSON_TYPE, FORM_TYPE],
    sends: SentMessage.extend({ showPrompt: ShowPrompt }),
    answer: ReplyFrame,
    mediaType: 'text/event-stream',
    errors: MESSAGE_ERRORS,
  },
  engine: {
    method: 'GET',
    path: '/api/bots/:botId/chat/engine',
    summary: 'Get the engine that answers for a bot: a language model or the built-in one',
    access: 'user',
    scope: 'chat',
    call: chat.engine,
    errors: [],
  },
  modelOptions: {
    method: 'GET',
    path: '/api/models/options',
    summary: 'Get which models your own API key may run, and whose models this installation offers without one',
    access: 'user',
    call: chat.modelOptions,
    errors: [],
  },
  models: {
    method: 'GET',
    path: '/api/models',
    summary:
      "List which model each value of a bot's setting `model` runs, and which one draws pictures, with plan, prices and shutdown date",
    access: 'public',
    call: chat.models,
    errors: [],
  },
  editableModels: {
    method: 'GET',
    path: '/api/admin/models',
    summary: 'List the model catalogue with what can be edited (super-admin)',
    access: 'user',
    call: chat.editableModels,
    errors: ['FORBIDDEN', 'IMPERSONATING'],
  },
  changeModel: {
    method: 'PATCH',
    path: '/api/admin/models/:label',
    summary:
      'Change what a label of the model catalogue runs, or with `image` what draws pictures, in all replicas within seconds (super-admin)',
    access: 'user',
    call: chat.changeModel,
    errors: ['VERSION_CONFLICT', 'FORBIDDEN', 'IMPERSONATING'],
  },
  resetModel: {
    method: 'POST',
    path: '/api/admin/models/:label/reset',
    summary: 'Give a label of the model catalogue its start value again (super-admin)',
    access: 'user',
    call: chat.resetModel,
    errors: ['VERSION_CONFLICT', 'FORBIDDEN', 'IMPERSONATING'],
  },
  image: {
    method: 'GET',
    path: '/api/bots/:botId/images/:imageId',
    summary: 'Download an image that a bot generated with `/generate image`: PNG, JPEG or WebP',
    access: 'user',
    scope: 'chat',
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
    scope: 'analytics:read',
    call: chat.analytics,
    answer: Analytics,
    errors: ['NOT_FOUND'],
  },
} as const satisfies Routes;
