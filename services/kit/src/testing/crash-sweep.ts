import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { passedPoints, reachAll } from './crash-file.js';

/** Where things happen at the same time, a point may need several messages until it is reached. */
const TRIES = 6;
/** Points that depend on what happens at the same time are not passed by all of them. */
const UNDISTURBED_RUNS = 2;
/** What follows the effects needs its time. */
const AFTER_EFFECTS_MS = 1500;
const LOOK_EVERY_MS = 100;

/** Work for bots that is done by a process which can be killed. */
export interface CrashTest<B extends { readonly botId: string }, P, E> {
  /** How many bots one process has. */
  readonly atOnce: number;
  readonly newBots: (count: number) => Promise<B[]>;
  /** What has happened before the process starts. */
  readonly prepare?: (bots: readonly B[]) => Promise<void>;
  /** Starts a process whose work stops where `env` says, as crash-points.ts reads it. */
  readonly start: (env: Readonly<Record<string, string>>) => Promise<P>;
  /** Starts one whose work stops nowhere. */
  readonly startWhole: () => Promise<P>;
  readonly kill: (process: P) => Promise<void>;
  /** Gives the process its work for the bots. */
  readonly act: (bots: readonly B[]) => Promise<void>;
  readonly effectsOf: (bot: B) => Promise<E>;
  /** Whether the effects are there that are to come. */
  readonly isDone: (effects: E) => boolean;
  /** Waits until second effects would have come. */
  readonly settle: () => Promise<void>;
  /** How long a process may take for its work, and one that takes over the work of others. */
  readonly timeoutMs: number;
  readonly endTimeoutMs: number;
}

/** Kills a process at points of its work, and has another one end it. */
export class CrashSweep<B extends { readonly botId: string }, P, E> {
  constructor(private readonly test: CrashTest<B, P, E>) {}

  /**
   * The points that work passes which nothing stops, in several runs, in order; those of them that each run passes, so that every process must be able to
   * reach them; and the effects of each run.
   */
  async undisturbed(): Promise<{
    readonly points: readonly string[];
    readonly certain: ReadonlySet<string>;
    readonly effects: readonly E[];
  }> {
    const runs: (readonly string[])[] = [];
    const effects: E[] = [];
    for (let run = 0; run < UNDISTURBED_RUNS; run += 1) {
      const [bot] = await this.test.newBots(1);
      if (!bot) throw new Error('no bot was made');
      // The process may be the one that tells the effects.
      const passed = await this.crash(new Map([[bot, null]]), async () => void effects.push(await this.effectsOf(bot)));
      runs.push(passed.get(bot.botId) ?? []);
    }
    const points = [...new Set(runs.flat())];
    return { points, certain: new Set(points.filter((point) => runs.every((run) => run.includes(point)))), effects };
  }

  /** The effects of work that was killed at each of the points and then ended, and the points that no process reached; `certain` ones are tried again. */
  async killedAt(
    points: readonly string[],
    certain: ReadonlySet<string>,
  ): Promise<{
    readonly bots: readonly B[];
    readonly ended: readonly { readonly point: string; readonly effects: E }[];
    readonly unreached: readonly string[];
  }> {
    const { atOnce, newBots, startWhole, settle, kill, endTimeoutMs } = this.test;
    const crash = (at: ReadonlyMap<B, string>) => this.crash(at);
    const { tested, unreached } = await reachAll<B>(points, { certain, tries: TRIES, atOnce, newBots, crash });
    const last = await startWhole();
    await Promise.all([...tested.keys()].map((bot) => untilOneIsMet([() => this.isDone(bot)], endTimeoutMs)));
    await settle();
    const ended = await Promise.all([...tested].map(async ([bot, point]) => ({ point, effects: await this.effectsOf(bot) })));
    await kill(last);
    return { bots: [...tested.keys()], ended, unreached };
  }

  /** Lets the work for each bot stop at its point and kills the process; returns the points that each bot passed. */
  private async crash(
    at: ReadonlyMap<B, string | null>,
    beforeKill: () => Promise<void> = () => Promise.resolve(),
  ): Promise<Map<string, string[]>> {
    const { start, act, kill, timeoutMs } = this.test;
    await this.test.prepare?.([...at.keys()]);
    const folder = mkdtempSync(join(tmpdir(), 'kith-crash-'));
    const file = join(folder, 'points');
    try {
      const stops = Object.fromEntries([...at].map(([{ botId }, point]) => [botId, point]));
      const process = await start({ CRASH_AT: JSON.stringify(stops), CRASH_FILE: file });
      await act([...at.keys()]);
      const hasStopped = async ({ botId }: B, point: string | null): Promise<boolean> =>
        point !== null && (passedPoints(file).get(botId) ?? []).includes(point);
      // Of a bot that has stopped, the process may not tell the effects any more.
      const ends = [...at].map(([bot, point]) => [() => hasStopped(bot, point), () => this.isDone(bot)]);
      await Promise.all(ends.map((conditions) => untilOneIsMet(conditions, timeoutMs)));
      await sleep(AFTER_EFFECTS_MS);
      await beforeKill();
      await kill(process);
      return passedPoints(file);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  private async isDone(bot: B): Promise<boolean> {
    return this.test.isDone(await this.test.effectsOf(bot));
  }

  /** The effects, as soon as they can be read: the process that tells them may be busy. */
  private async effectsOf(bot: B): Promise<E> {
    const endMs = Date.now() + this.test.timeoutMs;
    for (;;) {
      try {
        return await this.test.effectsOf(bot);
      } catch (error) {
        if (Date.now() > endMs) throw error;
        await sleep(LOOK_EVERY_MS);
      }
    }
  }
}

/**
 * Resolves when one of the conditions is met, or after the time: whatever does not come is found missing afterwards. One that cannot be looked at just
 * now, because the process that tells it starts or is busy, is looked at again.
 */
async function untilOneIsMet(conditions: readonly (() => Promise<boolean>)[], timeoutMs: number): Promise<void> {
  const endMs = Date.now() + timeoutMs;
  let isOver = false;
  const wait = async (isMet: () => Promise<boolean>): Promise<void> => {
    while (!isOver && Date.now() < endMs && !(await isMet().catch(() => false))) await sleep(LOOK_EVERY_MS);
  };
  await Promise.race(conditions.map(wait));
  isOver = true;
}
