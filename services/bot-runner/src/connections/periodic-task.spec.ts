import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from '@jest/globals';
import { PeriodicTask } from './periodic-task.js';

it('runs a periodic task outside the call that triggers it, at once and each time after, so that it sees the rows of all owners', async () => {
  const call = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const over = new Promise<void>((resolve) => {
    const task = new PeriodicTask(
      () => {
        seen.push(call.getStore());
        if (seen.length === 3) resolve(task.stop());
        return Promise.resolve();
      },
      0,
      () => undefined,
    );
    call.run('of an owner', () => {
      task.trigger();
      task.trigger();
    });
  });
  await over;
  expect(seen).toEqual([undefined, undefined, undefined]);
});

it('waits after each run of a periodic task for the time that then holds', async () => {
  const waits = [0, 0, 60_000];
  let runs = 0;
  let reachLast: () => void;
  const last = new Promise<void>((resolve) => (reachLast = resolve));
  const task = new PeriodicTask(
    () => {
      runs += 1;
      return Promise.resolve();
    },
    () => {
      const next = waits.shift() ?? 0;
      if (next > 0) reachLast();
      return next;
    },
    () => undefined,
  );
  task.trigger();
  await last;
  await task.stop();
  expect(runs).toBe(3);
});
