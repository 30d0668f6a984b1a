import { z } from 'zod';
import { id } from './fields.js';

/** The owner of the bot, and the bot. */
const bot = { ownerId: id, botId: id };

/** What is to be done with a connection, or with what a bot left behind. */
export const LifecycleJob = z.discriminatedUnion('action', [
  z.object({ ...bot, action: z.enum(['start', 'stop', 'remove', 'withdraw']) }),
  /** A system was removed from the bot: what it wrote into servers is removed from Discord. jobId `uninstall-<botId>-<time>`; tried for an hour. */
  z.object({ ...bot, action: z.literal('uninstall'), systemId: z.string().max(100) }),
]);
