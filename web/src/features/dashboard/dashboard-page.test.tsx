import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AppError, UNLIMITED_MESSAGES } from '@kith/proto';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { formatTime } from '../../lib/format.js';
import { notifyUsageChanged, POLL_MS, setLiveState } from '../../shared/live-state.js';
import { useTour } from '../../shared/tour-state.js';
import { aBot } from '../../testing/bots.js';
import { card, inCard, observed, onScreen, openDashboard, USAGE } from '../../testing/dashboard.js';
import { deferred } from '../../testing/fake-server.js';
import { DashboardPage } from './dashboard-page.js';

const ONLINE = { status: 'online', runtimeState: 'online' } as const;
const open = (world: Partial<Parameters<typeof openDashboard>[0]> = {}) => openDashboard({ page: <DashboardPage />, ...world });
const link = (name: string) => screen.getByRole('link', { name });
const tile = (label: string) => screen.getByText(label, { selector: 'dt' }).closest('div')?.textContent;
const isDown = () => {
  throw new TypeError('fetch failed');
};

describe('the dashboard', () => {
  it('shows three placeholders, then a link to create the first bot', async () => {
    const list = deferred();
    const bots = { __typename: 'BotList', total: 0, bots: [] };
    open({ operations: { DashboardBots: () => list.promise.then(() => ({ bots })) } });
    expect(await screen.findAllByTestId('bot-placeholder')).toHaveLength(3);
    list.resolve();
    await screen.findByText('No bots yet');
    expect(screen.getByText('Create your first AI companion to start building amazing Discord experiences')).toBeTruthy();
    expect(link('Create Your First Bot').getAttribute('href')).toBe('/create');
    expect(screen.queryByTestId('bot-placeholder')).toBeNull();
  });

  it('welcomes the user and links to other pages', async () => {
    open();
    await screen.findByRole('heading', { name: 'Welcome back, mara' });
    const hrefs = ['Create Bot', 'Settings', 'Upgrade Now', 'Classic layout'].map((name) => link(name).getAttribute('href'));
    expect(hrefs).toEqual(['/create', '/settings', '/pricing', '/dashboard/classic']);
  });

  it('starts the tour', async () => {
    const Step = () => <p>{`step ${useTour().step}`}</p>;
    const page = (
      <>
        <DashboardPage />
        <Step />
      </>
    );
    open({ page });
    fireEvent.click(await screen.findByRole('button', { name: 'Start Tour' }));
    await screen.findByText('step 0');
  });

  it('shows measured values, and a dash for what is not measured', async () => {
    open({ bots: [aBot(ONLINE), aBot({ id: 'other', name: 'Ada' })] });
    await card('Juniper');
    await screen.findByText('43.0%');
    expect(tile('Active Bots')).toBe('Active Bots1of 2 total');
    expect(tile('CPU Usage')).toContain('12%');
    expect(tile('Memory')).toContain('43.0%');
    expect(tile('Credits')).toBe('Credits120used after your daily messages');
    expect(screen.getByText('1 Online')).toBeTruthy();
    expect(screen.getByText('1 Offline')).toBeTruthy();
  });

  it('says that credits are not used by a plan with unlimited messages', async () => {
    open({ operations: { DashboardUsage: () => ({ usage: { ...USAGE, dailyLimit: UNLIMITED_MESSAGES } }) } });
    await waitFor(() => expect(tile('Credits')).toBe('Credits120not used: your messages are unlimited'));
  });

  it('shows the load of the server to administrators at first sight, and to others in a fold', async () => {
    const foldOf = async () => (await screen.findByText('CPU Usage')).closest('details');
    open();
    await screen.findByText('43.0%');
    expect((await foldOf())?.open).toBe(false);
    cleanup();
    open({ user: { isAdmin: true, role: 'admin' } });
    expect(await foldOf()).toBeNull();
  });

  it('shows the daily messages used', async () => {
    open();
    await screen.findByText('37 / 500');
    expect(screen.getByText('Standard Plan')).toBeTruthy();
    expect(screen.getByText('Enhanced features with limits')).toBeTruthy();
    expect(screen.getByRole('meter', { name: 'Daily messages' }).getAttribute('aria-valuenow')).toBe('37');
    expect(screen.getByText(/^Resets in (1 h 0 m|5\d m)$/)).toBeTruthy();
  });

  it("tells in the user's own time when the messages run out at the pace of today", async () => {
    const runsOutAt = '2026-11-22T16:20:00.000Z';
    open({ operations: { DashboardUsage: () => ({ usage: { ...USAGE, runsOutAt } }) } });
    await screen.findByText(`At this pace you run out at ${formatTime(runsOutAt)}.`);
  });

  it('shows neither upgrade nor daily limit on the premium plan', async () => {
    open({ user: { subscriptionPlan: 'premium' } });
    await screen.findByText('No bots yet');
    expect(screen.getByText('Unlimited bots and messages')).toBeTruthy();
    expect(screen.queryByText('37 / 500')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Upgrade Now' })).toBeNull();
  });

  it('greets the user after an upgrade', async () => {
    open({ at: '/dashboard?upgrade=success' });
    await screen.findByRole('heading', { name: 'Welcome to the Standard plan' });
  });

  it('loads again when it is opened again, and shows a warning when that fails', async () => {
    let answers = true;
    const list = { __typename: 'BotList', total: 0, bots: [] as ReturnType<typeof aBot>[] };
    const DashboardBots = () => (answers ? { bots: { ...list } } : isDown());
    open({ page: <Reopened />, operations: { DashboardBots } });
    await screen.findByText('No bots yet');
    const reopen = () => ['close', 'open'].forEach((name) => fireEvent.click(screen.getByRole('button', { name })));
    list.total = 1;
    list.bots = [aBot()];
    reopen();
    await card('Juniper');
    answers = false;
    reopen();
    await screen.findByText('Kith cannot be reached. Please check your connection.');
    await card('Juniper');
  });

  it('offers to try again when the list fails to load, and shows everything else', async () => {
    let answers = false;
    const bots = { __typename: 'BotList', total: 0, bots: [] };
    open({ operations: { DashboardBots: () => (answers ? { bots } : isDown()) } });
    await screen.findByText('This could not be loaded');
    await screen.findByText('37 / 500');
    answers = true;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No bots yet');
  });

  it('leaves out the values of a service that fails, and shows everything else', async () => {
    const away = () => {
      throw new AppError('UNAVAILABLE');
    };
    open({ bots: [aBot(ONLINE)], operations: { DashboardUsage: away, ResourceUsage: away } });
    await card('Juniper');
    await waitFor(() => expect(tile('Active Bots')).toContain('of 1 total'));
    for (const label of ['CPU Usage', 'Memory', 'Credits']) expect(tile(label)).toBe(`${label}—`);
    expect(screen.queryByText(/Daily messages/)).toBeNull();
    await screen.findByText('This part of Kith is not running right now. Please try again in a moment.');
  });

  it.each([
    ['also while changes are told live', 'live'],
    ['also when that ends meanwhile', 'off'],
  ] as const)('retries what is missing until it arrives, %s', async (_when, then) => {
    let isAway = true;
    const DashboardUsage = () => {
      if (isAway) throw new AppError('UNAVAILABLE');
      return { usage: USAGE };
    };
    setLiveState('live');
    jest.useFakeTimers({ advanceTimers: true });
    try {
      open({ operations: { DashboardUsage } });
      await screen.findByText('This part of Kith is not running right now. Please try again in a moment.');
      act(() => setLiveState(then));
      isAway = false;
      await act(() => jest.advanceTimersByTimeAsync(POLL_MS));
      await screen.findByText('37 / 500');
      expect(screen.queryByText(/not running right now/)).toBeNull();
    } finally {
      jest.useRealTimers();
      act(() => setLiveState('off'));
    }
  });
});

describe('a bot card of the dashboard', () => {
  it('links to all pages of the bot; Studio is coming soon', async () => {
    open({ bots: [aBot()] });
    const { getByRole, getByText } = await inCard('Juniper');
    const to = (name: string) => getByRole('link', { name }).getAttribute('href');
    const base = `/bots/${aBot().id}`;
    expect(to('Juniper')).toBe(base);
    for (const [name, part] of [
      ['Chat', 'chat'],
      ['Edit', 'edit'],
      ['Commands', 'commands'],
      ['Knowledge', 'knowledge'],
      ['Systems', 'systems'],
      ['Analytics', 'analytics'],
      ['Delete Bot', 'delete'],
    ])
      expect([to(`${name}, Juniper`), getByText(`${name}`)]).toEqual([`${base}/${part}`, expect.anything()]);
    expect(getByRole('button', { name: 'Studio Soon, Juniper' })).toMatchObject({ disabled: true });
  });

  it('shows defaults for missing values', async () => {
    const personality = { humor: true, formal: 90, emojis: true, witty: true, patient: 10 };
    open({ bots: [aBot({ description: null, messageCount: null, personality })], user: { subscriptionPlan: 'premium' } });
    const juniper = await inCard('Juniper');
    expect(juniper.getByText('No description available')).toBeTruthy();
    expect(juniper.getByText('0 msgs')).toBeTruthy();
    expect(juniper.getByText('+1')).toBeTruthy();
    expect(juniper.queryByText('Witty')).toBeNull();
  });

  it('shows why the bot is not running', async () => {
    open({ bots: [aBot({ runtimeState: 'failed', statusReason: 'Discord refused the token.' })] });
    expect((await inCard('Juniper')).getByText('Discord refused the token.')).toBeTruthy();
  });
});

describe('the power button', () => {
  const press = async (name: string) => fireEvent.click((await inCard('Juniper')).getByRole('button', { name }));

  it('starts a bot, shows a toast and the status online', async () => {
    open({ bots: [aBot()] });
    await press('Start Bot');
    await screen.findByText('Bot Started!');
    expect(screen.getByText('Juniper is now online')).toBeTruthy();
    await (await inCard('Juniper')).findByRole('button', { name: 'Stop Bot' });
    expect(screen.getByText('1 Online')).toBeTruthy();
  });

  it('shows the bot as starting at once, and reverts with the reason when Discord refuses', async () => {
    const answer = deferred();
    const StartBot = async () => {
      await answer.promise;
      throw new AppError('TOKEN_INVALID');
    };
    const { asked } = open({ bots: [aBot({ statusReason: 'Stopped after an error.' })], operations: { StartBot } });
    await press('Start Bot');
    const juniper = await inCard('Juniper');
    await juniper.findByText('Starting');
    const busy = juniper.getByRole('button', { name: 'Starting...' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(busy);
    expect(juniper.queryByText('Stopped after an error.')).toBeNull();
    answer.resolve();
    await screen.findByText('Failed to Start Bot');
    expect(screen.getByText(/Discord refused the token/)).toBeTruthy();
    await juniper.findByRole('button', { name: 'Start Bot' });
    await juniper.findByText('Stopped after an error.');
    expect(asked('StartBot')).toBe(1);
  });

  it('does not show a bot as online that is still starting', async () => {
    const StartBot = () => ({ startBot: aBot({ runtimeState: 'starting' }) });
    open({ bots: [aBot()], operations: { StartBot } });
    await press('Start Bot');
    await screen.findByText('Juniper is starting');
    expect(screen.queryByText('Bot Started!')).toBeNull();
  });

  it('asks for a token instead of starting without one', async () => {
    const { asked } = open({ bots: [aBot({ hasDiscordToken: false })] });
    await press('Setup Required');
    await screen.findByText('Discord Token Required! 🔑');
    expect(
      screen.getByText('Please edit your bot and add a Discord token to launch it. Go to Edit → Discord Settings.'),
    ).toBeTruthy();
    expect(link('Open Edit').getAttribute('href')).toBe(`/bots/${aBot().id}/edit`);
    expect(asked('StartBot')).toBe(0);
  });

  it('stops a bot', async () => {
    open({ bots: [aBot(ONLINE)] });
    await press('Stop Bot');
    await screen.findByText('Bot Stopped');
    expect(screen.getByText('Juniper is now offline')).toBeTruthy();
    await (await inCard('Juniper')).findByRole('button', { name: 'Start Bot' });
  });

  it('shows the bot as stopped at once, and reverts when that fails', async () => {
    const answer = deferred();
    open({ bots: [aBot(ONLINE)], operations: { StopBot: () => answer.promise.then(isDown) } });
    await press('Stop Bot');
    await screen.findByText('0 Online');
    answer.resolve();
    await screen.findByText('Failed to Stop Bot');
    expect(screen.getByText('Kith cannot be reached. Please check your connection.')).toBeTruthy();
    await screen.findByText('1 Online');
    await (await inCard('Juniper')).findByRole('button', { name: 'Stop Bot' });
  });
});

describe('the list of the dashboard', () => {
  it('is loaded again when the polled counts differ from it', async () => {
    const { list, change } = open({ bots: [aBot()] });
    await (await inCard('Juniper')).findByText('1,284 msgs');
    change(aBot().id, { messageCount: 1285 });
    list.push(aBot({ id: 'other', name: 'Ada' }));
    fireEvent(document, new Event('visibilitychange'));
    await (await inCard('Juniper')).findByText('1,285 msgs');
    await card('Ada');
  });
});

describe('a dashboard of several blocks of cards', () => {
  const BOTS = Array.from({ length: 65 }, (_none, n) => aBot({ id: `bot-${n}`, name: `Bot ${n}`, messageCount: 0 }));
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    act(() => setLiveState('off'));
  });

  it('asks after replies for the cards on the screen, and for others when they come onto it', async () => {
    jest.spyOn(onScreen, 'has').mockImplementation((block) => block === 0);
    setLiveState('live');
    const { change, sent } = open({ bots: BOTS });
    const ranges = () => sent('DashboardBots').map(({ offset, limit }) => [offset, limit]);
    const textOf = (n: number) => document.querySelectorAll('article')[n]?.textContent;
    await waitFor(() => expect(textOf(64)).toContain('0 msgs'));
    expect(ranges()).toEqual([[0, 200]]);
    change('bot-29', { messageCount: 7 });
    change('bot-64', { messageCount: 8 });
    jest.useFakeTimers({ advanceTimers: true });
    for (let reply = 0; reply < 3; reply += 1) act(() => notifyUsageChanged());
    await act(() => jest.advanceTimersByTimeAsync(2000));
    await waitFor(() => expect(textOf(29)).toContain('7 msgs'));
    expect(ranges().slice(1)).toEqual([[0, 30]]);
    expect(textOf(64)).toContain('0 msgs');
    act(() => observed(2, true));
    await waitFor(() => expect(textOf(64)).toContain('8 msgs'));
    const shown = [
      [0, 30],
      [60, 5],
    ];
    expect(ranges().slice(1)).toEqual(shown);
    act(() => observed(2, false));
    act(() => observed(2, true));
    await act(() => jest.advanceTimersByTimeAsync(POLL_MS));
    expect(ranges().slice(1)).toEqual(shown);
  });
});

function Reopened() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button onClick={() => setOpen(!isOpen)}>{isOpen ? 'close' : 'open'}</button>
      {isOpen && <DashboardPage />}
    </>
  );
}
