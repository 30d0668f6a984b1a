import { InMemoryCache } from '@apollo/client';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DASHBOARD_BOTS } from '../features/dashboard/dashboard.graphql.js';
import type { DashboardBotsQuery } from '../gql/graphql.js';
import { aBot } from '../testing/bots.js';
import { LiveCache } from './live.js';

const COUNT = 300;

describe('live updates in the cache', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('notify queries once when all bots change at the same moment', () => {
    const cache = new InMemoryCache();
    const bots = Array.from({ length: COUNT }, (_, n) => aBot({ id: `bot-${n}` }));
    const data = { bots: { __typename: 'BotList', total: COUNT, bots } };
    cache.writeQuery({ query: DASHBOARD_BOTS, data: data as object as DashboardBotsQuery });
    const seen: (string | undefined)[] = [];
    cache.watch({
      query: DASHBOARD_BOTS,
      optimistic: true,
      callback: ({ result }) => seen.push(result?.bots?.bots?.at(-1)?.runtimeState),
    });
    const live = new LiveCache(cache);
    for (const { id: botId } of bots)
      live.updateStatus({
        botId,
        status: 'offline',
        runtimeState: 'reconnecting',
        statusReason: 'Discord is away.',
        isResetting: false,
      });
    jest.advanceTimersByTime(60);
    expect(seen).toEqual(['reconnecting']);
  });

  it('are not written after stop', () => {
    const cache = new InMemoryCache();
    const batch = jest.spyOn(cache, 'batch');
    const live = new LiveCache(cache);
    live.updateStatus({ botId: 'b', status: 'online', runtimeState: 'online', statusReason: null, isResetting: false });
    live.stop();
    jest.advanceTimersByTime(1000);
    expect(batch).not.toHaveBeenCalled();
  });
});
