import { z } from 'zod';
import { text } from './fields.js';

/** What an owner may cap: all messages of a bot, those of one Discord server, those of one member. */
export const CAP_SCOPES = ['bot', 'server', 'member'] as const;
export type CapScope = (typeof CAP_SCOPES)[number];

/** One counter that a message counts on, and how many messages a day it allows. */
export const Cap = z.object({
  scope: z.enum(CAP_SCOPES),
  key: text(200).min(1).describe('Identifies the counter among those of the user. Not the id of a member: a fingerprint.'),
  limit: z.number().int().min(1),
});
export type Cap = z.infer<typeof Cap>;
