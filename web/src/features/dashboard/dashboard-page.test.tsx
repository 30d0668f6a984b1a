import { describe, expect, it } from '@jest/globals';
import { AppError, type User } from '@kith/proto';
import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { aBot } from '../../testing/bots.js';
import { fakeServer, graphqlAnswers } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { DashboardPage } from './dashboard-page.js';

const USAGE = {
  __typename: 'Usage',
  used: 37,
  dailyLimit: 500,
  credits: 120,
  resetsAt: new Date(Date.now() + 3_600_000).toISOString(),
};

interface World {
  readonly bots?: ReturnType<typeof aBot>[];
  readonly user?: Partial<User>;
  /** The list comes when this does. */
  readonly loaded?: Promise<void>;
  readonly start?: (bot: ReturnType<typeof aBot>) => object;
}

function open({ bots = [], user, start, loaded }: World) {
  const list = [...bots];
  const calls = fakeServer({
    'GET /api/auth/user': () => ({ body: aUser(user) }),
    'POST /graphql': graphqlAnswers({
      Dashboard: async () => {
        await loaded;
        return { bots: { __typename: 'BotList', total: list.length, bots: list }, usage: USAGE };
      },
      StartBot: ({ id }) => {
        const at = list.findIndex((bot) => bot.id === id);
        const bot = list[at] ?? aBot();
        list[at] = { ...bot, ...start?.(bot) };
        return { startBot: list[at] };
      },
      StopBot: () => {
        list[0] = aBot({ status: 'offline', runtimeState: 'stopped' });
        return { stopBot: list[0] };
      },
    }),
  });
  renderApp({ page: <DashboardPage />, path: '/dashboard', isProtected: true });
  return calls;
}
const card = (name: string) => screen.findByRole('article', { name });

describe('the dashboard', () => {
  it('shows three placeholders, then the way to the first companion', async () => {
    let load = (): void => undefined;
    open({ loaded: new Promise<void>((resolve) => (load = resolve)) });
    expect(await screen.findAllByTestId('bot-placeholder')).toHaveLength(3);
    load();
    await screen.findByText('No bots yet');
    expect(screen.getByText('Create your first AI companion to start building amazing Discord experiences')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create Your First Bot' }).getAttribute('href')).toBe('/create');
    expect(screen.queryByTestId('bot-placeholder')).toBeNull();
  });

  it('shows measured values only', async () => {
    open({ bots: [aBot({ status: 'online', runtimeState: 'online' }), aBot({ id: 'other', name: 'Ada' })] });
    await card('Juniper');
    expect(screen.getByText('Welcome back, mara')).toBeTruthy();
    expect(screen.getByText('of 2 total')).toBeTruthy();
    expect(screen.getByText('120')).toBeTruthy();
    expect(screen.getByText('37 / 500')).toBeTruthy();
    expect(screen.getByText('1 Online')).toBeTruthy();
    expect(screen.getByText('1 Offline')).toBeTruthy();
  });

  it('hides the daily count on the premium plan', async () => {
    open({ user: { subscriptionPlan: 'premium' } });
    await screen.findByText('No bots yet');
    expect(screen.getByText('Unlimited bots and messages')).toBeTruthy();
    expect(screen.queryByText('37 / 500')).toBeNull();
  });

  it('fills in what a companion does not say', async () => {
    open({
      bots: [
        aBot({
          description: null,
          messageCount: null,
          personality: { humor: true, formal: 90, emojis: true, witty: true, patient: 10 },
        }),
      ],
    });
    const juniper = within(await card('Juniper'));
    expect(juniper.getByText('No description available')).toBeTruthy();
    expect(juniper.getByText('0 msgs')).toBeTruthy();
    expect(juniper.getByText('+1')).toBeTruthy();
    expect(juniper.queryByText('Witty')).toBeNull();
  });

  it('starts a companion, says so and shows it online', async () => {
    open({ bots: [aBot()], start: () => ({ status: 'online', runtimeState: 'online' }) });
    fireEvent.click(within(await card('Juniper')).getByRole('button', { name: 'Start Bot' }));
    await screen.findByText('Bot Started!');
    expect(screen.getByText('Juniper is now online')).toBeTruthy();
    await within(await card('Juniper')).findByRole('button', { name: 'Stop Bot' });
  });

  it('does not call a companion online that is still on its way', async () => {
    open({ bots: [aBot()], start: () => ({ runtimeState: 'starting' }) });
    fireEvent.click(within(await card('Juniper')).getByRole('button', { name: 'Start Bot' }));
    await screen.findByText('Juniper is starting');
    expect(screen.queryByText('Bot Started!')).toBeNull();
  });

  it('gives the reason when Discord refuses', async () => {
    const start = () => {
      throw new AppError('TOKEN_INVALID');
    };
    open({ bots: [aBot()], start });
    fireEvent.click(within(await card('Juniper')).getByRole('button', { name: 'Start Bot' }));
    await screen.findByText('Failed to Start Bot');
    expect(screen.getByText(/Discord refused the token/)).toBeTruthy();
  });

  it('asks for a token instead of starting without one', async () => {
    const calls = open({ bots: [aBot({ hasDiscordToken: false })] });
    fireEvent.click(within(await card('Juniper')).getByRole('button', { name: 'Setup Required' }));
    await screen.findByText('Discord Token Required! 🔑');
    expect(screen.getByRole('link', { name: 'Open Edit' }).getAttribute('href')).toBe(`/bots/${aBot().id}/edit`);
    expect(calls.filter((call) => JSON.stringify(call.body)?.includes('StartBot'))).toHaveLength(0);
  });

  it('stops a companion', async () => {
    open({ bots: [aBot({ status: 'online', runtimeState: 'online' })] });
    fireEvent.click(within(await card('Juniper')).getByRole('button', { name: 'Stop Bot' }));
    await screen.findByText('Bot Stopped');
    await within(await card('Juniper')).findByRole('button', { name: 'Start Bot' });
  });

  it('says why a companion is not running', async () => {
    open({ bots: [aBot({ runtimeState: 'failed', statusReason: 'Discord refused the token.' })] });
    expect(within(await card('Juniper')).getByText('Discord refused the token.')).toBeTruthy();
  });

  it('asks anew when it is opened again, and says so when nothing answers', async () => {
    const bots: ReturnType<typeof aBot>[] = [];
    let isDown = false;
    fakeServer({
      'GET /api/auth/user': () => ({ body: aUser() }),
      'POST /graphql': graphqlAnswers({
        Dashboard: () => {
          if (isDown) throw new TypeError('fetch failed');
          return { bots: { __typename: 'BotList', total: bots.length, bots: [...bots] }, usage: USAGE };
        },
      }),
    });
    renderApp({ page: <Reopened />, path: '/dashboard', isProtected: true });
    await screen.findByText('No bots yet');
    const reopen = () => ['close', 'open'].forEach((name) => fireEvent.click(screen.getByRole('button', { name })));
    bots.push(aBot());
    reopen();
    await card('Juniper');
    isDown = true;
    reopen();
    await screen.findByText('Kith cannot be reached. Please check your connection.');
    await card('Juniper');
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
