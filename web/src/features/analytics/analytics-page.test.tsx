import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { fakeServer, graphqlAnswers } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { AnalyticsPage } from './analytics-page.js';

const bot = aBot();
const hoursWith = (messages: readonly number[]) => {
  const now = new Date().getUTCHours();
  return Array.from({ length: 24 }, (_, at) => ({
    __typename: 'HourlyActivity',
    hour: (now + 1 + at) % 24,
    messages: messages[at] ?? 0,
  }));
};

const theAnalytics = (changes: object = {}) => ({
  __typename: 'Analytics',
  totalMessages: 1284,
  activeUsers: 37,
  avgResponseTime: 1.24,
  uptime: 99.97,
  engagementScore: 62.5,
  userEngagement: { __typename: 'UserEngagement', totalUsers: 90, activeToday: 4, totalConversations: 213 },
  ratings: {
    __typename: 'ReplyRatings',
    good: 12,
    bad: 3,
    reasons: [{ __typename: 'RatingReasonCount', reason: 'wrong', count: 2 }],
  },
  botInfo: { __typename: 'BotInfo', status: 'online', model: 'gpt-4o' },
  hourlyActivity: hoursWith([75, 300]),
  ...changes,
});

function open(analytics: () => unknown, path = bot.id) {
  const calls = fakeServer({
    'GET /api/auth/user': () => ({ body: aUser() }),
    'POST /graphql': graphqlAnswers({
      BotAnalytics: async () => {
        const answer = await analytics();
        return { bot: { __typename: 'Bot', id: bot.id, name: 'Juniper', runtimeState: 'online' }, analytics: answer };
      },
    }),
  });
  renderApp({ page: <AnalyticsPage />, path: '/bots/:id/analytics', at: `/bots/${path}/analytics`, isProtected: true });
  return () => calls.filter(({ path: called }) => called === '/graphql').length;
}
const valueOf = (label: string) => screen.getByText(label).closest('div')?.textContent;

describe('the analytics of a bot', () => {
  it('show placeholders of the four cards while loading', async () => {
    let load = (): void => undefined;
    const loaded = new Promise<void>((resolve) => (load = resolve));
    open(() => loaded.then(() => theAnalytics()));
    expect(await screen.findAllByTestId('figure-placeholder')).toHaveLength(4);
    load();
    await screen.findByText('1,284');
    expect(screen.queryByTestId('figure-placeholder')).toBeNull();
  });

  it('show measured values', async () => {
    open(() => theAnalytics());
    await screen.findByText('1,284');
    expect(valueOf('Active Users')).toContain('37');
    expect(valueOf('Avg Response Time')).toContain('1.24 s');
    expect(valueOf('Uptime')).toContain('99.9%');
    expect(valueOf('Total users')).toContain('90');
    expect(valueOf('Active today')).toContain('4');
    expect(valueOf('Total conversations')).toContain('213');
    expect(valueOf('Status')).toContain('Online');
    expect(valueOf('AI model')).toContain('gpt-4o');
  });

  it('explain how the engagement score is computed', async () => {
    open(() => theAnalytics());
    expect((await screen.findByRole('meter', { name: 'Engagement Score' })).getAttribute('aria-valuenow')).toBe('62.5');
    expect(screen.getByText('62.5 of 100')).toBeTruthy();
    expect(screen.getByText(/40 × people who came back/)).toBeTruthy();
  });

  it.each([
    ['150 replies', [75, 15], ['150', '75', '0'], ['50%', '10%', '0%']],
    ['more when an hour had more', [75, 300], ['300', '150', '0'], ['25%', '100%', '0%']],
    ['a round number above the most', [1001, 0, 3], ['1,500', '750', '0'], [`${(1001 / 1500) * 100}%`, '0%', '0.2%']],
  ])('scale bars to %s', async (_, messages, scale, bars) => {
    open(() => theAnalytics({ hourlyActivity: hoursWith(messages) }));
    const chart = await screen.findByRole('img', { name: /replies in the last 24 hours. The most were/ });
    const heights = [...chart.querySelectorAll<HTMLElement>('.activity-bar')].map(({ style }) => style.height);
    expect(heights).toHaveLength(24);
    expect(heights.slice(0, 3)).toEqual(bars);
    const labels = [...(chart.previousElementSibling?.children ?? [])].map(({ textContent }) => textContent);
    expect(labels).toEqual(scale);
  });

  it('list the hours in a table too', async () => {
    open(() => theAnalytics());
    const rows = within(await screen.findByRole('table', { hidden: true })).getAllByRole('row', { hidden: true });
    expect(rows).toHaveLength(25);
    expect(rows[1]?.textContent).toMatch(/^\w{3},? \d+:\d\d.[AP]M75$/);
  });

  it('show zeros for a new bot, a dash for unknown values, and a link to the chat', async () => {
    const userEngagement = { __typename: 'UserEngagement', totalUsers: 0, activeToday: 0, totalConversations: 0 };
    const zeros = { totalMessages: 0, activeUsers: 0, avgResponseTime: 0, engagementScore: 0, userEngagement };
    open(() => theAnalytics({ ...zeros, uptime: null, hourlyActivity: hoursWith([]) }));
    await screen.findByText('0 s');
    expect(screen.queryByText('Analytics Not Available')).toBeNull();
    expect(screen.getByText('Not known right now')).toBeTruthy();
    expect(screen.getByText('No replies in the last 24 hours.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Say hello in the test chat' }).getAttribute('href')).toBe(`/bots/${bot.id}/chat`);
  });

  it('are refetched by the button', async () => {
    let totalMessages = 1;
    const count = open(() => theAnalytics({ totalMessages: totalMessages++ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Reload' }));
    await screen.findByText(/^Updated at /);
    expect(valueOf('Total Messages')).toContain('2');
    expect(count()).toBe(2);
  });

  it('stay on the page with a warning when refetching fails', async () => {
    let isDown = false;
    open(() => {
      if (isDown) throw new AppError('UNAVAILABLE');
      return theAnalytics();
    });
    const reload = await screen.findByRole('button', { name: 'Reload' });
    isDown = true;
    fireEvent.click(reload);
    expect((await screen.findByText(/This part of Kith is not running right now/)).closest('[role=alert]')).toBeTruthy();
    expect(screen.getByText('1,284')).toBeTruthy();
  });

  it('show the error of the server with retry and back when nothing is loaded', async () => {
    let isDown = true;
    open(() => {
      if (isDown) throw new AppError('UNAVAILABLE');
      return theAnalytics();
    });
    await screen.findByRole('heading', { name: 'Analytics Not Available' });
    expect(screen.getByText(/This part of Kith is not running right now/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/dashboard');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('1,284');
  });

  it.each(['NOT_FOUND', 'BAD_INPUT'] as const)(
    "are unavailable without retry for a missing bot or another user's (%s)",
    async (code) => {
      open(() => {
        throw new AppError(code);
      });
      await screen.findByRole('heading', { name: 'Analytics Not Available' });
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
      fireEvent.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
      await screen.findByText('at /dashboard');
    },
  );
});
