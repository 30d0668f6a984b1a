import type { AppError, Plan } from '@kith/proto';

/** Whose task it is. */
export interface TaskOptions {
  /** Who shares the pool with others: usually the user's id. */
  readonly key: string;
  /** The plan of that user, for the weight of the key. */
  readonly plan?: Plan;
  /** A part of the key whose tasks take turns with those of its other groups: for example a bot of the user. */
  readonly group?: string;
  /** Tasks of the same lane of a group run in order, one at a time. */
  readonly lane?: string;
  /** Ends the waiting; it has no effect on a running task. */
  readonly signal?: AbortSignal | undefined;
}

/** A task that waits or runs. */
export interface ScheduledTask extends Omit<TaskOptions, 'key' | 'plan'> {
  readonly key: KeyTasks;
  /** What its key was charged for it up to now. */
  charged: number;
  readonly start: () => void;
  readonly reject: (error: AppError) => void;
  readonly onAbort: () => void;
  /** Grows with each task of the key. */
  order?: number;
}

interface Group {
  running: number;
  /** Tasks that may run, in the order in which they do. */
  readonly ready: ScheduledTask[];
  /** For each lane with a task that is ready or running: the tasks behind it. */
  readonly lanes: Map<string, ScheduledTask[]>;
}

/** Weight of the newest cost in the moving average of a key. */
const AVERAGE_WEIGHT = 0.5;

/** The tasks of one key of a FairScheduler, and what they have cost. */
export class KeyTasks {
  weight = 1;
  running = 0;
  waiting = 0;
  /** The cost of the key's tasks, divided by its weight. */
  virtualTime = 0;
  /** The number of the turn in which it was served last. */
  lastTurn = 0;
  /** The cost that is not yet paid off by the budget. */
  spent = 0;
  private paidUntil = 0;
  private tasks = 0;
  /** In the order in which they are served next. */
  private readonly groups = new Map<string, Group>();

  constructor(
    readonly name: string,
    /** What a task of this key usually costs. */
    public usualCost: number,
  ) {}

  get isIdle(): boolean {
    return this.running + this.waiting === 0;
  }

  add(task: ScheduledTask): void {
    const group = this.groupOf(task);
    task.order = ++this.tasks;
    this.waiting += 1;
    const behind = task.lane === undefined ? undefined : group.lanes.get(task.lane);
    if (behind) return void behind.push(task);
    if (task.lane !== undefined) group.lanes.set(task.lane, []);
    group.ready.push(task);
  }

  /** Whether a task may run. */
  canTake(maxRunningPerGroup = Infinity): boolean {
    for (const { ready, running } of this.groups.values()) if (ready.length > 0 && running < maxRunningPerGroup) return true;
    return false;
  }

  /** Removes the next task that may run, and counts it as running. */
  take(maxRunningPerGroup = Infinity): ScheduledTask | undefined {
    for (const [name, group] of this.groups) {
      const task = group.running < maxRunningPerGroup ? group.ready.shift() : undefined;
      if (!task) continue;
      // Setting it again moves the group to the end of the map.
      this.groups.delete(name);
      this.groups.set(name, group);
      group.running += 1;
      this.running += 1;
      this.waiting -= 1;
      return task;
    }
    return undefined;
  }

  /** Counts a task as ended; the next one of its lane may run. */
  end(task: ScheduledTask, cost: number): void {
    this.groupOf(task).running -= 1;
    this.running -= 1;
    this.usualCost += (cost - this.usualCost) * AVERAGE_WEIGHT;
    this.advanceLane(task);
  }

  /** Removes a task that waits. False when it does not. */
  remove(task: ScheduledTask): boolean {
    const group = this.groups.get(task.group ?? '');
    const behind = task.lane === undefined ? undefined : group?.lanes.get(task.lane);
    const tasks = [group?.ready, behind].find((list) => list?.includes(task));
    if (!tasks) return false;
    tasks.splice(tasks.indexOf(task), 1);
    this.waiting -= 1;
    if (tasks !== behind) this.advanceLane(task);
    return true;
  }

  /** The waiting tasks, in no particular order. */
  allWaiting(): ScheduledTask[] {
    return [...this.groups.values()].flatMap(({ ready, lanes }) => [...ready, ...[...lanes.values()].flat()]);
  }

  newestWaiting(): ScheduledTask | undefined {
    return this.allWaiting().reduce<ScheduledTask | undefined>(
      (newest, task) => ((task.order ?? 0) > (newest?.order ?? 0) ? task : newest),
      undefined,
    );
  }

  spend(cost: number, now: number): void {
    if (this.spent === 0) this.paidUntil = now;
    this.spent = Math.max(0, this.spent + cost);
  }

  /** Pays off what was spent, at `rate` per millisecond. */
  payOff(rate: number, now: number): void {
    this.spent = Math.max(0, this.spent - rate * (now - this.paidUntil));
    this.paidUntil = now;
  }

  private advanceLane({ lane, group: name = '' }: ScheduledTask): void {
    const group = this.groups.get(name);
    if (!group) return;
    if (lane !== undefined) {
      const next = group.lanes.get(lane)?.shift();
      if (next) group.ready.push(next);
      else group.lanes.delete(lane);
    }
    if (group.running + group.ready.length + group.lanes.size === 0) this.groups.delete(name);
  }

  private groupOf({ group: name = '' }: ScheduledTask): Group {
    let group = this.groups.get(name);
    if (!group) this.groups.set(name, (group = { running: 0, ready: [], lanes: new Map() }));
    return group;
  }
}
