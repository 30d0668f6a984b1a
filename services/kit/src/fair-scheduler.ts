import { AppError, type Plan } from '@kith/proto';
import { KeyTasks, type ScheduledTask, type TaskOptions } from './fair-scheduler-key.js';

export type { TaskOptions } from './fair-scheduler-key.js';

export interface FairSchedulerOptions {
  /** How many tasks run at once. */
  readonly capacity: number;
  /** How many tasks wait at once. Above it: OVERLOADED for the newest task of the key that has most of them waiting. */
  readonly maxWaiting: number;
  /** How many tasks of one key wait at once. Above it: RATE_LIMITED. */
  readonly maxWaitingPerKey?: number;
  /** How many tasks of one key run at once, whether others wait or not. */
  readonly maxRunningPerKey?: number;
  /** How many tasks of one key run at once while tasks of other keys wait that may run. */
  readonly maxRunningPerKeyWhileOthersWait?: number;
  /** How many tasks of one group of a key run at once. */
  readonly maxRunningPerGroup?: number;
  readonly budget?: Budget;
  /** What OVERLOADED, and RATE_LIMITED without a budget, tell the caller. */
  readonly retryAfterS?: number;
  /** A clock in milliseconds that never goes back. */
  readonly now?: () => number;
}

/** The cost that a key of weight 1 may cause: `cost` at once, and `cost` more in every `windowMs`. Others may cause it times their weight. */
interface Budget {
  readonly cost: number;
  readonly windowMs: number;
  /** Above the budget `yield`: the key's tasks run only when no others wait; `refuse`: also, new tasks are refused with RATE_LIMITED. */
  readonly whenUsedUp: 'yield' | 'refuse';
  /** How many tasks of all keys that are above their budget run at once: the other slots are kept free for keys within theirs. */
  readonly maxRunningAbove?: number;
}

/** The right of one task to run, until it is released. */
export interface Slot {
  /** What the task has cost, instead of the milliseconds for which it held its slot. The last report before the release counts. */
  reportCost(cost: number): void;
  /** Ends the task. Further calls do nothing. */
  release(): void;
}

/** The share of a pool that a key gets while others wait. */
const PLAN_WEIGHTS: Readonly<Record<Plan, number>> = { free: 1, basic: 2, premium: 4 };

const RETRY_AFTER_S = 5;
/** Also what the first task of a pool is expected to cost. A task that costs nothing would never use up its key's turn. */
const MIN_COST = 1;
/** Weight of the newest cost in the moving average of the pool. */
const AVERAGE_WEIGHT = 0.1;
/** From this number on, keys without tasks are looked for. */
const MIN_KEYS_TO_SWEEP = 256;
const MAX_KEYS_WITHOUT_TASKS = 10_000;

/**
 * Shares a pool between keys, usually users: limits how many tasks run and wait, and serves the keys by weighted fair queueing. A turn is paid
 * with what the task has cost once that is known (milliseconds that it held its slot, unless it reports another cost), so that few long tasks
 * count as much as many short ones. Until then its key's usual cost is charged. Keys that were idle begin at the pool's present virtual time:
 * they are served soon, and they cannot save up turns.
 */
export class FairScheduler {
  private readonly keys = new Map<string, KeyTasks>();
  private runningTasks = 0;
  private waitingTasks = 0;
  /** Running tasks whose keys were above their budget when they started. */
  private runningAboveBudget = 0;
  /** The virtual time at which the last started task began; a key's virtual time is the cost of its tasks, divided by its weight. */
  private virtualTime = 0;
  private latestVirtualTime = 0;
  private averageCost = MIN_COST;
  private turns = 0;
  private sweepAbove = MIN_KEYS_TO_SWEEP;
  private isClosed = false;
  private readonly now: () => number;

  constructor(private readonly options: FairSchedulerOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  /** Tasks that run now. */
  get running(): number {
    return this.runningTasks;
  }

  /** Tasks that wait now. */
  get waiting(): number {
    return this.waitingTasks;
  }

  /** Keys that are remembered: those with tasks, and those whose cost is not yet paid off. */
  get knownKeys(): number {
    return this.keys.size;
  }

  /** Runs `work` when its turn has come, and returns its result or error. Errors as for `acquire`. */
  async run<T>(task: TaskOptions, work: (slot: Slot) => T | Promise<T>): Promise<T> {
    const slot = await this.acquire(task);
    try {
      return await work(slot);
    } finally {
      slot.release();
    }
  }

  /**
   * Resolves when the task's turn has come; its slot must be released. OVERLOADED when too many tasks wait: then the newest task of the key
   * that has most of them waiting is refused, which need not be this one. RATE_LIMITED when too many of the key wait or its budget is used
   * up. CANCELLED when the signal is aborted before the turn. UNAVAILABLE after `close`.
   */
  async acquire({ key: name, plan = 'free', ...options }: TaskOptions): Promise<Slot> {
    if (this.isClosed) throw new AppError('UNAVAILABLE');
    if (options.signal?.aborted) throw new AppError('CANCELLED');
    const key = this.keyOf(name, PLAN_WEIGHTS[plan]);
    this.requireBudget(key);
    return new Promise<Slot>((resolve, reject) => {
      let isWaiting = true;
      const task: ScheduledTask = {
        ...options,
        key,
        charged: 0,
        start: () => {
          isWaiting = false;
          resolve(this.start(task));
        },
        reject: (error) => {
          isWaiting = false;
          reject(error);
        },
        onAbort: () => this.refuse(task, new AppError('CANCELLED')),
      };
      if (key.isIdle) key.virtualTime = Math.max(key.virtualTime, this.virtualTime);
      key.add(task);
      this.waitingTasks += 1;
      this.dispatch();
      this.enforceWaitingLimits(key);
      // Most tasks start at once.
      if (isWaiting) options.signal?.addEventListener('abort', task.onAbort, { once: true });
    });
  }

  /** Gives a key the weight of its user's plan, when that was not known as its waiting tasks were added. */
  setPlan(name: string, plan: Plan): void {
    const key = this.keys.get(name);
    if (key) key.weight = PLAN_WEIGHTS[plan];
  }

  /** Refuses all waiting tasks with UNAVAILABLE, and all new ones. Running tasks are not affected. */
  close(): void {
    this.isClosed = true;
    for (const key of this.keys.values()) for (const task of key.allWaiting()) this.refuse(task, new AppError('UNAVAILABLE'));
  }

  private keyOf(name: string, weight: number): KeyTasks {
    if (this.keys.size >= this.sweepAbove) this.dropKeysWithoutTasks();
    let key = this.keys.get(name);
    if (!key) this.keys.set(name, (key = new KeyTasks(name, this.averageCost)));
    key.weight = weight;
    return key;
  }

  private requireBudget(key: KeyTasks): void {
    const { budget } = this.options;
    if (budget?.whenUsedUp !== 'refuse' || !this.isBudgetUsedUp(key)) return;
    const overspent = key.spent / key.weight - budget.cost;
    const retryAfterS = Math.max(1, Math.ceil((overspent * budget.windowMs) / budget.cost / 1000));
    throw new AppError('RATE_LIMITED', undefined, { retryAfterS });
  }

  private isBudgetUsedUp(key: KeyTasks): boolean {
    const { budget } = this.options;
    if (!budget) return false;
    key.payOff((budget.cost * key.weight) / budget.windowMs, this.now());
    return key.spent > budget.cost * key.weight;
  }

  private dispatch(): void {
    while (!this.isClosed && this.runningTasks < this.options.capacity && this.waitingTasks > 0) {
      const key = this.nextKey();
      const task = key?.take(this.options.maxRunningPerGroup);
      if (!task) return;
      this.waitingTasks -= 1;
      task.signal?.removeEventListener('abort', task.onAbort);
      task.start();
    }
  }

  /** The key whose turn it is: within its budget before others, within its share before others, then by virtual time. */
  private nextKey(): KeyTasks | undefined {
    const { maxRunningPerKey = Infinity, maxRunningPerKeyWhileOthersWait = Infinity, maxRunningPerGroup, budget } = this.options;
    const areSlotsAboveBudgetTaken = this.runningAboveBudget >= (budget?.maxRunningAbove ?? Infinity);
    let best: { key: KeyTasks; rank: readonly number[] } | undefined;
    for (const key of this.keys.values()) {
      if (key.waiting === 0 || key.running >= maxRunningPerKey || !key.canTake(maxRunningPerGroup)) continue;
      const isAboveBudget = this.isBudgetUsedUp(key);
      if (isAboveBudget && areSlotsAboveBudgetTaken) continue;
      const isAboveShare = key.running >= maxRunningPerKeyWhileOthersWait;
      const rank = [Number(isAboveBudget), Number(isAboveShare), key.virtualTime, key.lastTurn];
      if (!best || isBefore(rank, best.rank)) best = { key, rank };
    }
    return best?.key;
  }

  private start(task: ScheduledTask): Slot {
    const { key } = task;
    this.runningTasks += 1;
    const isAboveBudget = this.isBudgetUsedUp(key);
    if (isAboveBudget) this.runningAboveBudget += 1;
    key.lastTurn = ++this.turns;
    // A key whose tasks could not run, because of their lane for example, does not get all those turns later.
    key.virtualTime = Math.max(key.virtualTime, this.virtualTime - this.averageCost);
    this.virtualTime = Math.max(this.virtualTime, key.virtualTime);
    this.charge(task, key.usualCost);
    const startedAt = this.now();
    let reported: number | undefined;
    let isReleased = false;
    return {
      reportCost: (cost) => {
        reported = cost;
      },
      release: () => {
        if (isReleased) return;
        isReleased = true;
        if (isAboveBudget) this.runningAboveBudget -= 1;
        this.end(task, Math.max(MIN_COST, reported ?? this.now() - startedAt));
      },
    };
  }

  private end(task: ScheduledTask, cost: number): void {
    const { key } = task;
    this.runningTasks -= 1;
    this.charge(task, cost);
    key.end(task, cost);
    this.averageCost += (cost - this.averageCost) * AVERAGE_WEIGHT;
    // Nobody waits whom a debt could serve.
    if (this.runningTasks + this.waitingTasks === 0) this.virtualTime = this.latestVirtualTime;
    this.dropIfPaidOff(key);
    this.dispatch();
  }

  /** Sets what the task has cost its key. */
  private charge(task: ScheduledTask, cost: number): void {
    const { key } = task;
    if (this.options.budget) key.spend(cost - task.charged, this.now());
    key.virtualTime += (cost - task.charged) / key.weight;
    task.charged = cost;
    this.latestVirtualTime = Math.max(this.latestVirtualTime, key.virtualTime);
  }

  private enforceWaitingLimits(key: KeyTasks): void {
    const { maxWaiting, maxWaitingPerKey = maxWaiting, retryAfterS = RETRY_AFTER_S } = this.options;
    const isKeyFull = key.waiting > maxWaitingPerKey;
    if (!isKeyFull && this.waitingTasks <= maxWaiting) return;
    const task = (isKeyFull ? key : this.longestQueue(key)).newestWaiting();
    const isOwnFault = isKeyFull && maxWaitingPerKey < maxWaiting;
    if (task) this.refuse(task, new AppError(isOwnFault ? 'RATE_LIMITED' : 'OVERLOADED', undefined, { retryAfterS }));
  }

  /** The key with most waiting tasks for its weight; `newcomer` when no other has more. */
  private longestQueue(newcomer: KeyTasks): KeyTasks {
    let longest = newcomer;
    for (const key of this.keys.values()) if (key.waiting / key.weight > longest.waiting / longest.weight) longest = key;
    return longest;
  }

  private refuse(task: ScheduledTask, error: AppError): void {
    if (!task.key.remove(task)) return;
    this.waitingTasks -= 1;
    task.signal?.removeEventListener('abort', task.onAbort);
    task.reject(error);
    this.dropIfPaidOff(task.key);
  }

  private dropIfPaidOff(key: KeyTasks): void {
    if (!key.isIdle || key.virtualTime > this.virtualTime) return;
    if (this.options.budget) this.isBudgetUsedUp(key);
    if (key.spent === 0) this.keys.delete(key.name);
  }

  private dropKeysWithoutTasks(): void {
    for (const key of this.keys.values()) {
      this.dropIfPaidOff(key);
      if (key.isIdle && this.keys.size > MAX_KEYS_WITHOUT_TASKS) this.keys.delete(key.name);
    }
    this.sweepAbove = Math.max(MIN_KEYS_TO_SWEEP, 2 * this.keys.size);
  }
}

function isBefore(left: readonly number[], right: readonly number[]): boolean {
  const difference = left.findIndex((value, position) => value !== right[position]);
  return difference >= 0 && (left[difference] ?? 0) < (right[difference] ?? 0);
}
