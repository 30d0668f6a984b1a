import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { notifyUsageChanged, POLL_MS, setLiveState } from '../../shared/live-state.js';
import { aBot } from '../../testing/bots.js';
import { openDashboard } from '../../testing/dashboard.js';
import { useDashboard } from './use-dashboard.js';

const THOUSAND = Array.from({ length: 1000 }, (_none, n) => aBot({ id: `bot-${n}`, name: `Bot ${n}`, messageCount: 0 }));
const EVERY_PAGE = [0, 200, 400, 600, 800].map((offset) => [offset, 200]);

/** The first sixty bots are on the screen. */
function Shown() {
  const { list, onShown } = useDashboard();
  const ids = list?.bots.slice(0, 60).map(({ id }) => id);
  const shown = ids?.join(' ');
  useEffect(() => {
    if (shown !== undefined) onShown(document.body, shown.split(' '));
  }, [shown, onShown]);
  return <p data-testid="counts">{list && `${list.bots.length}: ${list.bots[59]?.messageCount}`}</p>;
}

async function open() {
  const world = openDashboard({ page: <Shown />, bots: THOUSAND });
  const ranges = () => world.sent('DashboardBots').map(({ offset, limit }) => [offset, limit]);
  const shows = (text: string) => waitFor(() => expect(document.querySelector('[data-testid=counts]')?.textContent).toBe(text));
  await shows('1000: 0');
  expect(ranges()).toEqual(EVERY_PAGE);
  return { ...world, shows, further: () => ranges().slice(EVERY_PAGE.length) };
}

describe('a dashboard of a thousand bots', () => {
  afterEach(() => {
    jest.useRealTimers();
    act(() => setLiveState('off'));
  });

  it('asks for those on the screen alone after many replies', async () => {
    setLiveState('live');
    const { change, shows, further } = await open();
    change('bot-59', { messageCount: 7 });
    jest.useFakeTimers({ advanceTimers: true });
    for (let reply = 0; reply < 3; reply += 1) act(() => notifyUsageChanged());
    await act(() => jest.advanceTimersByTimeAsync(2000));
    await shows('1000: 7');
    expect(further()).toEqual([[0, 60]]);
  });

  it('polls those on the screen alone while there is no live connection', async () => {
    setLiveState('live');
    const { further } = await open();
    jest.useFakeTimers({ advanceTimers: true });
    act(() => setLiveState('lost'));
    for (const polls of [1, 2]) {
      await act(() => jest.advanceTimersByTimeAsync(POLL_MS));
      await waitFor(() => expect(further()).toEqual(Array.from({ length: polls }, () => [0, 60])));
    }
  });

  it('loads the whole list when it has another number of bots by then', async () => {
    setLiveState('live');
    const { list, shows, further } = await open();
    list.push(aBot({ id: 'added', name: 'Ada' }));
    jest.useFakeTimers({ advanceTimers: true });
    act(() => notifyUsageChanged());
    await act(() => jest.advanceTimersByTimeAsync(2000));
    await shows('1001: 0');
    expect(further()).toEqual([[0, 60], ...EVERY_PAGE, [1000, 200]]);
  });
});
