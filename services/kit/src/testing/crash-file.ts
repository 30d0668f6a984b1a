import { existsSync, readFileSync } from 'node:fs';

/** The points in a file that CRASH_FILE named (see crash-points.ts), by bot. */
export function passedPoints(file: string): Map<string, string[]> {
  const points = new Map<string, string[]>();
  if (!existsSync(file)) return points;
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const at = line.indexOf(' ');
    const botId = line.slice(0, at);
    points.set(botId, [...(points.get(botId) ?? []), line.slice(at + 1)]);
  }
  return points;
}

/** Has work stop at each of the points, and tries the `certain` ones again that it did not reach. Returns the points that were never reached. */
export async function reachAll<B extends { readonly botId: string }>(
  points: readonly string[],
  {
    certain,
    tries,
    atOnce,
    newBots,
    crash,
  }: {
    /** The points that each work passes, sooner or later. */
    readonly certain: ReadonlySet<string>;
    readonly tries: number;
    /** How many bots one process has. */
    readonly atOnce: number;
    readonly newBots: (count: number) => Promise<B[]>;
    /** Resolves to the points that were passed, by bot. */
    readonly crash: (at: ReadonlyMap<B, string>) => Promise<Map<string, string[]>>;
  },
): Promise<{ readonly tested: ReadonlyMap<B, string>; readonly unreached: readonly string[] }> {
  const tested = new Map<B, string>();
  const reached = new Set<string>();
  let left = points;
  for (let time = 0; time < tries && left.length > 0; time += 1) {
    const tried = left;
    const bots = await newBots(tried.length);
    const at = bots.map((bot, index) => [bot, tried[index] ?? ''] as const);
    for (let from = 0; from < at.length; from += atOnce) {
      const batch = at.slice(from, from + atOnce);
      const passed = await crash(new Map(batch));
      for (const [bot, point] of batch) {
        tested.set(bot, point);
        if (passed.get(bot.botId)?.includes(point)) reached.add(point);
      }
    }
    left = tried.filter((point) => certain.has(point) && !reached.has(point));
  }
  return { tested, unreached: points.filter((point) => !reached.has(point)) };
}

/** So many of the points, evenly. */
export function samplePoints(points: readonly string[], count: number): string[] {
  const step = Math.max(1, points.length / count);
  return points.filter((_point, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}
