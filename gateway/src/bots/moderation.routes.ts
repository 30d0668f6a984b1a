import { moderation, ModerationCase } from '@kith/proto';
import { z } from 'zod';
import type { Routes } from '../http/route.js';

export const moderationRoutes = {
  cases: {
    method: 'GET',
    path: '/api/bots/:botId/moderation/cases',
    summary: 'List messages that broke a rule of moderation, the latest first; they are kept for 90 days',
    access: 'user',
    scope: 'bots:read',
    call: moderation.cases,
    answer: z.array(ModerationCase),
    errors: [],
  },
  undo: {
    method: 'POST',
    path: '/api/bots/:botId/moderation/cases/:caseId/undo',
    summary: 'Take a case back: its warning no longer counts, and a timeout that still runs ends',
    access: 'user',
    scope: 'bots:write',
    call: moderation.undo,
    errors: [],
  },
  pauses: {
    method: 'GET',
    path: '/api/bots/:botId/moderation/pauses',
    summary: 'List the servers in which moderation is paused because it punished too often within a minute',
    access: 'user',
    scope: 'bots:read',
    call: moderation.pauses,
    errors: [],
  },
  resume: {
    method: 'POST',
    path: '/api/bots/:botId/moderation/resume',
    summary: 'Let moderation go on in a server; answers where it is still paused',
    access: 'user',
    scope: 'bots:write',
    call: moderation.resume,
    errors: [],
  },
} as const satisfies Routes;
