import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { aFinding, aTrace } from '../../testing/check-up.js';
import { fakeServer, graphqlAnswers } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { HealthPage } from './health-page.js';
import { messageIdOf } from './trace-text.js';

const bot = aBot();
const SERVER = '200000000000000001';
const CHANNEL = '300000000000000001';

const checked = {
  id: bot.id,
  name: 'Juniper',
  status: 'offline',
  runtimeState: 'stopped',
  statusReason: null,
  hasDiscordToken: true,
};

interface Answers {
  readonly runtimeState?: string;
  readonly findings?: readonly object[];
  /** Answers to mutations. */
  readonly operations?: Parameters<typeof graphqlAnswers>[0];
  readonly keyState?: string;
  readonly engine?: string;
  readonly usage?: object;
  readonly ignored?: readonly object[];
  readonly trace?: object | null;
}

function open({
  runtimeState = 'stopped',
  findings = [],
  engine = 'openai',
  usage = {},
  ignored = [],
  trace = null,
  operations = {},
  keyState,
}: Answers = {}) {
  const asked: string[] = [];
  fakeServer({
    'GET /api/auth/user': () => ({ body: aUser() }),
    'POST /graphql': graphqlAnswers({
      BotHealth: () => ({
        bot: { __typename: 'Bot', ...checked, runtimeState },
        botCheckUp: { __typename: 'BotCheckUp', botId: bot.id, findings },
        chatEngine: { __typename: 'ChatEngine', engine, isOwnKey: keyState !== undefined },
        me: {
          __typename: 'User',
          id: 'user-1',
          apiSettings: { __typename: 'ApiSettings', apiKeyProvider: 'openai', apiKeyState: keyState ?? null },
        },
        usage: { __typename: 'Usage', used: 1, dailyLimit: 50, credits: 0, ...usage },
      }),
      ...operations,
      IgnoredMessages: () => ({ messageTraces: { __typename: 'MessageTraceList', traces: ignored } }),
      MessageTrace: ({ messageId }) => {
        asked.push(String(messageId));
        return { messageTrace: trace };
      },
      DiscordConnection: () => ({
        discordConnection: {
          __typename: 'DiscordConnection',
          botId: bot.id,
          applicationId: null,
          account: null,
          servers: [],
          problem: null,
          permissions: [],
          inviteUrl: null,
          agreedAt: null,
        },
      }),
    }),
  });
  renderApp({ page: <HealthPage />, path: '/bots/:id/health', at: `/bots/${bot.id}/health`, isProtected: true });
  return asked;
}
const rows = async () => within(await screen.findByRole('region', { name: 'What was checked' })).getAllByRole('listitem');

describe('the check-up of a companion', () => {
  it('shows what needs the owner first, each with the page that mends it', async () => {
    open({
      findings: [
        aFinding({ check: 'token', state: 'ok' }),
        aFinding({ check: 'message_content', state: 'note' }),
        aFinding({
          check: 'server_permissions',
          state: 'problem',
          serverName: 'Elm Street',
          missingPermissions: ['send_messages', 'read_history'],
          inviteUrl: 'https://discord.com/oauth2/authorize?client_id=1',
        }),
        aFinding({ check: 'channel', state: 'problem', channelId: CHANNEL }),
        aFinding({ check: 'prefix', state: 'note', botName: 'Ember', serverName: 'Elm Street' }),
      ],
    });
    const texts = (await rows()).map(({ textContent }) => textContent);
    expect(texts[0]).toContain('Needs you: In Elm Street it lacks: Send Messages, Read Message History.');
    expect(texts[1]).toContain(`The channel ${CHANNEL} of its settings is gone`);
    expect(texts.slice(2, 4).join(' ')).toMatch(/Message Content is off.*Ember has the same command prefix/);
    expect(screen.getByText('2 things need you.')).toBeTruthy();
    const outside = screen.getByRole('link', { name: /Grant on Discord/ });
    expect([outside.getAttribute('href'), outside.getAttribute('rel')]).toEqual([
      'https://discord.com/oauth2/authorize?client_id=1',
      'noreferrer',
    ]);
    expect(screen.getByRole('button', { name: 'Switch it on' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Connect to Discord' })).toBeNull();
  });

  it('says of a channel and a role what is missing and for what, and leads to the place on Discord or to the setting', async () => {
    const place = { serverId: SERVER, serverName: 'Elm Street', state: 'problem' } as const;
    const ofSystem = { use: 'system', systemName: 'Support Tickets' } as const;
    const channel = { check: 'channel', ...place, channelId: CHANNEL } as const;
    open({
      findings: [
        aFinding({ ...channel, channelName: 'log', use: 'moderation_log', missingPermissions: ['send_messages'] }),
        aFinding({ ...channel, use: 'answers', missingPermissions: ['view_channels'] }),
        aFinding({ check: 'channel', state: 'problem', channelId: CHANNEL, ...ofSystem }),
        aFinding({ check: 'channel', state: 'problem', channelId: CHANNEL, use: 'proactive' }),
        aFinding({ check: 'role', ...place, roleFault: 'above', roleName: 'Staff', systemName: 'Reaction Roles' }),
        aFinding({ check: 'role', state: 'problem', roleFault: 'gone', systemName: 'Leveling & XP' }),
        aFinding({ check: 'channel', state: 'ok', channelName: 'general', use: 'answers' }),
      ],
    });
    const found = (await rows()).map((row) => [row.textContent, within(row).queryByRole('link')?.getAttribute('href')]);
    expect(found.slice(0, 6)).toEqual([
      [
        expect.stringMatching(/In #log of Elm Street it lacks: Send Messages\. It needs that for its moderation log\./),
        `https://discord.com/channels/${SERVER}/${CHANNEL}`,
      ],
      [
        expect.stringMatching(new RegExp(`In #${CHANNEL} of Elm Street it lacks: View Channels. It needs that to answer`)),
        `https://discord.com/channels/${SERVER}/${CHANNEL}`,
      ],
      [expect.stringMatching(/is gone, or hidden from it\. It needs it for Support Tickets\./), `/bots/${bot.id}/systems`],
      [expect.stringMatching(/It needs it to begin conversations\./), `/bots/${bot.id}/channel?tab=behavior`],
      [expect.stringMatching(/stands below the role Staff of Reaction Roles/), `https://discord.com/channels/${SERVER}`],
      [expect.stringMatching(/A role of Leveling & XP was deleted/), `/bots/${bot.id}/systems`],
    ]);
    expect(found.map(([text]) => text)).toContain('Fine: In #general it has what it needs to answer there.');
  });

  it('says that nothing is wrong, and names the built-in companion', async () => {
    open();
    await screen.findByText('Nothing keeps it from answering.');
    open({ engine: 'builtin' });
    await screen.findByText(/No language model is set up/);
  });

  it('names used-up messages where an answer costs one', async () => {
    open({ usage: { used: 50 } });
    expect((await screen.findByRole('link', { name: 'Get credits' })).getAttribute('href')).toBe('/credits');
    cleanup();
    open({ engine: 'builtin', usage: { used: 50 } });
    await screen.findByText('Its answers cost no messages of the day.');
    cleanup();
    open({ keyState: 'working', usage: { used: 50 } });
    await screen.findByText('Its answers cost no messages of the day.');
  });
});

describe('the buttons of a check-up', () => {
  const press = async (name: string): Promise<void> => {
    fireEvent.click(await screen.findByRole('button', { name }));
  };

  it('start the companion, switch Message Content on and choose a prefix of its own, and look again', async () => {
    const sent: unknown[] = [];
    const findings = [
      aFinding({ check: 'connection', state: 'problem', detail: 'It was stopped.' }),
      aFinding({ check: 'message_content', state: 'note' }),
      aFinding({ check: 'prefix', state: 'note', botName: 'Ember', serverName: 'Elm Street', freePrefix: '?' }),
    ];
    open({
      findings,
      operations: {
        StartBot: ({ id }) => {
          sent.push(['start', id]);
          return { startBot: { __typename: 'Bot', ...checked, status: 'online', runtimeState: 'online' } };
        },
        EnableIntent: ({ botId }) => {
          sent.push(['content', botId]);
          const account = { applicationId: '1', name: 'Juniper', about: '', hasMessageContent: true, hasServerMembers: false };
          return { enableIntent: { __typename: 'DiscordAccount', ...account } };
        },
        ChoosePrefix: ({ id, prefix }) => {
          sent.push(['prefix', id, prefix]);
          return { updateBot: { __typename: 'SavedBot', bot: { __typename: 'Bot', id, version: 2 } } };
        },
      },
    });
    await press('Start it');
    await screen.findByText('Bot Started!');
    await press('Switch it on');
    await screen.findByText('Message Content is on');
    await press('Use ? instead');
    await screen.findByText('Prefix changed');
    expect(new Set(sent)).toEqual(
      new Set([
        ['start', bot.id],
        ['content', bot.id],
        ['prefix', bot.id, '?'],
      ]),
    );
  });

  it('lead to the wizard where Discord refuses to switch Message Content on', async () => {
    open({
      findings: [aFinding({ check: 'message_content', state: 'note' })],
      operations: {
        EnableIntent: () => {
          throw new AppError('DISCORD_REFUSED', 'Discord refused this: Invalid flags');
        },
      },
    });
    await press('Switch it on');
    expect((await screen.findByRole('link', { name: 'Connect to Discord' })).getAttribute('href')).toBe(
      `/bots/${bot.id}/connect`,
    );
  });

  it('look again at what could not be asked and at limited requests', async () => {
    open({ findings: [aFinding({ check: 'rate_limit', state: 'problem' }), aFinding({ check: 'servers', state: 'unknown' })] });
    const found = await rows();
    for (const row of found.slice(0, 2)) expect(within(row).getByRole('button', { name: 'Check again' })).toBeTruthy();
  });

  it.each([
    ['paused_by_plan', 'link', 'Compare plans'],
    ['taken_down', 'link', 'Read the terms'],
    ['reconnecting', 'button', 'Check again'],
    ['failed', 'button', 'Start it'],
  ])('do what helps a companion in the state %s: the %s %s', async (runtimeState, role, name) => {
    open({ runtimeState, findings: [aFinding({ check: 'connection', state: 'problem' })] });
    const [row = document.body] = await rows();
    expect(within(row).getByRole(role, { name })).toBeTruthy();
  });

  it('lead to the key that the provider refuses, to the models, and to the caps', async () => {
    const happenedAt = '2026-01-02T03:04:05.000Z';
    open({
      keyState: 'expired',
      findings: [
        aFinding({ check: 'model', state: 'problem', modelFault: 'own_key', happenedAt }),
        aFinding({ check: 'model', state: 'problem', modelFault: 'model_unavailable', happenedAt }),
        aFinding({ check: 'cap', state: 'problem', cap: 'server', serverName: 'Elm Street' }),
        aFinding({ check: 'cap', state: 'note', cap: 'member', members: 3 }),
      ],
    });
    const found = (await rows()).map((row) => [row.textContent, within(row).queryByRole('link')?.getAttribute('href')]);
    expect(found).toEqual([
      [expect.stringMatching(/could not be reached when it was asked last, .*2026/), `/bots/${bot.id}/edit?tab=settings`],
      [expect.stringMatching(/cap on the messages of a day is reached in Elm Street/), `/bots/${bot.id}/edit?tab=settings`],
      [expect.stringMatching(/Your API key of OpenAI has expired/), '/settings?tab=api'],
      [expect.stringMatching(/3 members have reached your cap/), `/bots/${bot.id}/edit?tab=settings`],
      [expect.stringMatching(/Its answers cost no messages/), undefined],
    ]);
  });
});

describe('why a companion did, or did not, answer', () => {
  const ask = async (link: string): Promise<void> => {
    fireEvent.change(await screen.findByLabelText('Message link'), { target: { value: link } });
    fireEvent.click(screen.getByRole('button', { name: 'Find out' }));
  };

  it('is told for the link of a message, with the setting that decided', async () => {
    const asked = open({ trace: aTrace({}) });
    await ask(` https://discord.com/channels/${SERVER}/${CHANNEL}/400000000000000001 `);
    await screen.findByText(/It answers only when it is mentioned/);
    expect(screen.getByRole('link', { name: 'Mention Only and Auto Reply' }).getAttribute('href')).toBe(
      `/bots/${bot.id}/channel`,
    );
    expect(asked).toEqual(['400000000000000001']);
  });

  it.each([
    ['other_bot', 'Ignore Other Bots', '/channel?tab=behavior'],
    ['channel_rate', 'Messages per minute', '/channel?tab=behavior'],
    ['moderated', 'Moderation', '/channel?tab=moderation'],
    ['thread', 'Threads', '/channel?tab=advanced'],
    ['text_withheld', 'Message Content', '/connect'],
    ['not_age_restricted', 'Age rating', '/edit?tab=discord'],
  ] as const)('leads for %s to the tab with %s', async (reason, name, path) => {
    open({ trace: aTrace({ reason }) });
    await ask('400000000000000001');
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(`/bots/${bot.id}${path}`);
  });

  it('is told for an answer that repeated the instructions, with what helps', async () => {
    open({ trace: aTrace({ outcome: 'unanswered', reason: 'withheld', cause: 'mentioned' }) });
    await ask('400000000000000001');
    await screen.findByText(/^Its answer repeated its instructions, so it was withheld\. Move [^.]* into its knowledge\.\s*$/);
    expect(screen.getByRole('link', { name: 'Instructions' }).getAttribute('href')).toBe(`/bots/${bot.id}/edit?tab=settings`);
  });

  it.each([
    ['mentioned', /It was answered\. The message mentioned it/, 'Channels', '/channel'],
    ['replied_to', /It was answered\. The message replied to one of its own/, 'Channels', '/channel'],
    ['direct', /It was a direct message/, 'Direct messages', '/channel'],
    ['other_bot', /Another bot wrote it/, 'Ignore Other Bots', '/channel?tab=behavior'],
    ['auto_reply', /no setting keeps it to certain channels/, 'Mention Only and Auto Reply', '/channel'],
    ['allowed_channel', /one of its allowed channels/, 'Allowed Channels', '/channel'],
    ['dedicated_channel', /its dedicated channel/, 'Dedicated Channel', '/channel'],
    ['crisis', /needed help/, null, null],
  ] as const)('is told for an answer, with the setting that let the message through: %s', async (cause, text, name, path) => {
    open({ trace: aTrace({ outcome: 'answered', reason: null, cause }) });
    await ask('400000000000000001');
    const told = await screen.findByText(text);
    const link = within(told).queryByRole('link');
    expect([link?.textContent ?? null, link?.getAttribute('href') ?? null]).toEqual([name, path && `/bots/${bot.id}${path}`]);
  });

  it('is told with the words of Discord, and for a message that never arrived', async () => {
    open({ trace: aTrace({ outcome: 'unanswered', reason: 'discord_refused', detail: 'Missing Permissions (50013).' }) });
    await ask('400000000000000001');
    await screen.findByText('Discord refused the answer. Missing Permissions (50013).');
    open();
    fireEvent.change(screen.getAllByLabelText('Message link').at(-1) ?? document.body, {
      target: { value: '400000000000000002' },
    });
    fireEvent.click(screen.getAllByRole('button', { name: 'Find out' }).at(-1) ?? document.body);
    await screen.findByText(/This message never reached Juniper.*more than 60 within a minute/);
  });

  it('is told of no other message beside a link that is none', async () => {
    open({ trace: aTrace({}) });
    await ask('400000000000000001');
    await screen.findByText(/It answers only when it is mentioned/);
    await ask('hello');
    await screen.findByText('This is not the link of a message.');
    expect(screen.queryByText(/It answers only when it is mentioned/)).toBeNull();
  });

  it('refuses what is no link of a message without asking the server', async () => {
    const asked = open();
    await ask('https://example.org/channels/1/2/3');
    await screen.findByText('This is not the link of a message.');
    expect(asked).toEqual([]);
    expect(['', '12', `https://discord.com/channels/@me/${CHANNEL}/400000000000000001`].map(messageIdOf)).toEqual([
      null,
      null,
      '400000000000000001',
    ]);
  });

  it('lists the ignored messages with time, place and reason', async () => {
    open({ ignored: [aTrace({}), aTrace({ messageId: '400000000000000002', guildId: null, reason: 'member_rate' })] });
    const list = within(await screen.findByRole('region', { name: 'Ignored messages' }));
    const items = await list.findAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('It answers only when it is mentioned.'),
      expect.stringMatching(/Direct message.*six answers within a minute/),
    ]);
    expect(list.getAllByRole('link')[0]?.getAttribute('href')).toBe(
      `https://discord.com/channels/${SERVER}/${CHANNEL}/400000000000000001`,
    );
  });
});
