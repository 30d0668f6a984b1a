import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { aReading, card, inCard, openDashboard } from '../../testing/dashboard.js';
import { deferred } from '../../testing/fake-server.js';
import { ClassicPage } from './dashboard-page.js';

const ONLINE = { status: 'online', runtimeState: 'online' } as const;
const open = (world: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({ page: <ClassicPage />, path: '/dashboard/classic', ...world });
const tile = (label: string) => screen.getByText(label, { selector: 'dt' }).closest('div')?.textContent;

describe('the classic dashboard', () => {
  it('shows six placeholders, then a link to create the first bot', async () => {
    const list = deferred();
    const bots = { __typename: 'BotList', total: 0, bots: [] };
    open({ operations: { DashboardBots: () => list.promise.then(() => ({ bots })) } });
    expect(await screen.findAllByTestId('bot-placeholder')).toHaveLength(6);
    list.resolve();
    await screen.findByRole('heading', { name: 'Create your first AI companion' });
    expect(screen.getByRole('link', { name: 'Create Your First Bot' }).getAttribute('href')).toBe('/create');
    expect(screen.queryByPlaceholderText('Search your bots...')).toBeNull();
  });

  it('welcomes the user with the plan and links to other pages', async () => {
    open();
    await screen.findByRole('heading', { name: 'Welcome back, mara' });
    expect(screen.getByText('Standard', { selector: '.badge' })).toBeTruthy();
    const hrefs = ['Create Bot', 'Current layout'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
    expect(hrefs).toEqual(['/create', '/dashboard']);
  });

  it('shows four tiles with measured values', async () => {
    open({ bots: [aBot(ONLINE), aBot({ id: 'other', name: 'Ada' })] });
    await waitFor(() => expect(tile('Total Bots')).toBe('Total Bots21 online'));
    await waitFor(() => expect(tile('Messages Today')).toBe('Messages Today37463 remaining'));
    expect(tile('System Status')).toContain('12%');
    expect(tile('Current Plan')).toBe('Current PlanStandardUp to 3 companions');
  });

  it('shows 0 remaining messages when credits paid beyond the limit', async () => {
    open({ operations: { ResourceUsage: () => ({ resourceUsage: aReading([], 510) }) } });
    await waitFor(() => expect(tile('Messages Today')).toBe('Messages Today5100 remaining'));
  });

  it('shows no limits on the premium plan', async () => {
    const reading = aReading([]);
    const tokens = { ...reading.usage.tokens, dailyLimit: 999_999 };
    const resourceUsage = { ...reading, usage: { ...reading.usage, tokens } };
    open({ user: { subscriptionPlan: 'premium' }, operations: { ResourceUsage: () => ({ resourceUsage }) } });
    await waitFor(() => expect(tile('Messages Today')).toBe('Messages Today37Unlimited'));
    expect(tile('Current Plan')).toBe('Current PlanPremiumUp to ∞ companions');
  });

  it('shows a dash for a count that is unavailable', async () => {
    const reading = aReading([]);
    const usage = { ...reading.usage, activity: [], tokens: { ...reading.usage.tokens, used: null, dailyLimit: null } };
    open({ operations: { ResourceUsage: () => ({ resourceUsage: { ...reading, usage } }) } });
    await waitFor(() => expect(tile('System Status')).toContain('12%'));
    expect(tile('Messages Today')).toBe('Messages Today—');
  });

  it('links to each bot and its knowledge, and shows its status', async () => {
    open({ bots: [aBot({ ...ONLINE, description: null }), aBot({ id: 'other', name: 'Ada' })] });
    const juniper = await inCard('Juniper');
    expect(juniper.getByRole('link', { name: 'Manage, Juniper' }).getAttribute('href')).toBe(`/bots/${aBot().id}`);
    expect(juniper.getByRole('link', { name: 'Knowledge, Juniper' }).getAttribute('href')).toBe(`/bots/${aBot().id}/knowledge`);
    for (const text of ['Online', 'Active', 'A helpful AI companion for your Discord community'])
      expect(juniper.getByText(text)).toBeTruthy();
    const ada = await inCard('Ada');
    for (const text of ['Offline', 'Inactive', 'Keeps the club informed']) expect(ada.getByText(text)).toBeTruthy();
    expect((await card('Ada')).querySelector('.avatar')?.textContent).toBe('A');
  });

  it('starts and stops a bot with the power button', async () => {
    open({ bots: [aBot()] });
    const juniper = await inCard('Juniper');
    fireEvent.click(juniper.getByRole('button', { name: 'Start Bot' }));
    await screen.findByText('Bot Started!');
    fireEvent.click(await juniper.findByRole('button', { name: 'Stop Bot' }));
    await screen.findByText('Bot Stopped');
    await juniper.findByText('Inactive');
  });

  it('offers to try again when the list fails to load', async () => {
    const isDown = () => {
      throw new TypeError('fetch failed');
    };
    open({ operations: { DashboardBots: isDown } });
    await screen.findByText('Kith cannot be reached. Please check your connection.');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
