import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { aFinding, aTrace } from '../../testing/check-up.js';
import { aConnection, fakeServer, graphqlAnswers } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { HealthPage } from './health-page.js';

const bot = aBot();
const [SERVER, CHANNEL] = ['200000000000000001', '300000000000000001'];
const [QUESTION, ANSWER] = ['400000000000000001', '400000000000000002'];

const MEMBERS_OFF = aFinding({ check: 'server_members', state: 'note' });

type Operations = Parameters<typeof graphqlAnswers>[0];

function open(operations: Operations, findings: readonly object[] = []): void {
  fakeServer({
    'GET /api/auth/user': () => ({ body: aUser() }),
    'POST /graphql': graphqlAnswers({
      BotHealth: () => ({
        bot: {
          __typename: 'Bot',
          id: bot.id,
          name: 'Juniper',
          status: 'online',
          runtimeState: 'online',
          statusReason: null,
          hasDiscordToken: true,
        },
        botCheckUp: { __typename: 'BotCheckUp', botId: bot.id, findings },
        chatEngine: { __typename: 'ChatEngine', engine: 'openai', isOwnKey: false },
        me: { __typename: 'User', id: 'user-1', apiSettings: null },
        usage: { __typename: 'Usage', used: 1, dailyLimit: 50, credits: 0 },
      }),
      IgnoredMessages: () => ({ messageTraces: { __typename: 'MessageTraceList', traces: [] } }),
      DiscordConnection: () => ({ discordConnection: null }),
      ...operations,
    }),
  });
  renderApp({ page: <HealthPage />, path: '/bots/:id/health', at: `/bots/${bot.id}/health`, isProtected: true });
}

describe('the page of the check-up', () => {
  it('counts what Discord refuses, and says beside it never that nothing is wrong', async () => {
    const refused = {
      __typename: 'BotProblem',
      guildId: SERVER,
      channelId: CHANNEL,
      action: 'send-messages',
      permission: 'Send Messages',
      lastSeenAt: '2026-11-20T10:00:00.000Z',
    };
    open({ BotProblems: () => ({ botProblems: { __typename: 'BotProblems', problems: [refused] } }) });
    const section = within(await screen.findByRole('region', { name: 'What Discord refuses' }));
    expect(section.getAllByRole('listitem')).toHaveLength(1);
    await screen.findByText('1 thing needs you.');
    expect(screen.queryByText('Nothing keeps it from answering.')).toBeNull();
  });

  it('switches Server Members on where something needs it, and leaves the page of Discord beside it when that is refused', async () => {
    const refused = { guildId: null, channelId: null, action: 'see-members', permission: 'Server Members Intent' };
    const problem = { __typename: 'BotProblem', ...refused, lastSeenAt: '2026-11-20T10:00:00.000Z' };
    const asked: unknown[] = [];
    open({
      BotProblems: () => ({ botProblems: { __typename: 'BotProblems', problems: [problem] } }),
      EnableIntent: (variables) => {
        asked.push(variables);
        if (asked.length === 1) throw new AppError('DISCORD_REFUSED', 'Discord refused this: Invalid flags');
        const account = { applicationId: '1', name: 'Juniper', about: '', hasMessageContent: true, hasServerMembers: true };
        return { enableIntent: { __typename: 'DiscordAccount', ...account } };
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Switch it on' }));
    await screen.findByText('Server Members could not be switched on');
    expect(screen.getByRole('link', { name: /Open the Bot page on Discord/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Switch it on' }));
    await screen.findByText('Server Members is on');
    expect(asked).toEqual(Array.from({ length: 2 }, () => ({ botId: bot.id, intent: 'server_members' })));
    expect(screen.queryByRole('button', { name: 'Switch it on' })).toBeNull();
  });

  const OFF = /Server Members is off/;

  it('says before the first start that Server Members is off, and switches it on or leads to the page of Discord', async () => {
    const asked: unknown[] = [];
    open(
      {
        DiscordConnection: () => ({ discordConnection: aConnection() }),
        EnableIntent: (variables) => {
          asked.push(variables);
          throw new AppError('DISCORD_REFUSED', 'Discord refused this: Invalid flags');
        },
      },
      [MEMBERS_OFF],
    );
    await screen.findByText(OFF);
    fireEvent.click(screen.getByRole('button', { name: 'Switch it on' }));
    const { applicationId } = aConnection();
    const page = () => screen.getByRole('link', { name: /Open the Bot page on Discord/ }).getAttribute('href');
    await waitFor(() => expect(page()).toBe(`https://discord.com/developers/applications/${applicationId}/bot`));
    expect(asked).toEqual([{ botId: bot.id, intent: 'server_members' }]);
  });

  it('does not say again that Server Members is off where Discord refused it', async () => {
    const refused = { guildId: null, channelId: null, action: 'see-members', permission: 'Server Members Intent' };
    const problem = { __typename: 'BotProblem', ...refused, lastSeenAt: '2026-11-20T10:00:00.000Z' };
    open({ BotProblems: () => ({ botProblems: { __typename: 'BotProblems', problems: [problem] } }) }, [MEMBERS_OFF]);
    await screen.findByText('1 thing needs you.');
    expect(screen.queryByText(OFF)).toBeNull();
  });

  it('does not say that nothing is wrong while it is not known what Discord refuses', async () => {
    open({
      BotProblems: () => {
        throw new Error('away');
      },
    });
    await screen.findByText('Not everything could be checked.');
    expect(screen.queryByText('Nothing keeps it from answering.')).toBeNull();
  });

  it('tells for the link of an answer why its question was taken up, and leads to it', async () => {
    const place = { guildId: SERVER, channelId: CHANNEL, messageId: QUESTION, sentAt: '2026-01-02T03:04:05.000Z' };
    const became = { outcome: 'answered', reason: null, cause: 'mentioned', detail: null, command: null };
    open({ MessageTrace: () => ({ messageTrace: { __typename: 'MessageTrace', ...place, ...became } }) });
    const ask = async (id: string): Promise<string> => {
      fireEvent.change(await screen.findByLabelText('Message link'), { target: { value: id } });
      fireEvent.click(screen.getByRole('button', { name: 'Find out' }));
      return (await screen.findByText(/The message mentioned it/)).textContent;
    };
    expect(await ask(`https://discord.com/channels/${SERVER}/${CHANNEL}/${ANSWER}`)).toContain('This is an answer of its own.');
    const link = screen.getByRole('link', { name: /Open the question/ }).getAttribute('href');
    expect(link).toBe(`https://discord.com/channels/${SERVER}/${CHANNEL}/${QUESTION}`);
  });

  it('lists slash commands by their names, with why they were not run and the setting that decided', async () => {
    const traces = [
      aTrace({ messageId: ANSWER, command: '/ask', outcome: 'answered', reason: null }),
      aTrace({ command: '/roll', outcome: 'command', reason: 'not_allowed' }),
    ];
    open({ UsedCommands: () => ({ messageTraces: { __typename: 'MessageTraceList', traces } }) });
    const section = within(await screen.findByRole('region', { name: 'Slash commands, buttons and systems' }));
    const [asked, rolled] = await section.findAllByRole('listitem');
    expect(asked?.textContent).toMatch(/^\/ask · .*It was answered\./);
    expect(rolled?.textContent).toMatch(/^\/roll · .*The channel is not one of its allowed channels\. Allowed Channels$/);
    expect(section.getAllByRole('link')).toHaveLength(1);
  });

  it('lists what a system could not do by the name of the system and of the server', async () => {
    const failed = { outcome: 'command', reason: 'system_failed', detail: 'Discord could not be reached.' } as const;
    const traces = [aTrace({ command: 'Leveling & XP', guildId: SERVER, channelId: SERVER, ...failed })];
    open({ UsedCommands: () => ({ messageTraces: { __typename: 'MessageTraceList', traces } }) });
    const section = within(await screen.findByRole('region', { name: 'Slash commands, buttons and systems' }));
    const [listed] = await section.findAllByRole('listitem');
    expect(listed?.textContent).toMatch(/^Leveling & XP · .+ · \D+Something was not done\. Discord could not be reached\. $/);
  });

  it('tells for the link of an answer to a slash command which one it was', async () => {
    const trace = aTrace({ messageId: QUESTION, command: '/ask', outcome: 'answered', reason: null });
    open({ MessageTrace: () => ({ messageTrace: trace }) });
    fireEvent.change(await screen.findByLabelText('Message link'), { target: { value: ANSWER } });
    fireEvent.click(screen.getByRole('button', { name: 'Find out' }));
    expect((await screen.findByText(/This is the answer to \/ask\./)).textContent).toContain('It was answered.');
    expect(screen.queryByRole('link', { name: /Open the question/ })).toBeNull();
  });
});
