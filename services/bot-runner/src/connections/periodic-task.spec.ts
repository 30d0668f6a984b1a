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
