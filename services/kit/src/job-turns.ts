import type { JobTurn, Plan, QueueContract, QueueTurns } from '@kith/proto';
import { FairScheduler, type Slot } from './fair-scheduler.js';
import { JobPostponed } from './job-postponed.js';

/** How long after its time a postponed job is waited for before the later ones of its lane run: it may be gone, or run in another replica. */
const ORDER_GRACE_MS = 2000;
/** A job that came back before an earlier one of its lane tries again after this. */
const OUT_OF_ORDER_RETRY_MS = 20;
/** Jobs that wait for their turn when the worker closes go back to the queue. They become due in the order in which they were taken. */
const RETURN_DELAY_MS = 50;
const MAX_RETURN_DELAY_MS = 1000;
const MAX_POSTPONED_LANES = 1000;
const MAX_KNOWN_PLANS = 10_000;

type Handler<C> = (data: unknown, context: C) => unknown;

/** For handlers that learn the plan of the owner only while they run: it is the weight of the owner's other jobs, those that wait included. */
export interface OwnerPlanReport {
  reportOwnerPlan(plan: Plan): void;
}

interface RunningJob {
  readonly lane: string | undefined;
  readonly jobId: string;
  /** When the job comes back after this error, in epoch ms; null when it does not. */
  readonly untilMs: (error: unknown) => number | null;
}

interface PostponedLane {
  untilMs: number;
  /** The postponed jobs of the lane, in the order in which they have to run. */
  readonly jobIds: string[];
}

/**
 * Shares the slots of a worker between the owners of its jobs. The worker takes more jobs from the queue than it has slots, and these run by
 * turns, so that the jobs of one owner do not keep those of others waiting. Jobs of one lane run one at a time, in the order in which the worker
 * takes them, also when one of them is postponed or has failed and is tried again. Jobs that were added within a few milliseconds may be taken
 * in another order. The weight of an owner is the plan that was last named in a job or reported by the handler.
 */
export class JobTurns {
  private readonly scheduler: FairScheduler;
  private readonly turns: QueueTurns;
  private readonly postponed = new Map<string, PostponedLane>();
  /** Numbers of the jobs that wait for their turn, in the order in which they were taken. */
  private readonly waiting = new Set<number>();
  private taken = 0;
  /** The last known plans of owners, as far as they are not free. */
  private readonly plans = new Map<string, Plan>();
  /** Epoch ms. The jobs that are given back become due in order only when all count from the same time. */
  private closedAtMs: number | undefined;

  constructor({ concurrency, turns }: QueueContract & { readonly turns: QueueTurns }) {
    this.turns = turns;
    this.scheduler = new FairScheduler({
      capacity: concurrency,
      maxWaiting: turns.window,
      maxRunningPerKey: turns.maxRunningPerOwner,
      maxRunningPerGroup: turns.maxRunningPerBot,
    });
  }

  /**
   * The handler, each call of which waits for its turn. `retryDelayMs` says after how long the queue at the latest tries a job again that
   * failed with this error; null when it does not.
   */
  wrap<C extends { readonly jobId: string }>(
    handler: Handler<C & OwnerPlanReport>,
    retryDelayMs: (error: unknown, context: C) => number | null = () => null,
  ): Handler<C> {
    return async (data, context) => {
      const turn = this.turns.of(data);
      const lane = turn.lane === undefined ? undefined : `${turn.botId} ${turn.lane}`;
      const slot = await this.slotFor(turn);
      try {
        if (lane !== undefined) this.requireOrder(lane, context.jobId);
        const reportOwnerPlan = (plan: Plan): void => this.setPlan(turn.ownerId, plan);
        return await this.run(
          { lane, jobId: context.jobId, untilMs: (error) => comesBackAtMs(error, retryDelayMs(error, context)) },
          () => handler(data, { ...context, reportOwnerPlan }),
        );
      } finally {
        slot.release();
      }
    };
  }

  /** Gives the jobs that wait for their turn back to the queue. */
  close(): void {
    this.closedAtMs = Date.now();
    this.scheduler.close();
  }

  private setPlan(ownerId: string, plan: Plan): void {
    this.plans.delete(ownerId);
    if (plan !== 'free') this.plans.set(ownerId, plan);
    const [oldest] = this.plans.keys();
    if (this.plans.size > MAX_KNOWN_PLANS && oldest !== undefined) this.plans.delete(oldest);
    this.scheduler.setPlan(ownerId, plan);
  }

  private async slotFor({ ownerId, botId, lane, ownerPlan }: JobTurn): Promise<Slot> {
    if (ownerPlan) this.setPlan(ownerId, ownerPlan);

    const number = ++this.taken;
    this.waiting.add(number);
    try {
      return await this.scheduler.acquire({ key: ownerId, plan: this.plans.get(ownerId) ?? 'free', group: botId, lane });
    } catch {
      const [first = number] = this.waiting;
      throw new JobPostponed(RETURN_DELAY_MS + Math.min(number - first, MAX_RETURN_DELAY_MS), this.closedAtMs);
    } finally {
      // After the other jobs were refused too, so that all are numbered from the same one.
      setImmediate(() => this.waiting.delete(number));
    }
  }

  /** Throws JobPostponed while an earlier job of the lane is postponed. */
  private requireOrder(lane: string, jobId: string): void {
    const postponed = this.postponed.get(lane);
    if (!postponed) return;
    const { jobIds, untilMs } = postponed;
    const waitMs = untilMs - Date.now();
    if (waitMs < -ORDER_GRACE_MS || jobIds.length === 0) {
      this.postponed.delete(lane);
    } else if (jobIds[0] === jobId) {
      jobIds.shift();
    } else {
      if (!jobIds.includes(jobId)) jobIds.push(jobId);
      throw new JobPostponed(Math.max(waitMs, OUT_OF_ORDER_RETRY_MS));
    }
  }

  /** Runs a job whose turn it is. When it comes back, the lane waits for it. */
  private async run({ lane, jobId, untilMs }: RunningJob, work: () => unknown): Promise<unknown> {
    try {
      return await work();
    } catch (error) {
      const backAtMs = untilMs(error);
      if (backAtMs !== null && lane !== undefined) this.postpone(lane, jobId, backAtMs);
      throw error;
    } finally {
      const postponed = lane === undefined ? undefined : this.postponed.get(lane);
      if (postponed) postponed.untilMs = Math.max(postponed.untilMs, Date.now());
    }
  }

  private postpone(lane: string, jobId: string, untilMs: number): void {
    if (this.postponed.size >= MAX_POSTPONED_LANES) this.forgetExpired(Date.now());
    const behind = this.postponed.get(lane)?.jobIds ?? [];
    this.postponed.set(lane, { untilMs, jobIds: [jobId, ...behind] });
  }

  private forgetExpired(nowMs: number): void {
    for (const [lane, { untilMs }] of this.postponed) if (nowMs > untilMs + ORDER_GRACE_MS) this.postponed.delete(lane);
  }
}

function comesBackAtMs(error: unknown, retryDelayMs: number | null): number | null {
  if (error instanceof JobPostponed) return error.holdsLane ? error.untilMs : null;
  return retryDelayMs === null ? null : Date.now() + retryDelayMs;
}
