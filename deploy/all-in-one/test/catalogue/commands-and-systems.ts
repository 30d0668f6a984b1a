import { aCommand } from '../matrix/fixtures.js';
import type { Ask, Situation } from './situation.js';
import type { SituationBuilder } from './situation-builder.js';

const NOT_FOUND = [404, 'NOT_FOUND', 'Not found.'] as const;

const learn =
  (arrange: (builder: SituationBuilder, botId: string) => Promise<string> | string): Ask =>
  async (builder) => {
    const botId = await builder.bot();
    const commandId = await arrange(builder, botId);
    return {
      client: builder.owner,
      rest: ['POST', `/api/bots/${botId}/commands`, { commandId }],
      field: ['mutation learnCommand', { botId: 'ID!', commandId: 'String!' }, { botId, commandId }],
    };
  };

const configure =
  (input: object, of?: (builder: SituationBuilder) => Promise<string> | string): Ask =>
  async (builder) => {
    const botId = await builder.bot();
    const botCommandId = of ? await of(builder) : await builder.fixtures.learned(botId);
    await builder.owner.post(`/api/bots/${botId}/commands`, { commandId: 'roll' });
    return {
      client: builder.owner,
      rest: ['PATCH', `/api/bots/${botId}/commands/${botCommandId}`, input],
      field: [
        'mutation updateLearnedCommand',
        { botId: 'ID!', botCommandId: 'ID!', input: 'UpdateLearnedCommandInput!' },
        { botId, botCommandId, input },
      ],
    };
  };

const write =
  (of: (builder: SituationBuilder) => Promise<object> | object, isTyped = true): Ask =>
  async (builder) => {
    const input = { ...aCommand(), ...(await of(builder)) };
    return {
      client: (await builder.newUser()).client,
      rest: ['POST', '/api/user-commands', input],
      ...(isTyped && { field: ['mutation createCustomCommand', { input: 'CreateCustomCommandInput!' }, { input }] as const }),
    };
  };

const settings =
  (channelSettings: object, of: (builder: SituationBuilder) => Promise<string> | string = (builder) => builder.bot()): Ask =>
  async (builder) => {
    const id = await of(builder);
    const input = { channelSettings };
    return {
      client: builder.owner,
      rest: ['PATCH', `/api/bots/${id}`, input],
      field: ['mutation updateBot', { id: 'ID!', input: 'UpdateBotInput!' }, { id, input }],
    };
  };

/** Commands, systems and channel settings of a bot. */
export const COMMANDS_AND_SYSTEMS: readonly Situation[] = [
  {
    rule: 'commands.not-found',
    situation: 'commands of a deleted bot',
    ask: async (builder) => {
      const botId = await builder.deletedBot();
      return {
        client: builder.owner,
        rest: ['GET', `/api/bots/${botId}/commands`],
        field: ['query learnedCommands', { botId: 'ID!' }, { botId }],
      };
    },
    answer: NOT_FOUND,
  },
  {
    rule: 'commands.failed',
    situation: 'learning a command twice',
    ask: learn(async (builder, botId) => {
      await builder.fixtures.learned(botId);
      return 'ping';
    }),
    answer: [409, 'ALREADY_LEARNED', 'This bot has already learned this command.'],
  },
  { rule: 'commands.failed', situation: 'learning an unknown command', ask: learn(() => 'fly'), answer: NOT_FOUND },
  {
    rule: 'K2',
    situation: 'a custom command with the trigger of another one',
    ask: learn(async (builder, botId) => {
      await builder.fixtures.learned(botId);
      const { body } = await builder.owner.post('/api/user-commands', { ...aCommand(), trigger: '!PING' });
      // GraphQL reads the library.
      if (body['id'] !== undefined) return String(body['id']);
      const commands = JSON.parse((await builder.owner.get('/api/user-commands')).text) as { id: string; trigger: string }[];
      return String(commands.find(({ trigger }) => trigger === '!PING')?.id);
    }),
    answer: [409, 'TRIGGER_TAKEN', /'Ping'/],
  },
  {
    rule: 'commands.failed',
    situation: 'removing a command twice',
    ask: async (builder) => {
      const botId = await builder.bot();
      const botCommandId = await builder.fixtures.learned(botId);
      const path = `/api/bots/${botId}/commands/${botCommandId}`;
      await builder.owner.delete(path);
      return {
        client: builder.owner,
        rest: ['DELETE', path],
        field: ['mutation unlearnCommand', { botId: 'ID!', botCommandId: 'ID!' }, { botId, botCommandId }],
      };
    },
    answer: NOT_FOUND,
  },
  {
    rule: 'commands.failed',
    situation: 'the trigger of another command',
    ask: configure({ customTrigger: '!roll' }),
    answer: [409, 'TRIGGER_TAKEN', /'Roll'/],
  },
  {
    rule: 'commands.failed',
    situation: 'changing a command that is not learned',
    ask: configure({ isEnabled: false }, (builder) => builder.none),
    answer: NOT_FOUND,
  },
  {
    rule: 'K2',
    situation: 'a trigger with a space',
    ask: configure({ customTrigger: '!a b' }),
    answer: [400, 'BAD_INPUT', /./],
    at: 'customTrigger',
  },
  {
    rule: 'K1',
    situation: 'enabling a custom command on the free plan',
    ask: async (builder) => {
      const { client, botId } = await builder.botOwner();
      const { body: command } = await client.post('/api/user-commands', aCommand());
      const { body: learned } = await client.post(`/api/bots/${botId}/commands`, { commandId: command['id'] });
      const [botCommandId, input] = [String(learned['id']), { isEnabled: true }];
      return {
        client,
        rest: ['PATCH', `/api/bots/${botId}/commands/${botCommandId}`, input],
        field: [
          'mutation updateLearnedCommand',
          { botId: 'ID!', botCommandId: 'ID!', input: 'UpdateLearnedCommandInput!' },
          { botId, botCommandId, input },
        ],
      };
    },
    answer: [403, 'UPGRADE_REQUIRED', /upgrade|plan/i],
  },
  ...(['name', 'trigger', 'description'] as const).map((field): Situation => ({
    rule: 'commands.created',
    situation: `a custom command without its ${field}`,
    ask: write(() => ({ [field]: '  ' })),
    answer: [400, 'BAD_INPUT', new RegExp(`^Please enter a ${field}$`)],
    at: field,
  })),
  {
    rule: 'commands.created',
    situation: 'a custom command without code',
    ask: write(() => ({ code: undefined }), false),
    answer: [400, 'BAD_INPUT', /./],
    at: 'code',
  },
  {
    rule: 'commands.syntax',
    situation: 'a custom command that cannot be parsed',
    ask: write(() => ({ code: 'export default (a) => {' })),
    answer: [422, 'INVALID_SYNTAX', /Invalid JavaScript syntax.+/s],
  },
  {
    rule: 'commands.syntax',
    situation: 'Test Syntax while signed out',
    ask: (builder) => ({
      client: builder.anonymous,
      rest: ['POST', '/api/commands/check-syntax', { code: 'let x = ;' }],
      field: ['mutation checkCommandSyntax', { code: 'String!' }, { code: 'let x = ;' }],
    }),
    answer: [401, 'UNAUTHENTICATED', 'Please sign in.'],
  },
  {
    rule: 'bot.system',
    situation: 'installing a system twice',
    ask: async (builder) => {
      const botId = await builder.bot();
      const systemId = await builder.fixtures.system(botId);
      return {
        client: builder.owner,
        rest: ['POST', `/api/bots/${botId}/systems`, { systemId }],
        field: ['mutation installSystem', { botId: 'ID!', systemId: 'String!' }, { botId, systemId }],
      };
    },
    answer: [409, 'ALREADY_INSTALLED', /already in your bot\.$/],
  },
  {
    rule: 'bot.channel',
    situation: 'channel settings of a deleted bot',
    ask: settings({ mentionOnly: true }, (builder) => builder.deletedBot()),
    answer: NOT_FOUND,
  },
  ...channelBounds(),
];

function channelBounds(): Situation[] {
  const rows: [string, unknown][] = [
    ['responseDelay', 31],
    ['responseDelay', -1],
    ['responseDelay', 'soon'],
    ['timeoutDuration', 0],
    ['timeoutDuration', 1441],
    ['warningThreshold', 11],
    ['warningThreshold', 1.5],
    ['maxMessagesPerMinute', 61],
    ['maxMessagesPerMinute', 0],
    ['directMessagesPerHour', 361],
    ['directMessagesPerHour', -1],
    ['autoReply', 'yes'],
    ['dedicatedChannelId', 'general'],
    ['allowedChannels', Array.from({ length: 101 }, () => '1'.repeat(18))],
    ['proactiveMessages', Array.from({ length: 6 }, (_value, at) => ({ channelId: `${'1'.repeat(18)}${at}`, text: 'Hi' }))],
  ];
  return rows.map(([field, value]) => ({
    rule: 'bot.channel',
    situation: `${field} as ${JSON.stringify(value).slice(0, 10)}`,
    ask: settings({ [field]: value }),
    answer: [400, 'BAD_INPUT', /./],
    at: `channelSettings.${field}`,
  }));
}
