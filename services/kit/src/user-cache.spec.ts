import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Events } from './events.js';
import { UserCache } from './user-cache.js';

type Listener = (data: { readonly userId: string }) => void;

function aCache(options: Partial<ConstructorParameters<typeof UserCache<string>>[1]> = {}) {
  let announce: Listener = () => undefined;
  const events = {
    subscribe: (_event: unknown, listener: Listener) => {
      announce = listener;
      return Promise.resolve(() => (announce = () => undefined));
    },
  };
  const asked: string[] = [];
  const world = { isDown: false, value: 'one' };
  const cache = new UserCache<string>(events as unknown as Events, {
    ask: async (userId) => {
      asked.push(userId);
      await Promise.resolve();
      if (world.isDown) throw new Error('down');
      return world.value;
    },
    fallback: (error, last) => {
      if (last === undefined) throw error;
      return last;
    },
    fallbackMs: 0,
    ...options,
  });
  return { cache, asked, world, announce: (userId: string) => announce({ userId }) };
}

describe('the cache of what belongs to users', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
  afterEach(() => mock.timers.reset());
  const pass = (ms: number) => mock.timers.tick(ms);

  it('asks once for parallel calls, and again after thirty seconds', async () => {
    const { cache, asked, world } = aCache();
    expect(await Promise.all([cache.of('kim'), cache.of('kim'), cache.of('lee')])).toEqual(['one', 'one', 'one']);
    world.value = 'two';
    pass(29_999);
    expect(await cache.of('kim')).toBe('one');
    pass(1);
    expect(await cache.of('kim')).toBe('two');
    expect(asked).toEqual(['kim', 'lee', 'kim']);
  });

  it('asks again at once for the user whose data changed, also when the change comes while it asks', async () => {
    const { cache, asked, world, announce } = aCache();
    await cache.start();
    await Promise.all([cache.of('kim'), cache.of('lee')]);
    announce('kim');
    const old = cache.of('kim');
    announce('kim');
    world.value = 'two';
    expect([await old, await cache.of('kim'), await cache.of('lee')]).toEqual(['two', 'two', 'one']);
    expect(asked).toEqual(['kim', 'lee', 'kim', 'kim']);
  });

  it.each([
    [0, 2],
    [30_000, 1],
  ])('answers what was known last when it cannot ask, and tries again after %i ms', async (fallbackMs, tries) => {
    const { cache, asked, world } = aCache({ fallbackMs });
    await cache.of('kim');
    world.isDown = true;
    pass(30_000);
    expect([await cache.of('kim'), await cache.of('kim')]).toEqual(['one', 'one']);
    expect(asked).toHaveLength(1 + tries);
  });

  it('keeps no failure', async () => {
    const { cache, world } = aCache();
    world.isDown = true;
    await expect(cache.of('kim')).rejects.toThrow('down');
    world.isDown = false;
    expect(await cache.of('kim')).toBe('one');
  });

  it('knows nothing of a value that is secret once its time is over', async () => {
    const { cache, world } = aCache({ isSecret: (value) => value === 'one' });
    await cache.of('kim');
    pass(30_000);
    world.isDown = true;
    await expect(cache.of('kim')).rejects.toThrow('down');
  });
});
