import type { ApiClient } from '@kith/all-in-one/testing';
import type { Ask, Situation } from './situation.js';
import type { SituationBuilder } from './situation-builder.js';

const NOT_FOUND = [404, 'NOT_FOUND', 'Not found.'] as const;
const LIMIT = [403, 'BOT_LIMIT', /Subscription limit.*upgrade your plan/] as const;

const create =
  (input: object, isTyped = true): Ask =>
  (builder) => ({
    client: builder.owner,
    rest: ['POST', '/api/bots', input],
    ...(isTyped && { field: ['mutation createBot', { input: 'CreateBotInput!' }, { input }] as const }),
  });

const change =
  (input: object, isTyped = true): Ask =>
  async (builder) => {
    const id = await builder.bot();
    return {
      client: builder.owner,
      rest: ['PATCH', `/api/bots/${id}`, input],
      ...(isTyped && { field: ['mutation updateBot', { id: 'ID!', input: 'UpdateBotInput!' }, { id, input }] as const }),
    };
  };

const second: Ask = async (builder) => {
  const { client } = await builder.botOwner();
  const input = { name: 'Beryl' };
  return { client, rest: ['POST', '/api/bots', input], field: ['mutation createBot', { input: 'CreateBotInput!' }, { input }] };
};

/** `start` or `stop` of a bot by the given client. */
const power =
  (action: 'start' | 'stop', of: (builder: SituationBuilder) => Promise<{ client: ApiClient; botId: string }>): Ask =>
  async (builder) => {
    const { client, botId: id } = await of(builder);
    return {
      client,
      rest: ['POST', `/api/bots/${id}/${action}`],
      field: [`mutation ${action}Bot`, { id: 'ID!' }, { id }],
    };
  };

const someBody = { GET: undefined, PATCH: { name: 'Mine now' }, DELETE: undefined } as const;
const one =
  (
    method: keyof typeof someBody,
    of: (builder: SituationBuilder) => Promise<string> | string,
    as: 'owner' | 'other' = 'owner',
  ): Ask =>
  async (builder) => {
    const id = await of(builder);
    const client = builder.roles.clients[as];
    const rest = [method, `/api/bots/${id}`, someBody[method]] as const;
    if (method === 'GET') return { client, rest };
    const field =
      method === 'PATCH'
        ? (['mutation updateBot', { id: 'ID!', input: 'UpdateBotInput!' }, { id, input: someBody.PATCH }] as const)
        : (['mutation deleteBot', { id: 'ID!' }, { id }] as const);
    return { client, rest, field };
  };

/** Creating, changing, starting, stopping and deleting bots. */
export const BOTS: readonly Situation[] = [
  {
    rule: 'bot.limit',
    situation: 'creating one bot more than the plan allows',
    ask: second,
    answer: LIMIT,
  },
  {
    rule: 'bot.tour',
    situation: 'the tour creating one bot more than the plan allows',
    ask: second,
    answer: LIMIT,
  },
  {
    rule: 'bot.save-failed',
    situation: 'creating a bot without a valid name',
    ask: create({ name: '  ab  ' }),
    answer: [400, 'BAD_INPUT', 'Bot name must be at least 3 characters'],
    at: 'name',
  },
  {
    rule: 'bot.save-failed',
    situation: 'creating a bot without a name',
    ask: create({ description: 'Nameless' }, false),
    answer: [400, 'BAD_INPUT', /./],
    at: 'name',
  },
  {
    rule: 'bot.name',
    situation: 'renaming a bot to two letters',
    ask: change({ name: 'ab' }),
    answer: [400, 'BAD_INPUT', 'Bot name must be at least 3 characters'],
    at: 'name',
  },
  {
    rule: 'bot.save-failed',
    situation: 'saving a bot that another window changed',
    ask: change({ name: 'Late', expectedVersion: 999 }),
    answer: [409, 'VERSION_CONFLICT', 'This was changed somewhere else in the meantime. Reload and try again.'],
  },
  {
    rule: 'bot.save-failed',
    situation: 'saving a deleted bot on the edit screen',
    ask: one('PATCH', (builder) => builder.deletedBot()),
    answer: NOT_FOUND,
  },
  {
    rule: 'bot.save-failed',
    situation: 'saving a deleted bot',
    ask: one('PATCH', (builder) => builder.deletedBot()),
    answer: NOT_FOUND,
  },
  {
    rule: 'bot.deleted',
    situation: 'deleting a bot twice',
    ask: one('DELETE', (builder) => builder.deletedBot()),
    answer: NOT_FOUND,
  },
  {
    rule: 'bot.no-token',
    situation: 'starting a bot without a token',
    ask: power('start', (builder) => builder.botOwner()),
    answer: [400, 'TOKEN_MISSING', 'Please edit your bot and add a Discord token to launch it. Go to Edit → Discord Settings.'],
  },
  {
    rule: 'bot.power-failed',
    situation: 'starting a bot with a token that Discord refuses',
    ask: power('start', (builder) => builder.ownerOfBotWithUnknownToken()),
    answer: [422, 'TOKEN_INVALID', /Discord refused the token\. Reset it in the Discord Developer Portal/],
  },
  {
    rule: 'bot.power-failed',
    situation: 'stopping a deleted bot',
    ask: power('stop', async (builder) => ({ client: builder.owner, botId: await builder.deletedBot() })),
    answer: NOT_FOUND,
  },
  {
    rule: 'B14',
    situation: 'starting a bot that the plan has paused',
    ask: power('start', (builder) => builder.pausedBot()),
    answer: [403, 'PAUSED_BY_PLAN', /paused because your plan allows fewer bots\. Upgrade your plan/],
  },
  {
    rule: 'M10',
    situation: 'a token that another bot has',
    ask: async (builder) => {
      const { token: discordToken } = await builder.stack.discord.addBot();
      await builder.botOwner({ discordToken });
      const input = { name: 'Duplicate', discordToken };
      return {
        client: builder.owner,
        rest: ['POST', '/api/bots', input],
        field: ['mutation createBot', { input: 'CreateBotInput!' }, { input }],
      };
    },
    answer: [409, 'TOKEN_IN_USE', 'This Discord bot is already connected to another companion.'],
  },
  {
    rule: 'bot.not-found',
    situation: 'opening a foreign bot',
    ask: one('GET', (builder) => builder.bot(), 'other'),
    answer: NOT_FOUND,
    likewise: one('GET', (builder) => builder.none, 'other'),
  },
  ...(['GET', 'PATCH', 'DELETE'] as const).map((method): Situation => ({
    rule: 'A6',
    situation: `${method} of a foreign bot, as of a missing one`,
    ask: one(method, (builder) => builder.bot(), 'other'),
    answer: NOT_FOUND,
    likewise: one(method, (builder) => builder.none),
  })),
  ...bounds(),
];

function bounds(): Situation[] {
  const rows: [string, object, at: string, words: string | RegExp, isTyped?: false][] = [
    ['a name of 101 letters', { name: 'x'.repeat(101) }, 'name', 'Name must be at most 100 characters'],
    ['a name that is a number', { name: 7 }, 'name', 'Name must be a text', false],
    [
      'a description of 1001 letters',
      { description: 'x'.repeat(1001) },
      'description',
      'Description must be at most 1,000 characters',
    ],
    [
      'instructions of 8001 letters',
      { instructions: 'x'.repeat(8001) },
      'instructions',
      'Instructions must be at most 8,000 characters',
    ],
    ['a server id of 16 digits', { serverId: '1'.repeat(16) }, 'serverId', 'Server ID must be a Discord ID (17 to 20 digits)'],
    ['a colour in words', { avatarColor: 'red' }, 'avatarColor', /colour like #5865F2/],
    ['a trait of 101', { personality: { humor: 101 } }, 'personality.humor', 'Humor must be 100 or less'],
    ['a trait in words', { personality: { humor: 'much' } }, 'personality.humor', 'Humor must be on or off or a number'],
    ['4001 tokens', { preferences: { maxTokens: 4001 } }, 'preferences.maxTokens', 'Max tokens must be 4,000 or less'],
    ['an unknown model', { model: 'gpt-1' }, 'model', /gpt-4o/],
    ['a style in capitals', { responseStyle: 'LOUD' }, 'responseStyle', /balanced/, false],
  ];
  return rows.map(([situation, input, at, words, isTyped]) => ({
    rule: 'M5',
    situation,
    ask: change(input, isTyped ?? true),
    answer: [400, 'BAD_INPUT', words],
    at,
  }));
}
