import { randomUUID } from 'node:crypto';
import { aBot, fixture } from '@kith/kit/testing';
import {
  AppError,
  bots,
  commands,
  COMMANDS,
  requireAdmin,
  sandbox,
  tools,
  SYSTEMS,
  systems,
  customCommands,
  checkUps,
  discord,
  type Actor,
  type Bot,
  type ParsedInputOf,
  type LearnedCommand,
  type CustomCommand,
} from '@kith/proto';
import { FORMULA_NAME, NAMED_BOT, NOW, USER_WITH_INVALID_ANSWERS, defined, TAKEN_TOKEN } from './values.js';

export const stubBots = () => [...botCalls(), ...discordCalls(), ...systemCalls(), ...commandCalls(), ...customCommandCalls()];

const ownBot = (actor: Actor, botId: string) => aBot({ id: botId, userId: actor.userId });

function listOf({ limit, offset, search, actor }: ParsedInputOf<typeof bots.list>): { bots: Bot[]; total: number } {
  if (search === 'a bug') throw new TypeError('select secret from bot where 1 = 2');
  const all = Array.from({ length: 230 }, (_, at) =>
    aBot({
      userId: actor.userId,
      personality: { humor: true, empathy: 40 },
      name: `Bot ${at}`,
      status: at % 2 ? 'online' : 'offline',
    }),
  );
  return { bots: all.slice(offset, offset + limit), total: all.length };
}

const botCalls = () => [
  fixture(bots.create, ({ actor, discordToken, ...fields }) => {
    if (discordToken === TAKEN_TOKEN) throw new AppError('TOKEN_IN_USE');
    const { name, description, personality } = fields;
    const bot = aBot({ userId: actor.userId, ...defined({ name, description, personality }) });
    return { bot, droppedTraits: [], warnings: [] };
  }),
  fixture(bots.list, (page) => (page.actor.username === USER_WITH_INVALID_ANSWERS ? (null as never) : listOf(page))),
  fixture(bots.listFields, ({ fields, ...page }) => {
    if (page.actor.username === USER_WITH_INVALID_ANSWERS) return null as never;
    const list = listOf(page);
    const only = (bot: Bot) => Object.fromEntries(fields.map((field) => [field, bot[field]]));
    return { ...list, bots: list.bots.map(only) };
  }),
  fixture(bots.get, ({ actor, botId }) => ownBot(actor, botId)),
  fixture(bots.update, ({ actor, botId, name }) => ({
    bot: { ...ownBot(actor, botId), ...defined({ name }) },
    droppedTraits: ['witty'],
    warnings: [],
  })),
  fixture(bots.remove, () => ({ message: 'Bot deleted' })),
  fixture(bots.start, ({ actor, botId }) => ({
    ...ownBot(actor, botId),
    runtimeState: actor.username === 'patient' ? ('starting' as const) : ('online' as const),
  })),
  fixture(bots.stop, ({ actor, botId }) => ownBot(actor, botId)),
  fixture(bots.reset, ({ actor, name }) => {
    if (name !== 'Milo') throw new AppError('BAD_INPUT', 'This is not its name.');
    return { message: 'Bot data reset', isDone: actor.username !== 'patient' };
  }),
  fixture(bots.names, ({ botIds }) => ({
    names: Object.fromEntries(botIds.filter((botId) => botId === NAMED_BOT).map((botId) => [botId, FORMULA_NAME])),
  })),
  fixture(bots.ofUser, ({ actor }) => {
    requireAdmin(actor);
    return bots.ofUser.output.parse({ bots: [ownBot(actor, NAMED_BOT)], total: 1 });
  }),
  fixture(bots.counts, () => ({ total: 230, online: 115 })),
  fixture(bots.stats, ({ actor }) => {
    requireAdmin(actor);
    return { total: 900, active: 41 };
  }),
];

const installed = (systemId: string) => {
  if (!SYSTEMS.some(({ id }) => id === systemId)) throw new AppError('NOT_FOUND');
  return { systemId, installedAt: NOW };
};

const ACCOUNT = {
  applicationId: '100000000000000001',
  name: 'Juniper#1234',
  about: '',
  hasMessageContent: true,
  hasServerMembers: true,
};
const INVITE = 'https://discord.com/oauth2/authorize?client_id=100000000000000001&scope=bot';

const discordCalls = () => [
  fixture(discord.checkToken, ({ token }) =>
    token === TAKEN_TOKEN
      ? { verdict: 'invalid' as const, applicationId: null, name: null, hasMessageContent: null }
      : { verdict: 'valid' as const, applicationId: ACCOUNT.applicationId, name: ACCOUNT.name, hasMessageContent: false },
  ),
  fixture(discord.connection, ({ botId }) => ({
    botId,
    applicationId: ACCOUNT.applicationId,
    account: ACCOUNT,
    servers: [
      {
        id: '200000000000000001',
        name: 'Elm Street',
        memberCount: 12,
        missingPermissions: ['manage_messages' as const],
        inviteUrl: INVITE,
      },
    ],
    problem: null,
    permissions: ['view_channels' as const, 'send_messages' as const],
    inviteUrl: INVITE,
    agreedAt: NOW,
  })),
  fixture(checkUps.run, ({ botId }) => ({ botId, findings: [] })),
  fixture(discord.channels, () => ({
    channels: [{ id: '300000000000000001', name: 'general', kind: 'text' as const, category: 'Lobby' }],
    categories: [{ id: '300000000000000009', name: 'Lobby' }],
    roles: [{ id: '310000000000000001', name: 'Member' }],
  })),
  fixture(discord.updateProfile, ({ name, about }) => ({ ...ACCOUNT, ...defined({ name, about }) })),
  fixture(discord.enableIntent, () => ACCOUNT),
  fixture(discord.sayHello, ({ channelId }) => {
    if (channelId.startsWith('9')) throw new AppError('DISCORD_REFUSED', 'The companion cannot see this channel.');
    return { message: 'Milo said hello.' };
  }),
];

const systemCalls = () => [
  fixture(systems.list, () => ({ systems: [{ ...installed('reaction-roles'), settings: { maxRoles: 5 } }] })),
  fixture(systems.install, ({ systemId }) => {
    if (systemId === 'music-bot') throw new AppError('ALREADY_INSTALLED');
    return { ...installed(systemId), settings: {} };
  }),
  fixture(systems.configure, ({ systemId, settings, reset }) => ({
    ...installed(systemId),
    settings: reset ? { maxRoles: 5 } : settings,
  })),
  fixture(systems.remove, ({ systemId }) => {
    installed(systemId);
    return { message: 'System removed' };
  }),
];

const aLearnedCommand = (fields: Partial<LearnedCommand> = {}): LearnedCommand => ({
  id: randomUUID(),
  commandId: 'ping',
  isEnabled: true,
  customTrigger: null,
  cooldownS: null,
  requiredRoleId: null,
  command: COMMANDS.filter(({ id }) => id === 'ping')[0] ?? notFound(),
  ...fields,
});

const notFound = (): never => {
  throw new AppError('NOT_FOUND');
};

const commandCalls = () => [
  fixture(commands.available, ({ category, limit, offset }) => {
    const all = COMMANDS.filter((command) => category === undefined || command.category === category);
    return { commands: all.slice(offset, offset + limit), total: all.length };
  }),
  fixture(commands.learned, () => ({ commands: [aLearnedCommand()] })),
  fixture(commands.learn, ({ commandId }) => {
    const command = COMMANDS.find(({ id }) => id === commandId) ?? notFound();
    if (commandId === 'help') throw new AppError('ALREADY_LEARNED');
    return aLearnedCommand({ commandId, command });
  }),
  fixture(commands.updateLearned, ({ botCommandId, customTrigger, isEnabled }) =>
    aLearnedCommand({ id: botCommandId, ...defined({ customTrigger, isEnabled }) }),
  ),
  fixture(commands.unlearn, () => ({ message: 'Command removed' })),
];

const aCustomCommand = (fields: Partial<CustomCommand> = {}): CustomCommand => ({
  id: randomUUID(),
  name: 'Greet',
  trigger: '!greet',
  description: 'Says hello',
  code: 'reply("hi")',
  icon: '⚡',
  options: [],
  needsReview: false,
  createdAt: NOW,
  updatedAt: NOW,
  ...fields,
});

const someData = (hosts: string[] = []) => ({ keys: 0, bytes: 0, maxBytes: 102_400, hosts });

const aToolServer = (allowed: readonly string[] = []) => ({
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Weather',
  address: 'https://mcp.example.org/',
  hasToken: true,
  tools: [{ name: 'read', description: 'Reads.', isAllowed: allowed.includes('read') }],
  checkedAt: '2026-11-23T12:00:00.000Z',
});

const customCommandCalls = () => [
  fixture(customCommands.create, ({ actor: _actor, ...fields }) => {
    if (fields.code === '{') throw new AppError('INVALID_SYNTAX', 'Invalid JavaScript syntax: Unexpected end of input (1:2)');
    return aCustomCommand(fields);
  }),
  fixture(customCommands.list, () => {
    const { code: _code, options: _options, ...command } = aCustomCommand();
    return { commands: [command], total: 7 };
  }),
  fixture(customCommands.get, ({ commandId }) => aCustomCommand({ id: commandId })),
  fixture(customCommands.runs, () => ({
    runs: [
      {
        id: '5a5a5a5a-0000-4000-8000-0000000000aa',
        botName: 'Nova',
        trigger: '!greet',
        startedAt: '2026-01-02T03:04:05.000Z',
        durationMs: 3,
        error: { message: 'x is not defined', line: 1, column: 2 },
      },
    ],
  })),
  fixture(customCommands.update, ({ actor: _actor, commandId, ...changes }) =>
    aCustomCommand({ id: commandId, ...defined(changes) }),
  ),
  fixture(customCommands.remove, () => ({ message: 'Command deleted' })),
  fixture(customCommands.test, ({ actor, message, trigger }) => ({
    result: { success: true, response: 'hi', shouldReply: true },
    error: null,
    log: [{ level: 'info' as const, text: 'ran' }],
    durationMs: 1.5,
    context: { message, userId: actor.userId, channelId: '1', guildId: null, botId: '2', trigger, args: [] },
  })),
  fixture(customCommands.shared, () => ({ shareCode: null })),
  fixture(customCommands.share, () => ({ shareCode: 'ABCDE-12345' })),
  fixture(customCommands.unshare, () => ({ shareCode: null })),
  fixture(customCommands.lookUp, () => aCustomCommand()),
  fixture(customCommands.importShared, ({ trigger = '!greet' }) => aCustomCommand({ trigger, needsReview: true })),
  fixture(customCommands.approve, ({ commandId }) => aCustomCommand({ id: commandId })),
  fixture(customCommands.data, () => someData()),
  fixture(customCommands.setHosts, ({ hosts }) => someData(hosts)),
  fixture(customCommands.clearData, () => someData()),
  fixture(tools.servers, () => ({ servers: [aToolServer()] })),
  fixture(tools.addServer, () => aToolServer()),
  fixture(tools.checkServer, () => aToolServer()),
  fixture(tools.allowTools, ({ tools: names }) => aToolServer(names)),
  fixture(tools.removeServer, () => ({ message: 'Removed' })),
];

export const stubSandbox = () => [
  fixture(sandbox.checkSyntax, ({ code }) =>
    code.includes('(') ? { valid: true as const } : { valid: false as const, message: 'Unexpected token', line: 1, column: 2 },
  ),
];
