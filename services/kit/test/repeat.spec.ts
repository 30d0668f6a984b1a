import { describe, expect, it } from '@jest/globals';
import { createLogger, repeat } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';

const silent = createLogger('silent');

describe('repeated work', () => {
  it('comes again and again until it is stopped', async () => {
    let runs = 0;
    const repetition = repeat('count', 5, async () => (runs += 1), silent);
    await waitFor('three runs', () => runs >= 3);
    await repetition.stop();
    const atTheEnd = runs;
    let later = 0;
    const other = repeat('clock', 5, async () => (later += 1), silent);
    await waitFor('a while to pass', () => later >= 5);
    await other.stop();
    expect(runs).toBe(atTheEnd);
  });

  it('never runs twice at the same time', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const repetition = repeat(
      'slow',
      2,
      async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 20));
        running -= 1;
        runs += 1;
      },
      silent,
    );
    await waitFor('three runs', () => runs >= 3);
    await repetition.stop();
    expect(most).toBe(1);
  });

  it('waits for the run that is under way when it is stopped', async () => {
    let release: () => void = () => undefined;
    let isStopped = false;
    let started = 0;
    const repetition = repeat(
      'held',
      2,
      () => {
        started += 1;
        return new Promise<void>((resolve) => (release = resolve));
      },
      silent,
    );
    await waitFor('a run', () => started > 0);
    const stopped = repetition.stop().then(() => (isStopped = true));
    expect(await Promise.race([stopped, new Promise((resolve) => setImmediate(resolve, 'still running'))])).toBe('still running');
    expect(isStopped).toBe(false);
    release();
    await stopped;
    expect(started).toBe(1);
  });

  it('goes on after a run that failed, and says under which name it did', async () => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => lines.push(line) });
    let runs = 0;
    const work = async () => {
      runs += 1;
      if (runs === 1) throw new Error('the first one');
    };
    const repetition = repeat('sweep', 5, work, logger);
    await waitFor('another run', () => runs >= 2);
    await repetition.stop();
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['sweep failed']);
  });

  it('goes on after work that throws before it has begun', async () => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => lines.push(line) });
    let runs = 0;
    const work = (): Promise<void> => {
      runs += 1;
      if (runs === 1) throw new Error('at once');
      return Promise.resolve();
    };
    const repetition = repeat('sweep', 5, work, logger);
    await waitFor('another run', () => runs >= 2);
    await repetition.stop();
    expect(lines).toHaveLength(1);
  });
});
