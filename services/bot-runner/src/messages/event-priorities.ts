import { growingCache } from '@kith/kit';
import { MINUTE_MS } from '@kith/proto';

/** Events of an owner that are not put behind those of others, and those that are forgotten per second. */
const BURST = 20;
const FORGOTTEN_PER_SECOND = 10;
/** Owners with more events than this are put back equally far. */
const MAX_LEVEL = 1000;
const MAX_MINUTES_BACK = 60;
const MAX_OWNERS = 20_000;
const MAX_LANES = 20_000;
/** BullMQ takes 1 to 2^21 - 1: after almost four years the minutes begin anew. */
const MINUTES = 2 ** 21 - 1;

interface Level {
  readonly value: number;
  readonly atMs: number;
}

/**
 * Priorities of the jobs that events of Discord cause: the minute in which the event came; beyond the first events of an owner a later minute, up to an hour,
 * the more events the owner has had lately. Workers take the lowest first, so that a server in which a thousand members join or react at once does not delay
 * those of others, and what waits comes before what others bring much later. Counted in the process that adds the job.
 */
export class EventPriorities {
  private readonly levels = growingCache<Level>(MAX_OWNERS);
  /** By lane, the minute of its last job, where that is to come: any other job of the lane gets a later one anyway. */
  private readonly lanes = growingCache<number>(MAX_LANES);

  /** Counts an event of the owner and returns the priority of its job, which is never below that of an earlier job of the lane. */
  next(ownerId: string, lane: string, nowMs = Date.now()): number {
    const last = this.levels.get(ownerId) ?? { value: 0, atMs: nowMs };
    const left = Math.max(0, last.value - ((nowMs - last.atMs) / 1000) * FORGOTTEN_PER_SECOND);
    const value = Math.min(MAX_LEVEL, left + 1);
    this.levels.set(ownerId, { value, atMs: nowMs });
    const thisMinute = Math.floor(nowMs / MINUTE_MS);
    const minute = Math.max(thisMinute + minutesBack(value), this.lanes.get(lane) ?? 0);
    if (minute > thisMinute) this.lanes.set(lane, minute);
    return 1 + (minute % MINUTES);
  }
}

const minutesBack = (level: number): number =>
  Math.ceil((Math.max(0, Math.ceil(level) - BURST) / (MAX_LEVEL - BURST)) * MAX_MINUTES_BACK);
