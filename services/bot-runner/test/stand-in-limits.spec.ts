import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startDiscord, waitFor, type DiscordBot, type StandInDiscord } from '@kith/kit/testing';
import {
  ApplicationCommandOptionType,
  Client,
  Events,
  GatewayIntentBits,
  RateLimitError,
  TextChannel,
  type BaseMessageOptions,
} from 'discord.js';

const INTENTS = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent];
const MEMBER = '123456789012345678';
const HOUR_MS = 3_600_000;

let discord: StandInDiscord;
let bot: DiscordBot;
let client: Client;

beforeEach(async () => {
  discord = await startDiscord();
  bot = discord.addBot();
});
afterEach(async () => {
  await client.destroy();
  await discord.close();
});

/** The bot's channel; `rejects`: what would have to wait for a limit fails instead. */
async function channelOf({ rejects = false } = {}): Promise<TextChannel> {
  client = new Client({ intents: INTENTS, rest: { api: discord.apiUrl, rejectOnRateLimit: () => rejects } });
  const ready = once(client, Events.ClientReady);
  await client.login(bot.token);
  await ready;
  const channel = await client.channels.fetch(bot.channelId);
  if (!(channel instanceof TextChannel)) throw new Error('no text channel');
  return channel;
}

const ownMessage = (sentAtMs = Date.now()): string =>
  discord.sendMessage({ bot, content: 'mine', authorId: bot.applicationId, fromBot: true, sentAtMs });

describe('the rate limits of the stand-in Discord, used by discord.js', () => {
  it('are named in each answer, so that the client waits in time', async () => {
    const channel = await channelOf();
    const ids = Array.from({ length: 7 }, () => ownMessage());
    const startedAtMs = Date.now();
    await Promise.all(ids.map((id) => channel.messages.delete(id)));
    expect(Date.now() - startedAtMs).toBeGreaterThan(900);
    expect(discord.stats.rateLimited).toBe(0);
    expect(discord.messages(bot.channelId)).toEqual([]);
  });

  it('are separate for sending, editing and deleting in a channel, and for each channel', async () => {
    const channel = await channelOf({ rejects: true });
    const message = await channel.send('1');
    for (let n = 2; n <= 5; n++) await channel.send(String(n));
    await expect(channel.send('6')).rejects.toBeInstanceOf(RateLimitError);
    for (let n = 1; n <= 5; n++) await message.edit(`edit ${n}`);
    await expect(message.edit('edit 6')).rejects.toBeInstanceOf(RateLimitError);
    await message.delete();
    const other = discord.addChannel(bot, { name: 'other' });
    await waitFor('the other channel', () => client.channels.cache.has(other.id));
    const otherChannel = await client.channels.fetch(other.id);
    await expect((otherChannel as TextChannel).send('here')).resolves.toMatchObject({ content: 'here' });
  });

  it('answer 429 with the time to wait to a client that does not', async () => {
    await channelOf();
    const send = (content: string): Promise<Response> =>
      fetch(`${discord.apiUrl}/v10/channels/${bot.channelId}/messages`, {
        method: 'POST',
        headers: { authorization: `Bot ${bot.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ content }),
      });
    const answers = [];
    for (let n = 1; n <= 6; n++) answers.push(await send(`#${n}`));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['4', '3', '2', '1', '0', '0']);
    const refused = answers[5];
    expect(refused?.headers.get('x-ratelimit-scope')).toBe('user');
    expect(await refused?.json()).toMatchObject({ global: false, retry_after: expect.any(Number) });
    expect(discord.messages(bot.channelId)).toHaveLength(5);
  });

  it('allow few edits of messages that are older than an hour', async () => {
    const channel = await channelOf({ rejects: true });
    const old = ownMessage(Date.now() - HOUR_MS - 60_000);
    for (let n = 1; n <= 3; n++) await channel.messages.edit(old, `edit ${n}`);
    await expect(channel.messages.edit(old, 'edit 4')).rejects.toBeInstanceOf(RateLimitError);
    const answer = await fetch(`${discord.apiUrl}/v10/channels/${bot.channelId}/messages/${old}`, {
      method: 'PATCH',
      headers: { authorization: `Bot ${bot.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'edit 5' }),
    });
    expect(answer.status).toBe(429);
    expect(await answer.json()).toMatchObject({ code: 30_046, retry_after: expect.any(Number) });
    expect(discord.message(old)?.content).toBe('edit 3');
  });

  it('are 50 requests a second of a bot over all routes', async () => {
    await channelOf();
    const ask = (): Promise<Response> =>
      fetch(`${discord.apiUrl}/v10/users/@me`, { headers: { authorization: `Bot ${bot.token}` } });
    const statuses = (await Promise.all(Array.from({ length: 200 }, ask))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  });
});

const option = (n: number) => ({ label: `Option ${n}`, value: `o${n}` });
const options = (count: number) => Array.from({ length: count }, (_, n) => option(n));
const menu = { type: 3, custom_id: 'pick', options: options(3) } as const;

describe('the menus and forms of the stand-in Discord, used by discord.js', () => {
  const sendMenu = async (changes: object): Promise<unknown> => {
    const channel = await channelOf();
    const row = { type: 1, components: [{ ...menu, ...changes }] };
    return channel.send({ content: 'Choose', components: [row] as unknown as NonNullable<BaseMessageOptions['components']> });
  };

  it.each([
    ['25 options', { options: options(25) }],
    ['a placeholder of 150 characters', { placeholder: '😀'.repeat(150) }],
    ['no choice at all', { min_values: 0 }],
    ['all its options', { min_values: 3, max_values: 3 }],
    ['no options for a menu of roles', { type: 6, options: undefined }],
  ])('accept a menu with %s', async (_, changes) => {
    await expect(sendMenu(changes)).resolves.toMatchObject({ content: 'Choose' });
  });

  it.each([
    ['no options', { options: [] }],
    ['26 options', { options: options(26) }],
    ['an option twice', { options: [option(1), option(1)] }],
    ['an option without a label', { options: [{ label: '', value: 'a' }] }],
    ['an option with a long label', { options: [{ label: 'x'.repeat(101), value: 'a' }] }],
    ['an option with a long value', { options: [{ label: 'A', value: 'x'.repeat(101) }] }],
    ['an option with a long description', { options: [{ ...option(1), description: 'x'.repeat(101) }] }],
    ['more chosen options than allowed', { options: options(2).map((one) => ({ ...one, default: true })) }],
    ['a long placeholder', { placeholder: 'x'.repeat(151) }],
    ['no id', { custom_id: '' }],
    ['a long id', { custom_id: 'x'.repeat(101) }],
    ['more choices than options', { max_values: 4 }],
    ['26 choices', { options: options(25), max_values: 26 }],
    ['fewer choices at most than at least', { min_values: 2, max_values: 1 }],
    ['a negative number of choices', { min_values: -1 }],
    ['an unknown type', { type: 99 }],
  ])('refuse a menu with %s', async (_, changes) => {
    await expect(sendMenu(changes)).rejects.toMatchObject({ code: 50_035 });
  });

  it('let a member choose what a menu offers alone', async () => {
    const { id } = (await sendMenu({ max_values: 2 })) as { id: string };
    const press = (values: string[]): string => discord.pressButton({ bot, messageId: id, customId: 'pick', values });
    expect(() => press(['o9'])).toThrow('takes 1 to 2');
    expect(() => press([])).toThrow('takes 1 to 2');
    expect(() => press(['o0', 'o1', 'o2'])).toThrow('takes 1 to 2');
    expect(press(['o0', 'o2'])).toMatch(/^\d+$/);
  });

  const field = { type: 4, custom_id: 'text', label: 'Text', style: 1 } as const;
  const showForm = async (form: object): Promise<unknown> => {
    await channelOf();
    const shown = once(client, Events.InteractionCreate);
    await client.application?.commands.create({ name: 'form', description: 'Opens a form' });
    discord.invokeCommand({ bot, name: 'form', authorId: MEMBER });
    const [interaction] = (await shown) as [{ showModal(form: object): Promise<unknown> }];
    return interaction.showModal(form);
  };
  const form = (changes: object): object => ({
    custom_id: 'form',
    title: 'Form',
    components: [{ type: 1, components: [{ ...field, ...changes }] }],
  });

  it('accept a form within the limits', async () => {
    const limits = { min_length: 1, max_length: 4000, placeholder: 'x'.repeat(100), value: 'x'.repeat(4000) };
    await expect(showForm(form(limits))).resolves.toBeUndefined();
  });

  it.each([
    ['a long title', { ...form({}), title: 'x'.repeat(46) }],
    [
      'six fields',
      {
        ...form({}),
        components: Array.from({ length: 6 }, (_, n) => ({ type: 1, components: [{ ...field, custom_id: `f${n}` }] })),
      },
    ],
    ['a field without a style', form({ style: 3 })],
    ['a long label', form({ label: 'x'.repeat(46) })],
    ['a long placeholder', form({ placeholder: 'x'.repeat(101) })],
    ['more than 4,000 characters', form({ max_length: 4001 })],
    ['fewer characters at most than at least', form({ min_length: 10, max_length: 5 })],
    ['a text that its field does not take', form({ max_length: 5, value: 'too long' })],
    ['a button instead of a field', form({ type: 2 })],
  ])('refuse a form with %s', async (_, refused) => {
    await expect(showForm(refused)).rejects.toMatchObject({ code: 50_035 });
  });
});

describe('the responses to interactions that the stand-in Discord takes', () => {
  interface Made {
    readonly id: string;
    readonly token: string;
  }
  const made = async (act: () => unknown): Promise<Made> => {
    const shown = once(client, Events.InteractionCreate);
    act();
    const [interaction] = (await shown) as [Made];
    return interaction;
  };
  const respond = async ({ id, token }: Made, type: number, data: object): Promise<number> => {
    const { status } = await fetch(`${discord.apiUrl}/v10/interactions/${id}/${token}/callback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type, data }),
    });
    return status;
  };
  const { String: text, Subcommand: subcommand } = ApplicationCommandOptionType;
  const dish = { type: text, name: 'dish', description: 'Which one', autocomplete: true } as const;
  const order = { type: subcommand, name: 'order', description: 'Orders', options: [dish] } as const;
  const typing = (): Promise<Made> => {
    const use = { bot, name: 'menu', subcommand: 'order', authorId: MEMBER };
    return made(() => discord.invokeCommand({ ...use, options: { dish: 'p' }, isTyping: true }));
  };
  beforeEach(async () => {
    await channelOf();
    await client.application?.commands.create({ name: 'menu', description: 'A menu', options: [order] });
  });

  it('fit the interaction', async () => {
    const input = { type: 4, custom_id: 'text', label: 'Text', style: 1 };
    const form = { custom_id: 'form', title: 'Form', components: [{ type: 1, components: [input] }] };
    const data: Readonly<Record<number, object>> = { 4: { content: 'x' }, 7: { content: 'x' }, 8: { choices: [] }, 9: form };
    const channel = await client.channels.fetch(bot.channelId);
    const button = { type: 2, style: 1, label: 'Press', custom_id: 'press' };
    const components = [{ type: 1, components: [button] }] as unknown as NonNullable<BaseMessageOptions['components']>;
    const { id: messageId } = await (channel as TextChannel).send({ content: 'Press it', components });
    const command = () => made(() => discord.invokeCommand({ bot, name: 'menu', subcommand: 'order', authorId: MEMBER }));
    const press = () => made(() => discord.pressButton({ bot, messageId, customId: 'press', authorId: MEMBER }));
    const formOf = async (opened: Made) => {
      expect(await respond(opened, 9, form)).toBe(204);
      return made(() => discord.submitForm(opened.id, { text: 'x' }));
    };
    const kinds: readonly (readonly [string, () => Promise<Made>, readonly number[]])[] = [
      ['a command', command, [4, 5, 9]],
      ['an option that is typed', typing, [8]],
      ['a button', press, [4, 5, 6, 7, 9]],
      ['a form of a command', async () => formOf(await command()), [4, 5]],
      ['a form of a button', async () => formOf(await press()), [4, 5, 6, 7]],
    ];
    for (const [kind, make, fitting] of kinds)
      for (const type of [1, 4, 5, 6, 7, 8, 9, 13]) {
        const status = await respond(await make(), type, data[type] ?? {});
        expect([kind, type, status]).toEqual([kind, type, fitting.includes(type) ? 204 : 400]);
      }
  });

  const choice = (text: string) => ({ name: text, value: text });
  it.each<[string, object, number]>([
    ['25 choices with 100 characters each', { choices: Array.from({ length: 25 }, () => choice('😀'.repeat(100))) }, 204],
    ['a number as a value', { choices: [{ name: 'One', value: 1 }] }, 204],
    ['26 choices', { choices: Array.from({ length: 26 }, (_, n) => choice(String(n))) }, 400],
    ['a long name', { choices: [{ name: 'x'.repeat(101), value: 'x' }] }, 400],
    ['no name', { choices: [{ name: '', value: 'x' }] }, 400],
    ['a long value', { choices: [{ name: 'x', value: 'x'.repeat(101) }] }, 400],
    ['no value', { choices: [{ name: 'x' }] }, 400],
    ['no list of choices', {}, 400],
  ])('for an option that is typed: %s', async (_what, data, status) => {
    expect(await respond(await typing(), 8, data)).toBe(status);
  });
});
