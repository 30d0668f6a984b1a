import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { passedPoints, reachAll } from './crash-file.js';
import { waitFor } from './wait-for.js';

/** Where things happen at the same time, a point may need several messages until it is reached. */
const TRIES = 6;
/** What follows the effects needs its time. */
const AFTER_EFFECTS_MS = 1500;

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

  /** The points that work passes which nothing stops, in order, and its effects. */
  async undisturbed(): Promise<{ readonly points: readonly string[]; readonly effects: E }> {
    const [bot] = await this.test.newBots(1);
    if (!bot) throw new Error('no bot was made');
    const effects: E[] = [];
    // The process may be the one that tells the effects.
    const points = await this.crash(new Map([[bot, null]]), async () => void effects.push(await this.test.effectsOf(bot)));
    const [first] = effects;
    if (first === undefined) throw new Error('the effects were not read');
    return { points: [...new Set(points.get(bot.botId))], effects: first };
  }

  /** The effects of work that was killed at each of the points and then ended, and the points that no process reached. */
  async killedAt(points: readonly string[]): Promise<{
    readonly bots: readonly B[];
    readonly ended: readonly { readonly point: string; readonly effects: E }[];
    readonly unreached: readonly string[];
  }> {
    const { atOnce, newBots, startWhole, effectsOf, settle, kill, endTimeoutMs } = this.test;
    const crash = (at: ReadonlyMap<B, string>) => this.crash(at);
    const { tested, unreached } = await reachAll<B>(points, { tries: TRIES, atOnce, newBots, crash });
    const last = await startWhole();
    await this.waitUntil(
      'all effects',
      [...tested.keys()].map((bot) => () => this.isDone(bot)),
      endTimeoutMs,
    );
    await settle();
    const ended = await Promise.all([...tested].map(async ([bot, point]) => ({ point, effects: await effectsOf(bot) })));
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
      const hasStopped = ({ botId }: B, point: string | null): boolean =>
        point !== null && (passedPoints(file).get(botId) ?? []).includes(point);
      const ends = [...at].map(
        ([bot, point]) =>
          async () =>
            hasStopped(bot, point) || this.isDone(bot),
      );
      await this.waitUntil('the ends', ends, timeoutMs);
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

  /** Whatever does not come is found missing afterwards. */
  private async waitUntil(what: string, conditions: readonly (() => Promise<boolean>)[], timeoutMs: number): Promise<void> {
    const areMet = async () => (await Promise.all(conditions.map((isMet) => isMet()))).every(Boolean);
    await waitFor(what, areMet, timeoutMs).catch(() => undefined);
  }
}
