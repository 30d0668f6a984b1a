import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppError } from '@kith/proto';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { dismissToast } from '../../lib/toast.js';
import { notifyServersChanged } from '../../shared/bot-changes.js';
import { aBot } from '../../testing/bots.js';
import { aConnection, aServer } from '../../testing/fake-server.js';
import { openBotPage, press } from '../../testing/open-bot.js';
import { ConnectPage } from './connect-page.js';

const { id } = aBot();
const TOKEN = `${'a'.repeat(24)}.bcdefg.${'h'.repeat(38)}`;

interface World {
  readonly bot?: object;
  readonly connection?: object;
  readonly operations?: Parameters<typeof openBotPage>[0]['operations'];
}

/** Opens the page; `connection` and `bot` can be changed later, as by Discord. */
function open({ bot = {}, connection = {}, operations = {} }: World = {}) {
  const world = { bot: { ...connectBot(), ...bot }, connection: aConnection(connection) };
  const sent = openBotPage({
    page: <ConnectPage />,
    path: '/bots/:id/connect',
    at: `/bots/${id}/connect`,
    operations: {
      ConnectBot: () => ({ bot: world.bot }),
      DiscordConnection: () => ({ discordConnection: world.connection }),
      StartBot: () => ({ startBot: { ...world.bot, status: 'online', runtimeState: 'online' } }),
      ...operations,
    },
  });
  return { world, sent };
}

function connectBot() {
  const { name, description, avatarColor, hasDiscordToken, serverId, statusText, status, runtimeState, statusReason } = aBot();
  const channelSettings = {
    __typename: 'ChannelSettings',
    dedicatedChannelId: '',
    mentionOnly: false,
    autoReply: true,
    customPrefix: '!',
  };
  const bot = { name, description, avatarColor, hasDiscordToken, serverId, statusText, status, runtimeState, statusReason };
  return { __typename: 'Bot', id, ...bot, channelSettings };
}
const NEW = {
  bot: { hasDiscordToken: false },
  connection: { applicationId: null, account: null, servers: [], inviteUrl: null, agreedAt: null },
};
const check = (verdict: string, fields: object = {}) => ({
  checkDiscordToken: { __typename: 'TokenCheck', verdict, applicationId: null, name: null, hasMessageContent: null, ...fields },
});
const found = (hasMessageContent: boolean) => () =>
  check('valid', { applicationId: '100000000000000001', name: 'Juniper#1234', hasMessageContent });
const paste = async (text: string) =>
  fireEvent.change(await screen.findByLabelText('Discord Token'), { target: { value: text } });
const currentStep = () => document.querySelector('[aria-current="step"] h2')?.textContent?.replace(/^.*: /, '');
const onStep = (title: string) => waitFor(() => expect(currentStep()).toBe(title));

beforeEach(() => {
  dismissToast();
  jest.spyOn(globalThis.crypto, 'randomUUID').mockReturnValue('33333333-3333-4333-8333-333333333333');
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the guide to Discord', () => {
  it('begins with the application, links to the portal, and shows what comes later', async () => {
    open(NEW);
    await onStep('Make an application on Discord');
    expect(screen.getByRole('link', { name: /Open the Developer Portal/ }).getAttribute('href')).toBe(
      'https://discord.com/developers/applications?new_application=true',
    );
    expect(screen.getByRole('img', { name: /New Application is at the top right/ })).toBeTruthy();
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(5);
    await press('I have one');
    await onStep('Paste its token');
  });

  it('checks a pasted token by itself, and takes it once the agreement is accepted', async () => {
    const saved: unknown[] = [];
    const { world } = open({
      ...NEW,
      operations: {
        CheckDiscordToken: found(false),
        SaveConnection: ({ input }) => {
          saved.push(input);
          Object.assign(world.bot, { hasDiscordToken: true });
          Object.assign(
            world.connection,
            aConnection({ servers: [], account: { ...aConnection().account, hasMessageContent: false } }),
          );
          return { updateBot: { __typename: 'SavedBot', bot: world.bot, warnings: [] } };
        },
      },
    });
    await press('I have one');
    await paste(TOKEN);
    await screen.findByText('Found Juniper#1234. Message Content is off; the next step switches it on.');
    const connect = screen.getByText<HTMLButtonElement>('Connect Juniper#1234');
    expect(connect.disabled).toBe(true);
    expect(screen.getByText('Accept the service-provider agreement to go on.')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox'));
    expect(connect.disabled).toBe(false);
    expect(screen.queryByText('Accept the service-provider agreement to go on.')).toBeNull();
    fireEvent.click(connect);
    await onStep('Let it read messages');
    expect(saved).toEqual([{ discordToken: TOKEN }]);
    expect(screen.getByText('Connected as Juniper#1234')).toBeTruthy();
    expect(document.body.innerHTML).not.toContain(TOKEN);
  });

  it.each([
    ['a text that is no token', 'my secret', undefined, /This is not a bot token/, 0],
    ['a token that Discord refuses', TOKEN, () => check('invalid'), /Discord does not know this token/, 1],
    [
      'too many tokens',
      TOKEN,
      () => {
        throw new AppError('RATE_LIMITED', 'You have had ten Discord tokens checked.');
      },
      /You have had ten/,
      1,
    ],
  ])('says what is wrong with %s, and does not save it', async (_what, token, answer, text, requests) => {
    const { sent } = open({ ...NEW, operations: answer ? { CheckDiscordToken: answer } : {} });
    await press('I have one');
    await paste(token);
    await screen.findByText(text);
    fireEvent.click(screen.getByRole('checkbox'));
    expect(screen.getByText<HTMLButtonElement>('Save the token').disabled).toBe(true);
    expect(sent('CheckDiscordToken')).toHaveLength(requests);
  });

  it('lets a token be saved while Discord cannot be asked, and shows why the server refuses it', async () => {
    open({
      ...NEW,
      operations: {
        CheckDiscordToken: () => check('unreachable'),
        SaveConnection: () => {
          throw new AppError('TOKEN_IN_USE');
        },
      },
    });
    await press('I have one');
    await paste(TOKEN);
    await screen.findByText(/You can save the token/);
    fireEvent.click(screen.getByRole('checkbox'));
    await press('Save the token');
    await screen.findByText('This Discord bot is already connected to another companion.');
  });

  it('switches Message Content on with one click, or goes on without it', async () => {
    const off = { servers: [], account: { ...aConnection().account, hasMessageContent: false } };
    let isRefused = true;
    const { world } = open({
      connection: off,
      operations: {
        EnableIntent: () => {
          if (isRefused) throw new AppError('DISCORD_REFUSED', 'Discord refused this: Invalid flags');
          Object.assign(world.connection, { account: aConnection().account });
          return { enableIntent: aConnection().account };
        },
      },
    });
    await onStep('Let it read messages');
    await press('Switch it on');
    await screen.findByText('Discord refused this: Invalid flags');
    expect(screen.getByRole('link', { name: /Open its Bot page/ }).getAttribute('href')).toBe(
      'https://discord.com/developers/applications/100000000000000001/bot',
    );
    isRefused = false;
    await press('Switch it on');
    await onStep('Invite it to your server');
    expect(screen.getByText('It reads the messages of its channels')).toBeTruthy();
  });

  it('starts the companion, offers the invite, and notices by itself when it joins', async () => {
    const { world, sent } = open({ connection: { servers: [] } });
    await onStep('Invite it to your server');
    await waitFor(() => expect(sent('StartBot')).toHaveLength(1));
    expect(screen.getByRole('link', { name: /Invite Juniper#1234/ }).getAttribute('href')).toContain(
      'client_id=100000000000000001',
    );
    fireEvent.click(screen.getByText('What it asks for'));
    expect(screen.getByText('Send Messages').closest('li')?.textContent).toBe('Send Messages: answer');
    Object.assign(world.connection, { servers: [aServer()] });
    act(() => notifyServersChanged({ botId: id, change: 'joined', serverId: '200000000000000001', serverName: 'Elm Street' }));
    await onStep('Say hello');
    expect(screen.getAllByText('Joined Elm Street')).not.toHaveLength(0);
  });

  it('says why the companion could not start, and starts it again', async () => {
    let attempts = 0;
    const { world } = open({
      connection: { servers: [] },
      operations: {
        StartBot: () => {
          attempts += 1;
          if (attempts === 1) throw new AppError('PAUSED_BY_PLAN', 'Your plan has no room.');
          return { startBot: world.bot };
        },
      },
    });
    await screen.findByText(/It could not go online: Your plan has no room/);
    await press('Start it');
    await waitFor(() => expect(attempts).toBe(2));
  });

  it('does not start a companion that its plan pauses, and says why', async () => {
    const { sent } = open({
      connection: { servers: [] },
      bot: { runtimeState: 'paused_by_plan', statusReason: 'Your plan has no room.' },
    });
    await screen.findByText(/It could not go online: Your plan has no room/);
    expect(screen.queryByRole('button', { name: 'Start it' })).toBeNull();
    expect(sent('StartBot')).toEqual([]);
  });

  it('asks for the token again when Discord refuses the stored one', async () => {
    open({
      connection: {
        account: null,
        servers: [],
        problem: { __typename: 'DiscordProblem', code: 'TOKEN_INVALID', text: 'Discord refused the token.' },
      },
    });
    await onStep('Paste its token');
    expect(screen.getByText('Discord refused the token.')).toBeTruthy();
  });

  it.each([
    ['stopped', 0],
    ['failed', 1],
  ])('starts a companion in the state %s %s times once its new token is saved', async (runtimeState, times) => {
    const refused = { __typename: 'DiscordProblem', code: 'TOKEN_INVALID', text: 'Discord refused the token.' };
    const { sent, world } = open({
      bot: { runtimeState, status: 'offline' },
      connection: { account: null, servers: [], problem: refused },
      operations: {
        CheckDiscordToken: found(true),
        SaveConnection: () => {
          world.connection = aConnection();
          return { updateBot: { __typename: 'SavedBot', bot: world.bot, warnings: [] } };
        },
      },
    });
    await paste(TOKEN);
    await press('Connect Juniper#1234');
    await waitFor(() => expect(sent('SaveConnection')).toHaveLength(1));
    await onStep('Say hello');
    await waitFor(() => expect(sent('StartBot')).toHaveLength(times));
  });
});

describe('the panel', () => {
  const channels = {
    DiscordChannels: () => ({
      discordChannels: {
        __typename: 'DiscordChannels',
        channels: [
          { __typename: 'DiscordChannel', id: '300000000000000001', name: 'rules', kind: 'announcement', category: null },
          { __typename: 'DiscordChannel', id: '300000000000000002', name: 'general', kind: 'text', category: 'Lobby' },
        ],
        categories: [],
      },
    }),
  };

  it('shows account, servers and what is missing there, with the page that grants it', async () => {
    open({
      connection: {
        servers: [
          aServer({ missingPermissions: ['manage_messages', 'unknown_to_us'] }),
          aServer({ id: '2'.repeat(18), name: 'Oak' }),
        ],
      },
    });
    await screen.findByText('It is in 2 servers');
    expect(screen.getByRole('heading', { name: 'Connected as Juniper#1234' })).toBeTruthy();
    expect(screen.getByText('Missing there: Manage Messages')).toBeTruthy();
    expect(screen.getByRole('link', { name: /Grant in Elm Street/ }).getAttribute('href')).toContain(
      'guild_id=200000000000000001',
    );
    expect(screen.getByText('It has every permission that it needs.')).toBeTruthy();
    expect(screen.getByText(/You accepted the service-provider agreement on Nov 20, 2026/)).toBeTruthy();
  });

  it('keeps working while Discord cannot be asked, and says so', async () => {
    open({
      connection: {
        account: null,
        servers: [],
        problem: { __typename: 'DiscordProblem', code: 'DISCORD_UNREACHABLE', text: 'Discord is away.' },
      },
    });
    await screen.findByText(/Discord is away\./);
    expect(screen.getByRole('link', { name: /Invite it to your server/ })).toBeTruthy();
  });

  it('has it say hello in the first text channel, or in another one that is picked, once per click', async () => {
    const said: unknown[] = [];
    open({
      operations: {
        ...channels,
        SayHello: (variables) => {
          said.push(variables);
          return { sayHello: { __typename: 'Message', message: 'Juniper said hello.' } };
        },
      },
    });
    await screen.findByText('#general · Elm Street');
    const say = screen.getByText('Say hello there now');
    fireEvent.click(say);
    fireEvent.click(say);
    await screen.findByText('It said hello.');
    expect(said).toEqual([{ botId: id, channelId: '300000000000000002', helloId: '33333333-3333-4333-8333-333333333333' }]);
    const field = screen.getByLabelText('Channel');
    fireEvent.change(field, { target: { value: '#rul' } });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(field).toMatchObject({ value: '#rules' });
    fireEvent.click(say);
    await waitFor(() => expect(said).toHaveLength(2));
    expect(said[1]).toMatchObject({ channelId: '300000000000000001' });
  });

  it('says why it could not say hello, and what is no channel', async () => {
    open({
      operations: {
        ...channels,
        SayHello: () => {
          throw new AppError('DISCORD_REFUSED', 'The companion cannot see this channel.');
        },
      },
    });
    await screen.findByText('#general · Elm Street');
    await press('Say hello there now');
    await screen.findByText('The companion cannot see this channel.');
    fireEvent.change(screen.getByLabelText('Channel'), { target: { value: 'nowhere' } });
    await press('Say hello there now');
    await screen.findByText('Pick the channel first.');
  });

  it('writes only what was changed to Discord', async () => {
    const pushed: unknown[] = [];
    open({
      operations: {
        UpdateDiscordProfile: ({ input }) => {
          pushed.push(input);
          return { updateDiscordProfile: { ...aConnection().account, about: 'Keeps the club informed' } };
        },
      },
    });
    await screen.findByLabelText('Name on Discord');
    expect(screen.getByText<HTMLButtonElement>('Write to Discord').disabled).toBe(true);
    fireEvent.change(screen.getByLabelText('Name on Discord'), { target: { value: 'J' } });
    await press('Write to Discord');
    await screen.findByText('Must be at least 2 characters');
    await press('Copy name and description');
    await press('Write to Discord');
    await waitFor(() => expect(pushed).toEqual([{ about: 'Keeps the club informed' }]));
  });
});
