import type { Plan } from './plans.js';

/** Whose turn a job takes. */
export interface JobTurn {
  readonly ownerId: string;
  readonly botId: string;
  /** Jobs of the same lane of a bot run in order, one at a time; those without a lane in any order. */
  readonly lane?: string;
  /** The weight of the owner; absent when the producer does not know it: then the last one that the worker learned counts. */
  readonly ownerPlan?: Plan;
}

/** How the owners of jobs share the slots of a replica's worker. */
export interface QueueTurns<Job = unknown> {
  of(job: Job): JobTurn;
  /** How many jobs a replica takes from the queue at once; those that are not running wait for their turn. */
  readonly window: number;
  readonly maxRunningPerOwner: number;
  readonly maxRunningPerBot: number;
}
