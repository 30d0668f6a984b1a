import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AppError } from '@kith/proto';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { notifyProblemsChanged } from '../../shared/bot-changes.js';
import { setLiveState } from '../../shared/live-state.js';
import { aBot } from '../../testing/bots.js';
import { aConnection } from '../../testing/fake-server.js';
import { openBotPage, press } from '../../testing/open-bot.js';
import { BotPage } from './bot-page.js';

const { id } = aBot();

interface World {
  readonly bot?: Parameters<typeof aBot>[0];
  readonly operations?: Parameters<typeof openBotPage>[0]['operations'];
}

const open = ({ bot, operations }: World = {}) =>
  openBotPage({
    page: <BotPage />,
    path: '/bots/:id',
    at: `/bots/${id}`,
    operations: { Bot: () => ({ bot: aBot(bot) }), BotFigures: refusal('UNAVAILABLE'), ...operations },
  });
const refusal =
  (...error: ConstructorParameters<typeof AppError>) =>
  (): never => {
    throw new AppError(...error);
  };

const checkUp =
  (...findings: readonly object[]) =>
  () => ({
    botCheckUp: {
      __typename: 'BotCheckUp',
      botId: id,
      findings: findings.map((one) => ({ __typename: 'Finding', ...NOTHING, ...one })),
    },
  });
const NOTHING = { serverId: null, channelId: null, roleFault: null, modelFault: null };

describe('the health of a companion', () => {
  afterEach(() => void jest.useRealTimers());
  const ONLINE = { status: 'online', runtimeState: 'online' } as const;
  const health = async () => within(await screen.findByRole('region', { name: 'Health' }));
  const says = async (text: string) => waitFor(async () => expect((await health()).getByRole('status').textContent).toBe(text));
  const FINE = 'Nothing is known to keep it from answering.';

  it('names the saved questions that find something else since its knowledge changed, with the way to them', async () => {
    const changedKnowledgeQuestions = { __typename: 'ChangedQuestions', changed: 2, failed: 0 };
    open({ bot: ONLINE, operations: { OverviewQuestions: () => ({ changedKnowledgeQuestions }) } });
    await says('2 things need you.');
    expect((await health()).getByText(/2 saved questions find something else than before\./)).toBeTruthy();
    const link = (await health()).getByRole('link', { name: 'See what it finds now' });
    expect(link.getAttribute('href')).toBe(`/bots/${id}/knowledge`);
  });

  it('is that nothing is known to be wrong, in how many servers it is online, and as whom', async () => {
    open({ bot: ONLINE });
    await says(FINE);
    expect((await health()).getByText('Online in 1 server · Connected as Juniper#1234.')).toBeTruthy();
    expect((await health()).getByText('The check-up lists what was looked at.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Manage the connection' }).getAttribute('href')).toBe(`/bots/${id}/connect`);
    expect(screen.queryByRole('list', { name: 'Needs you' })).toBeNull();
  });

  it.each([
    ['DiscordConnection', 'Asking Discord …', () => new Promise<never>(() => undefined)],
    ['DiscordConnection', 'Not everything could be looked at.', refusal('UNAVAILABLE')],
    ['Answering', 'Not everything could be looked at.', refusal('UNAVAILABLE')],
    ['OverviewUsage', 'Not everything could be looked at.', refusal('UNAVAILABLE')],
    ['BotProblems', 'Not everything could be looked at.', refusal('UNAVAILABLE')],
    ['OverviewCheckUp', 'Asking Discord …', () => new Promise<never>(() => undefined)],
    ['OverviewCheckUp', 'Not everything could be looked at.', refusal('RATE_LIMITED')],
    ['OverviewCheckUp', 'Not everything could be looked at.', checkUp({ check: 'channel', state: 'unknown' })],
  ] as const)('is not said to be fine without %s: %s', async (operation, words, answer) => {
    open({ bot: ONLINE, operations: { [operation]: answer } });
    await says(words);
    expect(screen.queryByText(/what was looked at/)).toBeNull();
  });

  it('asks nothing of Discord without a token, and leads to the guide', async () => {
    const sent = open({ bot: { hasDiscordToken: false, discordTokenHint: null } });
    const link = await screen.findByRole('link', { name: 'Connect to Discord' });
    expect(link.getAttribute('href')).toBe(`/bots/${id}/connect`);
    await says('1 thing needs you.');
    expect([...sent('DiscordConnection'), ...sent('OverviewCheckUp')]).toEqual([]);
  });

  it('counts each fault of the check-up, as a channel in which it can no longer begin conversations, and leads there', async () => {
    const lost = { check: 'channel', state: 'problem', use: 'proactive' };
    open({
      bot: ONLINE,
      operations: { OverviewCheckUp: checkUp({ ...lost, channelId: '8'.repeat(18) }, { ...lost, channelId: '9'.repeat(18) }) },
    });
    await says('2 things need you.');
    expect((await health()).getByRole('listitem').textContent).toContain('2 channels that it uses are gone');
    expect((await health()).getByRole('link', { name: 'See what is missing' }).getAttribute('href')).toBe(`/bots/${id}/health`);
  });

  it('looks again when Discord refuses something new, and when its owner comes back from mending', async () => {
    let found: object[] = [];
    const sent = open({ bot: ONLINE, operations: { OverviewCheckUp: () => checkUp(...found)() } });
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    const focus = () => act(() => void dispatchEvent(new Event('focus')));
    const told = () => within(screen.getByRole('region', { name: 'Health' })).getByRole('status').textContent;
    await says(FINE);
    jest.useFakeTimers();
    focus();
    found = [{ check: 'role', state: 'problem' }];
    for (let change = 0; change < 20; change += 1) {
      act(() => notifyProblemsChanged({ botId: id }));
      await pass(200);
    }
    await pass(8000);
    expect(told()).toBe('1 thing needs you.');
    // The changes of ten seconds are looked at together.
    expect(sent('OverviewCheckUp')).toHaveLength(2);
    focus();
    await pass(100);
    expect(sent('OverviewCheckUp')).toHaveLength(3);
    found = [];
    for (let times = 0; times < 5; times += 1) {
      focus();
      await pass(1000);
    }
    expect(sent('OverviewCheckUp')).toHaveLength(3);
    await pass(60_000);
    expect(told()).toBe(FINE);
    expect(sent('OverviewCheckUp')).toHaveLength(4);
  });

  it.each([
    ['failed', 'Discord was away.', 'It could not go online. Discord was away.'],
    ['failed', null, 'It could not go online. Discord did not let it in. Check its token, then start it again.'],
    ['paused_by_plan', null, 'Paused by your plan. Your plan has no room for this companion right now.'],
    ['online', 'It may not send messages in #general.', 'It is online, but something is missing. It may not send messages'],
    ['stopped', null, 'It is switched off, so nobody on Discord gets an answer.'],
  ] as const)('tells the runtime state %s with the reason %s', async (runtimeState, statusReason, words) => {
    open({ bot: { runtimeState, statusReason, status: runtimeState === 'online' ? 'online' : 'offline' } });
    const needs = within(await screen.findByRole('list', { name: 'Needs you' }));
    expect(needs.getByRole('listitem').textContent).toContain(words);
    await says('1 thing needs you.');
  });

  it('is to wait for a connection that is being restored', async () => {
    open({ bot: { runtimeState: 'reconnecting', statusReason: 'The connection was interrupted.', status: 'offline' } });
    await says('It is reconnecting to Discord. The connection was interrupted.');
  });

  it('starts a companion that is switched off', async () => {
    const sent = open({
      operations: { StartBot: () => ({ startBot: { ...aBot(), runtimeState: 'starting', statusReason: null } }) },
    });
    await press('Start it');
    await waitFor(() => expect(sent('StartBot')).toEqual([{ id }]));
  });

  it('names what needs the owner, with the way to mend it', async () => {
    const problem = { __typename: 'DiscordProblem', code: 'DISCORD_UNREACHABLE', text: 'Discord is away.' };
    const usage = { __typename: 'Usage', used: 50, dailyLimit: 50, credits: 0, plan: 'free' };
    open({
      bot: ONLINE,
      operations: {
        DiscordConnection: () => ({ discordConnection: aConnection({ account: null, servers: [], problem }) }),
        OverviewUsage: () => ({ usage }),
      },
    });
    await screen.findByText(/Discord could not be asked: Discord is away\./);
    expect((await screen.findByRole('link', { name: 'Get credits' })).getAttribute('href')).toBe('/credits');
    await says('2 things need you.');
  });
});

describe('what Discord refuses', () => {
  const aProblem = {
    __typename: 'BotProblem',
    guildId: '200000000000000001',
    channelId: '9'.repeat(18),
    action: 'delete-messages',
    permission: 'Manage Messages',
    lastSeenAt: '2026-11-20T10:00:00.000Z',
  };

  const answers = (...problems: object[]) => ({
    BotProblems: () => ({ botProblems: { __typename: 'BotProblems', problems } }),
  });

  it('is shown with place, permission and time, counts as something wrong, and is not shown at all while there is nothing', async () => {
    open({ bot: { status: 'online', runtimeState: 'online' }, operations: answers(aProblem) });
    const section = await screen.findByRole('region', { name: 'What Discord refuses' });
    expect(section.textContent).toMatch(
      /In the channel 9{18}: it may not delete messages\. Give it the permission Manage Messages\. Last refused .+\./,
    );
    await screen.findByText('1 thing needs you.');
    cleanup();
    open();
    await screen.findByText('Keeps the club informed');
    expect(screen.queryByRole('region', { name: 'What Discord refuses' })).toBeNull();
  });

  it.each([
    [{}, 'Open the channel on Discord', `https://discord.com/channels/200000000000000001/${'9'.repeat(18)}`, 'In the channel'],
    [{ channelId: null }, 'Open the server on Discord', 'https://discord.com/channels/200000000000000001', 'In the whole server'],
    [{ guildId: '0' }, 'Open what it says by itself', `/bots/${id}/channel?tab=behavior`, 'In the channel'],
    [{ guildId: null }, 'Open the setting of direct messages', `/bots/${id}/channel`, 'In direct messages'],
    [
      { guildId: null, channelId: null, action: 'register-commands', permission: null },
      'Open its commands',
      `/bots/${id}/commands`,
      'In all servers',
    ],
    [
      { guildId: null, channelId: null, action: 'see-members', permission: 'Server Members Intent' },
      'Open the Bot page on Discord',
      'https://discord.com/developers/applications/100000000000000001/bot',
      'In all servers',
    ],
  ])('leads to what mends it: %j', async (changes, name, href, place) => {
    open({ operations: answers({ ...aProblem, ...changes }) });
    const section = within(await screen.findByRole('region', { name: 'What Discord refuses' }));
    await waitFor(() => expect(section.getByRole('link').getAttribute('href')).toBe(href));
    expect(section.getByRole('link').textContent).toContain(name);
    expect(section.getByRole('listitem').textContent).toContain(place);
  });

  it('appears as soon as Discord refuses it, and goes as soon as it succeeds', async () => {
    let problems: object[] = [];
    setLiveState('live');
    open({ operations: { BotProblems: () => ({ botProblems: { __typename: 'BotProblems', problems } }) } });
    await screen.findByText('Keeps the club informed');
    problems = [aProblem];
    act(() => notifyProblemsChanged({ botId: 'another bot' }));
    act(() => notifyProblemsChanged({ botId: id }));
    await screen.findByRole('region', { name: 'What Discord refuses' });
    problems = [];
    act(() => notifyProblemsChanged({ botId: id }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'What Discord refuses' })).toBeNull());
    act(() => setLiveState('off'));
  });
});
