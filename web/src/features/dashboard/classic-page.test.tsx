import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { aReading, card, inCard, later, openDashboard } from '../../testing/dashboard.js';
import { ClassicPage } from './classic-page.js';

const ONLINE = { status: 'online', runtimeState: 'online' };
const open = (world: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({ page: <ClassicPage />, path: '/dashboard/classic', ...world });
const tile = (label: string) => screen.getByText(label, { selector: 'dt' }).closest('div')?.textContent;

describe('the classic dashboard', () => {
  it('shows six placeholders, then the way to the first companion', async () => {
    const list = later();
    const bots = { __typename: 'BotList', total: 0, bots: [] };
    open({ operations: { DashboardBots: () => list.kept.then(() => ({ bots })) } });
    expect(await screen.findAllByTestId('bot-placeholder')).toHaveLength(6);
    list.keep();
    await screen.findByRole('heading', { name: 'Create your first AI companion' });
    expect(screen.getByRole('link', { name: 'Create Your First Bot' }).getAttribute('href')).toBe('/create');
    expect(screen.queryByPlaceholderText('Search your bots...')).toBeNull();
  });

  it('welcomes its user with the plan, and leads on', async () => {
    open();
    await screen.findByRole('heading', { name: 'Welcome back, mara' });
    expect(screen.getByText('Standard', { selector: '.badge' })).toBeTruthy();
    const hrefs = ['Create Bot', 'Current layout'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
    expect(hrefs).toEqual(['/create', '/dashboard']);
  });

  it('shows four measured cards', async () => {
    open({ bots: [aBot(ONLINE), aBot({ id: 'other', name: 'Ada' })] });
    await waitFor(() => expect(tile('Total Bots')).toBe('Total Bots2 1 online'));
    await waitFor(() => expect(tile('Messages Today')).toBe('Messages Today37 463 remaining'));
    expect(tile('System Status')).toContain('12%');
    expect(tile('Current Plan')).toBe('Current PlanStandard Up to 3 bots');
  });

  it('does not count below zero when credits pay for more', async () => {
    open({ operations: { ResourceUsage: () => ({ resourceUsage: aReading([], 510) }) } });
    await waitFor(() => expect(tile('Messages Today')).toBe('Messages Today510 0 remaining'));
  });

  it('knows no limits on the premium plan', async () => {
    const reading = aReading([]);
    const tokens = { ...reading.usage.tokens, dailyLimit: 999_999 };
    const resourceUsage = { ...reading, usage: { ...reading.usage, tokens } };
    open({ user: { subscriptionPlan: 'premium' }, operations: { ResourceUsage: () => ({ resourceUsage }) } });
    await waitFor(() => expect(tile('Messages Today')).toBe('Messages Today37 Unlimited'));
    expect(tile('Current Plan')).toBe('Current PlanPremium Up to ∞ bots');
  });

  it('shows a dash for what cannot be counted', async () => {
    const reading = aReading([]);
    const usage = { ...reading.usage, activity: [], tokens: { ...reading.usage.tokens, used: null, dailyLimit: null } };
    open({ operations: { ResourceUsage: () => ({ resourceUsage: { ...reading, usage } }) } });
    await waitFor(() => expect(tile('System Status')).toContain('12%'));
    expect(tile('Messages Today')).toBe('Messages Today— ');
  });

  it('leads to each companion and its knowledge, and says how it is', async () => {
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

  it('starts and stops with its power button', async () => {
    open({ bots: [aBot()] });
    const juniper = await inCard('Juniper');
    fireEvent.click(juniper.getByRole('button', { name: 'Start Bot' }));
    await screen.findByText('Bot Started!');
    fireEvent.click(await juniper.findByRole('button', { name: 'Stop Bot' }));
    await screen.findByText('Bot Stopped');
    await juniper.findByText('Inactive');
  });

  it('offers another try when the list does not come', async () => {
    const isDown = () => {
      throw new TypeError('fetch failed');
    };
    open({ operations: { DashboardBots: isDown } });
    await screen.findByText('Kith cannot be reached. Please check your connection.');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
