import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CrashSweep } from '@kith/kit/testing';

interface Bot {
  readonly botId: string;
}

/** What a process that is killed passes in the order of the runs, and what is read of each bot when the last process has taken over. */
interface World {
  readonly passed: readonly (readonly string[])[];
  readonly readings: readonly ('none' | 'one' | Error)[];
}

/** Processes that do nothing but pass points and tell effects. */
function aSweep({ passed, readings }: World) {
  let runs = 0;
  let isLast = false;
  const read = new Map<string, number>();
  return new CrashSweep<Bot, null, number>({
    atOnce: 10,
    newBots: (count) => Promise.resolve(Array.from({ length: count }, () => ({ botId: randomUUID() }))),
    start: ({ CRASH_AT = '{}', CRASH_FILE = '' }) => {
      const points = passed[Math.min(runs, passed.length - 1)] ?? [];
      runs += 1;
      for (const [botId, stop] of Object.entries(JSON.parse(CRASH_AT) as Record<string, string | null>)) {
        const end = stop === null ? points.length : points.indexOf(stop) + 1;
        for (const point of points.slice(0, end)) appendFileSync(CRASH_FILE, `${botId} ${point}\n`);
      }
      return Promise.resolve(null);
    },
    startWhole: () => {
      isLast = true;
      return Promise.resolve(null);
    },
    kill: () => Promise.resolve(),
    act: () => Promise.resolve(),
    effectsOf: ({ botId }) => {
      if (!isLast) return Promise.resolve(1);
      const times = read.get(botId) ?? 0;
      read.set(botId, times + 1);
      const reading = readings[Math.min(times, readings.length - 1)];
      return reading instanceof Error ? Promise.reject(reading) : Promise.resolve(reading === 'one' ? 1 : 0);
    },
    isDone: (effects) => effects === 1,
    settle: () => Promise.resolve(),
    timeoutMs: 5000,
    endTimeoutMs: 20_000,
  });
}

describe('a sweep over crash points', () => {
  it('waits for effects that cannot be read at first, because the last process starts or is busy', async () => {
    const away = new Error('UNAVAILABLE');
    const sweep = aSweep({ passed: [['a', 'b']], readings: [away, 'none', away, 'none', 'one'] });
    const { ended } = await sweep.killedAt(['a', 'b'], new Set());
    expect(ended).toEqual([
      { point: 'a', effects: 1 },
      { point: 'b', effects: 1 },
    ]);
  }, 60_000);

  it('reads effects again that cannot be read when all has ended', async () => {
    const sweep = aSweep({ passed: [['a']], readings: ['one', new Error('UNAVAILABLE'), 'one'] });
    expect((await sweep.killedAt(['a'], new Set())).ended).toEqual([{ point: 'a', effects: 1 }]);
  }, 60_000);

  it('tries all points that undisturbed work passes at times, and needs those alone that it passes each time', async () => {
    const sweep = aSweep({
      passed: [
        ['a', 'first time', 'b'],
        ['a', 'second time', 'b'],
      ],
      readings: ['one'],
    });
    const { points, certain, effects } = await sweep.undisturbed();
    expect(points).toEqual(['a', 'first time', 'b', 'second time']);
    expect([...certain]).toEqual(['a', 'b']);
    expect(effects).toEqual([1, 1]);
  }, 60_000);

  it('tries points again that it must reach, others once, and judges what was not stopped there, too', async () => {
    const sweep = aSweep({ passed: [['a'], ['a', 'late']], readings: ['one'] });
    const { ended, unreached } = await sweep.killedAt(['a', 'late', 'at times'], new Set(['a', 'late']));
    expect(unreached).toEqual(['at times']);
    expect(ended.map(({ point }) => point)).toEqual(['a', 'late', 'at times', 'late']);
  }, 60_000);
});
