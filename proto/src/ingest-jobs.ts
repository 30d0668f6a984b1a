import { z } from 'zod';
import { id } from './fields.js';
import type { QueueTurns } from './job-turns.js';
import { PLANS } from './plans.js';

/** The data of a job that reads an item of knowledge. */
export const ingestJob = z.object({
  /** The owner of the item. */
  ownerId: id,
  ownerPlan: z.enum(PLANS).optional(),
  botId: id,
  itemId: id,
  version: z.number().int(),
});

/** Turns by the owner; the versions of an item in order. */
export const byItem: QueueTurns<z.infer<typeof ingestJob>> = {
  window: 200,
  maxRunningPerOwner: 1,
  maxRunningPerBot: 1,
  of: ({ itemId, ownerId, botId, ownerPlan: plan }) => ({ ownerId, botId, ownerPlan: plan, lane: itemId }),
};
