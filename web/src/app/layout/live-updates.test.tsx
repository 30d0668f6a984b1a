import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { DashboardPage } from '../../features/dashboard/dashboard-page.js';
import { storeToken } from '../../lib/session.js';
import { useAuth } from '../../shared/auth.js';
import { POLL_MS } from '../../shared/live-state.js';
import { BOT_STATUS, USAGE_CHANGED } from '../../shared/live.graphql.js';
import { aBot } from '../../testing/bots.js';
import { inCard, openDashboard, USAGE } from '../../testing/dashboard.js';
import { fakeLive, type FakeSocket } from '../../testing/fake-live.js';
import { LiveUpdates } from './live-updates.js';

const LOST = 'Connection lost. Reconnecting…';

describe('live updates', () => {
  let sockets: FakeSocket[];
  const latest = (): FakeSocket => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no connection was tried');
    return socket;
  };
  const open = async (bots = [aBot()]) => {
    const page = (
      <>
        <LiveUpdates />
        <DashboardPage />
        <Logout />
      </>
    );
    const world = openDashboard({ page, bots });
    await screen.findByText('37 / 500');
    await inCard('Juniper');
    return world;
  };
  const botStatus = (runtimeState: string, statusReason: string | null = null, botId = aBot().id) => ({
    botStatus: {
      botId,
      status: runtimeState === 'online' ? 'online' : 'offline',
      runtimeState,
      statusReason,
      isResetting: false,
    },
  });

  beforeEach(() => {
    storeToken('token-1');
    sockets = fakeLive();
  });
  afterEach(() => void jest.useRealTimers());

  it('show the status of a bot with its reason', async () => {
    await open();
    await latest().accept();
    await latest().sendValue(BOT_STATUS, botStatus('online'));
    await (await inCard('Juniper')).findByRole('button', { name: 'Stop Bot' });
    expect(screen.getByText('1 Online')).toBeTruthy();
    await latest().sendValue(BOT_STATUS, botStatus('failed', 'Discord refused the token.'));
    await screen.findByText('Discord refused the token.');
    expect(screen.getByText('0 Online')).toBeTruthy();
  });

  it('ignore bots that are not on the page', async () => {
    await open();
    await latest().accept();
    await latest().sendValue(BOT_STATUS, botStatus('online', null, 'another'));
    await latest().sendValue(USAGE_CHANGED, { usageChanged: { ...USAGE, used: 38 } });
    await screen.findByText('38 / 500');
    expect(screen.getByText('0 Online')).toBeTruthy();
  });

  it('show the usage, and the plan in the frame', async () => {
    await open();
    await latest().accept();
    await latest().sendValue(USAGE_CHANGED, { usageChanged: { ...USAGE, used: 38, credits: 7 } });
    await screen.findByText('38 / 500');
    expect(screen.getByText('Credits').closest('div')?.textContent).toContain('7');
    await latest().sendValue(USAGE_CHANGED, { usageChanged: { ...USAGE, plan: 'premium', dailyLimit: 999_999 } });
    await screen.findByText('Unlimited bots and messages');
    expect(screen.queryByRole('link', { name: 'Upgrade Now' })).toBeNull();
  });

  it('show how often a bot replied, also when the reply cost nothing, with one request for many replies', async () => {
    const { asked, change } = await open();
    await latest().accept();
    await latest().sendValue(USAGE_CHANGED, { usageChanged: USAGE });
    const before = asked('DashboardBots');
    change(aBot().id, { messageCount: 1291 });
    jest.useFakeTimers({ advanceTimers: true });
    for (let reply = 0; reply < 3; reply += 1) await latest().sendValue(USAGE_CHANGED, { usageChanged: USAGE });
    await act(() => jest.advanceTimersByTimeAsync(2000));
    await screen.findByText('1,291 msgs');
    expect(asked('DashboardBots')).toBe(before + 1);
  });

  it('replace polling until the connection is gone', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const poll = () => act(() => jest.advanceTimersByTimeAsync(POLL_MS));
    const { asked } = await open();
    await latest().accept();
    const counts = () => [asked('DashboardBots'), asked('DashboardUsage')];
    const [before, readings] = [counts(), asked('ResourceUsage')];
    // What the machine does nobody tells: that goes on.
    await poll();
    await waitFor(() => expect(asked('ResourceUsage')).toBe(readings + 1));
    expect(counts()).toEqual(before);
    await latest().drop();
    await poll();
    await waitFor(() => expect(counts()).toEqual(before.map((count) => count + 1)));
  });

  it('show a notice when the connection is lost, and refetch when it is back', async () => {
    const { asked, change } = await open();
    await latest().accept();
    expect(screen.queryByText(LOST)).toBeNull();
    await latest().drop();
    const notice = await screen.findByText(LOST);
    expect(notice.closest('[role="status"]')).not.toBeNull();
    change(aBot().id, { status: 'online', runtimeState: 'online' });
    const before = asked('DashboardBots');
    await latest().accept();
    await waitFor(() => expect(screen.queryByText(LOST)).toBeNull());
    await screen.findByText('1 Online');
    expect(asked('DashboardBots')).toBe(before + 1);
  });

  it('end with a logout [S13]', async () => {
    await open();
    await latest().accept();
    fireEvent.click(screen.getByRole('button', { name: 'leave' }));
    await screen.findByText('at /auth');
    await waitFor(() => expect(latest().readyState).toBe(3));
    expect(sockets).toHaveLength(1);
  });

  it('end the session in this tab when it was ended elsewhere [S13]', async () => {
    await open();
    await latest().accept();
    await latest().drop(4401, 'Please sign in.');
    await screen.findByText('at /auth');
    expect(localStorage.getItem('token')).toBeNull();
    expect(sockets).toHaveLength(1);
  });
});

function Logout() {
  const { logout } = useAuth();
  return <button onClick={() => void logout()}>leave</button>;
}
