import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppError } from '@kith/proto';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dismissToast } from '../../lib/toast.js';
import { setLiveState, notifyReconnected, POLL_MS } from '../../shared/live-state.js';
import { aBot } from '../../testing/bots.js';
import { openBotPage, press, type } from '../../testing/open-bot.js';
import { aUser } from '../../testing/render-app.js';
import { toastSays } from '../../testing/settings.js';
import { BotPage } from './bot-page.js';
import { DeletePage } from './delete-page.js';
import { EditPage } from './edit-page.js';

const { id } = aBot();
/** The server that `aConnection` has. */
const ELM = '200000000000000001';
const GENERAL = '300000000000000001';
const FIGURES = {
  __typename: 'Analytics',
  totalMessages: 1284,
  activeUsers: 37,
  uptime: 99.46,
  botInfo: { __typename: 'BotInfo', model: 'GPT-6 Luna' },
};

interface World {
  readonly bot?: Parameters<typeof aBot>[0];
  readonly operations?: Parameters<typeof openBotPage>[0]['operations'];
}

const open = ({ bot, operations }: World = {}) =>
  openBotPage({
    page: <BotPage />,
    path: '/bots/:id',
    at: `/bots/${id}`,
    operations: {
      Bot: () => ({ bot: aBot(bot) }),
      BotFigures: () => ({ analytics: FIGURES }),
      ...operations,
    },
  });
const figure = async (name: string) => (await screen.findByText(name)).parentElement?.textContent;
const refusal =
  (...error: ConstructorParameters<typeof AppError>) =>
  (): never => {
    throw new AppError(...error);
  };

beforeEach(dismissToast);

describe('the bot page', () => {
  it('shows name, status, description and facts', async () => {
    open();
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.textContent).toBe('Juniper Offline');
    expect(screen.getByText('JU').getAttribute('style')).toContain('--ink-black');
    expect(screen.getByText('Keeps the club informed')).toBeTruthy();
    expect(screen.getByText('1,284 messages · Created Nov 20, 2026')).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Juniper · Kith'));
  });

  it('shows a default description, and no message count while it is unknown', async () => {
    open({ bot: { description: null, messageCount: null } });
    await screen.findByText('A helpful AI companion for your Discord community');
    expect(screen.getByText('Created Nov 20, 2026')).toBeTruthy();
  });

  it('shows messages, active users and uptime', async () => {
    open();
    await screen.findByText('37');
    expect(await figure('Total messages')).toBe('Total messages1,284Last 30 days');
    expect(await figure('Active users')).toBe('Active users37Last 30 days');
    expect(await figure('Uptime')).toBe('Uptime99.5%Last 7 days');
  });

  it.each([
    ['nothing was measured', () => ({ analytics: { ...FIGURES, uptime: null } }), ['Uptime']],
    ['the figures cannot be had', refusal('UNAVAILABLE'), ['Total messages', 'Active users', 'Uptime']],
  ] as const)('shows a dash where %s', async (_case, BotFigures, dashes) => {
    open({ operations: { BotFigures } });
    for (const name of dashes) await waitFor(async () => expect(await figure(name)).toContain('—'));
  });

  it('masks the token and shows the rest of the configuration', async () => {
    open({ bot: { serverId: '123456789012345678', dedicatedChannelId: '223456789012345678' } });
    const configuration = within(await screen.findByRole('region', { name: 'Configuration' }));
    expect(configuration.getByText('••••••••x9Qk')).toBeTruthy();
    expect(configuration.getByText('123456789012345678')).toBeTruthy();
    // What the server says that it runs, and not the label that is stored.
    expect(await configuration.findByText('GPT-6 Luna')).toBeTruthy();
    expect(configuration.getByText('223456789012345678')).toBeTruthy();
  });

  it('shows server and dedicated channel by their names where Discord tells them', async () => {
    open({
      bot: { serverId: ELM, dedicatedChannelId: GENERAL },
      operations: {
        DiscordChannels: () => ({
          discordChannels: {
            __typename: 'DiscordChannels',
            channels: [{ __typename: 'DiscordChannel', id: GENERAL, name: 'general', kind: 'text', category: null }],
            categories: [],
          },
        }),
      },
    });
    const configuration = within(await screen.findByRole('region', { name: 'Configuration' }));
    expect((await configuration.findByText('Elm Street')).title).toBe(ELM);
    expect((await configuration.findByText('#general · Elm Street')).title).toBe(GENERAL);
    expect(configuration.queryByText(ELM)).toBeNull();
    expect(configuration.queryByText(GENERAL)).toBeNull();
  });

  it('names settings that are not configured', async () => {
    open({ bot: { hasDiscordToken: false, discordTokenHint: null, instructions: 'Be kind.' } });
    const configuration = within(await screen.findByRole('region', { name: 'Configuration' }));
    expect(configuration.getByText('Not configured')).toBeTruthy();
    expect(configuration.queryByText('Dedicated channel')).toBeNull();
  });

  it('has controls and links to features, and disables features that are coming soon', async () => {
    open();
    const controls = within(await screen.findByRole('group', { name: 'Controls' }));
    expect(controls.getByRole('button', { name: 'Start Bot' })).toBeTruthy();
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Edit Configuration')).toBe(`/bots/${id}/edit`);
    expect(hrefOf('Channel Settings')).toBe(`/bots/${id}/channel`);
    expect(hrefOf('Manage Commands')).toBe(`/bots/${id}/commands`);
    expect(hrefOf('Knowledge Base')).toBe(`/bots/${id}/knowledge`);
    expect(hrefOf('Chat with Bot')).toBe(`/bots/${id}/chat`);
    expect(hrefOf('View analytics')).toBe(`/bots/${id}/analytics`);
    expect(hrefOf('Install Systems')).toBe(`/bots/${id}/systems`);
    const studio = screen.getByRole('button', { name: 'Code Studio' });
    expect(studio.closest('li')?.textContent).toContain('COMING SOON');
    expect(studio.hasAttribute('disabled')).toBe(true);
  });

  it('offers no start that would be refused: the plans to one that its plan pauses, nothing to one that was taken down', async () => {
    open({ bot: { runtimeState: 'paused_by_plan' } });
    const controls = within(await screen.findByRole('group', { name: 'Controls' }));
    expect(controls.getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing');
    expect(screen.queryByRole('button', { name: 'Start Bot' })).toBeNull();
    cleanup();
    open({ bot: { runtimeState: 'taken_down' } });
    await screen.findByRole('group', { name: 'Controls' });
    expect(screen.queryByRole('button', { name: 'Start Bot' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Compare plans' })).toBeNull();
  });

  it.each([
    ['missing', () => ({ bot: null })],
    ['foreign', refusal('NOT_FOUND')],
    ['no id at all', refusal('BAD_INPUT')],
  ])('shows "Bot Not Found" for a bot that is %s', async (_case, Bot) => {
    open({ operations: { Bot } });
    await screen.findByRole('heading', { name: 'Bot Not Found' });
    expect(screen.getByText("This bot might have been deleted or you don't have permission to view it.")).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/dashboard');
  });

  it('offers to load the bot again after a failure', async () => {
    let isDown = true;
    open({ operations: { Bot: () => (isDown ? refusal('UNAVAILABLE')() : { bot: aBot() }) } });
    await screen.findByText('This could not be loaded');
    isDown = false;
    await press('Try again');
    await screen.findByText('Keeps the club informed');
  });
});

describe('updates of the bot page', () => {
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const minutes = 60_000;

  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    cleanup();
    setLiveState('off');
    jest.useRealTimers();
  });

  it('loads the bot every five seconds without a live connection, and once a minute with one', async () => {
    const sent = open();
    await pass(100);
    expect(screen.getByText('Keeps the club informed')).toBeTruthy();
    await pass(2 * POLL_MS);
    expect(sent('Bot')).toHaveLength(3);
    act(() => setLiveState('live'));
    await pass(minutes - POLL_MS);
    expect(sent('Bot')).toHaveLength(3);
    await pass(POLL_MS);
    expect(sent('Bot')).toHaveLength(4);
    act(() => setLiveState('interrupted'));
    await pass(2 * POLL_MS);
    expect(sent('Bot')).toHaveLength(6);
  });

  it('loads the bot as soon as the connection is back', async () => {
    const sent = open();
    await pass(100);
    act(() => {
      setLiveState('live');
      notifyReconnected();
    });
    await pass(100);
    expect(sent('Bot')).toHaveLength(2);
  });
});

describe('the last conversations', () => {
  const conversation = (changes: object) => ({
    __typename: 'Conversation',
    channel: 'discord',
    channelId: '300000000000000001',
    messages: 4,
    people: 2,
    lastAt: '2026-11-20T10:00:00.000Z',
    ...changes,
  });
  const answers = (...conversations: object[]) => ({
    Conversations: () => ({ conversations: { __typename: 'Conversations', conversations } }),
  });

  it('show place, replies, people and time', async () => {
    const channel = { __typename: 'DiscordChannel', id: '300000000000000001', name: 'general', kind: 'text', category: null };
    open({
      operations: {
        ...answers(conversation({}), conversation({ channel: 'web', channelId: null, messages: 1, people: 1 })),
        DiscordChannels: () => ({ discordChannels: { __typename: 'DiscordChannels', channels: [channel], categories: [] } }),
      },
    });
    const list = within(await screen.findByRole('region', { name: 'Last conversations' }));
    await list.findByText('#general · Elm Street');
    expect(list.getByText(/^4 replies · 2 people · .+/)).toBeTruthy();
    expect(list.getByText('Your test chat')).toBeTruthy();
  });

  it('are named in words while Discord cannot be asked, while there are none, and when they cannot be loaded', async () => {
    open({ operations: answers(conversation({ channelId: '9'.repeat(18) })) });
    await screen.findByText('A channel on Discord');
    cleanup();
    open();
    await screen.findByText('Nobody has talked to it in the last seven days.');
  });
});

describe('resetting a bot', () => {
  const openSettings = (ResetBot: () => unknown) =>
    openBotPage({
      page: <EditPage />,
      path: '/bots/:id/edit',
      at: `/bots/${id}/edit`,
      operations: { Bot: () => ({ bot: aBot() }), BotFigures: () => ({ analytics: FIGURES }), ResetBot },
    });
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Reset Juniper?' }));
  const confirm = async () => (await dialog()).getByRole<HTMLButtonElement>('button', { name: 'Reset Bot Data' });

  it('requires the name, sends one request, shows a toast and loads the figures again', async () => {
    const sent = openSettings(() => ({ resetBot: { __typename: 'BotReset', isDone: true } }));
    const saved = `kith.chat.${aUser().id}.${id}`;
    localStorage.setItem(saved, '[{}]');
    await press('Reset Bot Data');
    expect((await confirm()).disabled).toBe(true);
    await type('Type Juniper to confirm', 'juniper');
    expect((await confirm()).disabled).toBe(true);
    await type('Type Juniper to confirm', ' Juniper ');
    const button = await confirm();
    expect(button.disabled).toBe(false);
    const before = sent('BotFigures').length;
    fireEvent.click(button);
    fireEvent.click(button);
    await toastSays('Bot Data Reset', 'Juniper starts over.');
    expect(sent('ResetBot')).toEqual([{ id, name: ' Juniper ' }]);
    expect(localStorage.getItem(saved)).toBe('[]');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(sent('BotFigures').length).toBeGreaterThan(before));
  });

  it('shows that it goes on when it takes long, and when it has ended', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    let isResetting = false;
    const ResetBot = () => {
      isResetting = true;
      return { resetBot: { __typename: 'BotReset', isDone: false } };
    };
    const sent = openBotPage({
      page: <EditPage />,
      path: '/bots/:id/edit',
      at: `/bots/${id}/edit`,
      operations: {
        Bot: () => ({ bot: aBot({ isResetting }) }),
        BotFigures: () => ({ analytics: FIGURES }),
        BotReset: () => ({ bot: { __typename: 'Bot', id, isResetting } }),
        ResetBot,
      },
    });
    await press('Reset Bot Data');
    await type('Type Juniper to confirm', 'Juniper');
    expect(sent('BotReset')).toEqual([]);
    fireEvent.click(await confirm());
    await toastSays('Bot data is being deleted');
    await screen.findByText(/^Its conversations, memory and counters are being deleted/);
    const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Reset Bot Data' });
    await act(() => jest.advanceTimersByTimeAsync(POLL_MS));
    expect(button().disabled).toBe(true);
    isResetting = false;
    // Until the next poll, however soon it comes: a toast is gone again before as much time has passed as between two polls.
    await toastSays('Bot Data Reset', 'Juniper starts over.');
    expect(button().disabled).toBe(false);
    const asked = sent('BotReset').length;
    await act(() => jest.advanceTimersByTimeAsync(2 * POLL_MS));
    expect(sent('BotReset')).toHaveLength(asked);
    jest.useRealTimers();
  });

  it.each([
    [refusal('IMPERSONATING', 'Not while you act as somebody else.'), 'Not while you act as somebody else.'],
    [
      refusal('BAD_INPUT', 'Bad', { fields: { name: "Please type the bot's name exactly as it is" } }),
      "Please type the bot's name exactly as it is",
    ],
  ])('shows the reason of a refusal in the open dialog', async (ResetBot, words) => {
    openSettings(ResetBot);
    await press('Reset Bot Data');
    await type('Type Juniper to confirm', 'Juniper');
    fireEvent.click(await confirm());
    await (await dialog()).findByText(words);
    await toastSays('Failed to reset bot data');
  });
});

describe('deleting a bot', () => {
  const openDelete = (DeleteBot: () => unknown) =>
    openBotPage({
      page: <DeletePage />,
      path: '/bots/:id/delete',
      at: `/bots/${id}/delete`,
      operations: { Bot: () => ({ bot: aBot() }), DeleteBot },
    });

  it('sends one request, shows a toast and goes to the home page', async () => {
    const sent = openDelete(() => ({ deleteBot: { __typename: 'Message', message: 'Bot deleted' } }));
    await screen.findByRole('heading', { name: 'Delete Juniper?' });
    const button = screen.getByRole('button', { name: 'Delete Bot' });
    fireEvent.click(button);
    fireEvent.click(button);
    await toastSays('Bot deleted');
    await screen.findByText('at /');
    expect(sent('DeleteBot')).toHaveLength(1);
  });

  it('shows the message of the server when it fails', async () => {
    openDelete(refusal('UNAVAILABLE', 'The bots cannot be reached.'));
    await press('Delete Bot');
    await toastSays('Failed to delete bot', 'The bots cannot be reached.');
    expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe(`/bots/${id}`);
  });

  it('shows a message of its own when the server sends none', async () => {
    openDelete(() => {
      throw new Error('broken');
    });
    await press('Delete Bot');
    await toastSays('Failed to delete bot', 'An unknown error occurred');
  });
});
