import { LRUCache } from 'lru-cache';
import { MAX_JOB_AGE_MS } from '../discord/job-attempt.js';

/** Events of an owner that have no priority at first, and those that are forgotten per second. */
const BURST = 20;
const FORGOTTEN_PER_SECOND = 10;
/** Owners with more events than this take turns among each other. */
const MAX_LEVEL = 1000;
const MAX_OWNERS = 20_000;
const MAX_LANES = 20_000;

interface Level {
  readonly value: number;
  readonly atMs: number;
}

/**
 * Priorities of the jobs that events of Discord cause: 0 for the first ones of an owner, then the higher the more events the owner has had lately. Workers
 * take the lowest first, so that a server in which a thousand members join or react at once does not delay those of others. Counted in the process that
 * holds the connection.
 */
export class EventPriorities {
  private readonly levels = new LRUCache<string, Level>({ max: MAX_OWNERS });
  /** By lane. Its jobs run in the order in which workers take them: a priority holds for as long as an earlier job may wait. */
  private readonly lanes = new LRUCache<string, Level>({ max: MAX_LANES });

  /** Counts an event of the owner and returns the priority of its job. `lane` names the jobs that have to stay in order. */
  next(ownerId: string, lane: string, nowMs = Date.now()): number {
    const last = this.levels.get(ownerId) ?? { value: 0, atMs: nowMs };
    const left = Math.max(0, last.value - ((nowMs - last.atMs) / 1000) * FORGOTTEN_PER_SECOND);
    const value = Math.min(MAX_LEVEL, left + 1);
    this.levels.set(ownerId, { value, atMs: nowMs });
    return this.inLane(lane, Math.max(0, Math.ceil(value) - BURST), nowMs);
  }

  private inLane(lane: string, priority: number, nowMs: number): number {
    const last = this.lanes.get(lane);
    if (last && last.value > priority && nowMs - last.atMs < MAX_JOB_AGE_MS) return last.value;
    if (priority > 0) this.lanes.set(lane, { value: priority, atMs: nowMs });
    else this.lanes.delete(lane);
    return priority;
  }
}
