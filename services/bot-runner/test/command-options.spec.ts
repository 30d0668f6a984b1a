import { REST } from '@discordjs/rest';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { CommandOption, type RunnableCommand } from '@kith/proto';
import { TriedCommands } from '../src/commands/tried-commands.js';
import { Interactions } from '../src/interactions/interactions.js';
import { RunnerHarness } from './runner-harness.js';

const CUSTOM_ID = '5a5a5a5a-0000-4000-8000-000000000011';
const option = (name: string, type: CommandOption['type'], fields: Partial<CommandOption> = {}): CommandOption =>
  CommandOption.parse({ name, type, description: `The ${name}`, ...fields });
const OPTIONS = [
  option('dish', 'text', { isRequired: true, choices: ['pizza', 'pasta'] }),
  option('count', 'integer'),
  option('weight', 'number'),
  option('hot', 'boolean'),
  option('who', 'member'),
  option('where', 'channel'),
  option('team', 'role'),
  option('note', 'text'),
];
const order = (options: CommandOption[] = OPTIONS): RunnableCommand => ({
  commandId: CUSTOM_ID,
  trigger: '!order',
  custom: { name: 'Order', description: 'Orders food', options },
});
const USAGE = 'Use it like this: `!order <dish> [count] [weight] [hot] [who] [where] [team] [note]`';

let harness: RunnerHarness;
let service: RunningService;
let members = 0;
const newMember = (): string => String(910_000_000_000_000_000n + BigInt(++members));

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());

async function aBot(command = order()) {
  const added = harness.addBot();
  await harness.bots.change(added.botId, { commands: [command] });
  await harness.bots.start(added.botId);
  await harness.bots.waitForState(added.botId, 'online');
  await waitFor('the command', () => harness.discord.commandsOf(added.bot).some(({ name }) => name === 'order'));
  return added;
}
const say = async (bot: DiscordBot, content: string, fields: { authorId?: string; guildId?: null } = {}) => {
  const id = harness.discord.sendMessage({ bot, content, authorId: newMember(), ...fields });
  return (await harness.discord.waitForReply(id)).content;
};
const lastOptions = () => harness.bots.customRuns.at(-1)?.context.options;
const answered = (id: string) =>
  waitFor('the answer', () => {
    const response = harness.discord.responseTo(id);
    return response && !response.isDeferred ? response : undefined;
  });

describe('the options of a custom command in a message', () => {
  it('are read in their order, with the names of members, channels and roles', async () => {
    const { bot } = await aBot();
    const [authorId, who] = [newMember(), newMember()];
    for (const id of [authorId, who]) harness.discord.setMember(bot.guildId, { id, roles: [] });
    const team = harness.discord.addRole(bot.guildId, { name: 'Team Ä', permissions: [] });
    await say(bot, `!order "pizza" 2 1.5 no <@${who}> <#${bot.channelId}> <@&${team}> to the  door`, { authorId });
    expect(lastOptions()).toEqual({
      dish: 'pizza',
      count: 2,
      weight: 1.5,
      hot: false,
      who: { id: who, name: expect.stringMatching(/./) },
      where: { id: bot.channelId, name: expect.stringMatching(/./) },
      team: { id: team, name: 'Team Ä' },
      note: 'to the  door',
    });
    expect(harness.bots.customRuns.at(-1)?.context.args.slice(0, 2)).toEqual(['"pizza"', '2']);
  });

  it('are also read behind a mention of the bot', async () => {
    const { bot } = await aBot();
    await say(bot, `<@${bot.applicationId}> order PASTA 3`);
    expect(lastOptions()).toEqual({ dish: 'pasta', count: 3 });
  });

  it('that are missing or wrong get a short answer with the usage, without a run and without a time to wait', async () => {
    const { bot } = await aBot({ ...order(), limits: { cooldownS: 3600, requiredRoleId: null } });
    const authorId = newMember();
    const before = harness.bots.customRuns.length;
    expect(await say(bot, '!order', { authorId })).toBe(`“dish” must be one of: pizza, pasta. ${USAGE}`);
    expect(await say(bot, '!order pizza many @everyone', { authorId })).toBe(`“count” must be a whole number. ${USAGE}`);
    expect(harness.bots.customRuns.length).toBe(before);
    expect(await say(bot, '!order pizza 1', { authorId })).toBe('ran pizza+1');
  });

  it('that name nobody here leave no time to wait either, but do not end that of a call before', async () => {
    const { bot } = await aBot({ ...order(), limits: { cooldownS: 3600, requiredRoleId: null } });
    const authorId = newMemberOf(bot);
    const nobody = `!order pizza 1 1 yes <@${newMember()}>`;
    expect(await say(bot, nobody, { authorId })).toContain('“who” must be a member');
    expect(await say(bot, nobody, { authorId })).toContain('“who” must be a member');
    expect(await say(bot, '!order pizza 1', { authorId })).toBe('ran pizza+1');
    expect(await say(bot, nobody, { authorId })).toContain('You can use this command again');
    expect(await say(bot, '!order pizza 2', { authorId })).toContain('You can use this command again');
  });

  it('are asked for once, however many of them there are', async () => {
    const names = ['one', 'two', 'three'];
    const options = [...names.map((name) => option(`${name}r`, 'role')), ...names.map((name) => option(`${name}c`, 'channel'))];
    const { bot } = await aBot(order(options));
    const authorId = newMemberOf(bot);
    const roles = names.map((name) => harness.discord.addRole(bot.guildId, { name, permissions: [] }));
    const channels = names.map((name) => harness.discord.addChannel(bot, { name }).id);
    const get = jest.spyOn(REST.prototype, 'get');
    await say(bot, ['!order', ...roles.map((id) => `<@&${id}>`), ...channels.map((id) => `<#${id}>`)].join(' '), { authorId });
    expect(Object.keys(lastOptions() ?? {})).toHaveLength(6);
    const read = get.mock.calls.map(([route]) => route);
    get.mockRestore();
    const once = [`/guilds/${bot.guildId}/roles`, `/guilds/${bot.guildId}/members/${authorId}`];
    expect(once.map((route) => read.filter((one) => one === route).length)).toEqual([1, 1]);
  });

  it('name nothing that is not in the server, or that the member does not see', async () => {
    const { bot } = await aBot(order([option('where', 'channel'), option('who', 'member'), option('team', 'role')]));
    const hidden = harness.discord.addChannel(bot, { name: 'secret-plans' });
    harness.discord.setOverwrites(hidden.id, [
      { id: bot.guildId, of: 'role', deny: ['viewChannel'] },
      { id: bot.applicationId, of: 'member', allow: ['viewChannel'] },
    ]);
    const elsewhere = harness.addBot().bot;
    for (const [text, name] of [
      [`<#${hidden.id}>`, 'where'],
      [`<#${elsewhere.channelId}>`, 'where'],
      ['#general', 'where'],
      [`"" <@${newMember()}>`, 'who'],
      ['"" Ann', 'who'],
      ['"" "" <@&123456789012345678>', 'team'],
    ] as const) {
      const said = await say(bot, `!order ${text}`, { authorId: newMemberOf(bot) });
      expect(said).toContain(`“${name}” must be a`);
      expect(said).not.toContain('secret');
    }
  });

  it('are named by /help', async () => {
    const help = { commandId: 'help', trigger: '!help', custom: null };
    const { bot, botId } = await aBot();
    await harness.bots.change(botId, { commands: [order(OPTIONS.slice(0, 2)), help] });
    await waitFor('the command', () => harness.discord.commandsOf(bot).some(({ name }) => name === 'help'));
    const use = { bot, name: 'help', authorId: newMember(), options: { command: '!order' } };
    const { content } = await answered(harness.discord.invokeCommand(use));
    expect(content).toBe('**Order** `!order <dish> [count]`: Orders food');
  });

  it('have no channels and roles in direct messages, where members are known by their account', async () => {
    const { bot } = await aBot(order([option('who', 'member'), option('team', 'role')]));
    const who = newMember();
    harness.discord.setMember(bot.guildId, { id: who, roles: [] });
    expect(await say(bot, `!order "" <@&${bot.guildId}>`, { guildId: null })).toContain('“team” must be a role');
    await say(bot, `!order <@${who}>`, { guildId: null });
    expect(lastOptions()).toEqual({ who: { id: who, name: expect.stringMatching(/./) } });
  });
});

/** A new member who may see what everybody sees. */
function newMemberOf(bot: DiscordBot): string {
  const id = newMember();
  harness.discord.setMember(bot.guildId, { id, roles: [] });
  return id;
}

describe('the options of a custom command as a slash command', () => {
  const use = (bot: DiscordBot, options: Record<string, unknown>, authorId = newMemberOf(bot)) =>
    answered(harness.discord.invokeCommand({ bot, name: 'order', authorId, options }));

  it('are offered with their types and choices, and arrive by name', async () => {
    const { bot } = await aBot();
    const [offered] = harness.discord.commandsOf(bot).filter(({ name }) => name === 'order');
    expect(offered?.options.map(({ type, name, required }) => [type, name, required ?? false])).toEqual([
      [3, 'dish', true],
      [4, 'count', false],
      [10, 'weight', false],
      [5, 'hot', false],
      [6, 'who', false],
      [7, 'where', false],
      [8, 'team', false],
      [3, 'note', false],
    ]);
    expect(offered?.options[0]?.choices).toEqual(['pizza', 'pasta'].map((name) => ({ name, value: name })));
    const who = newMemberOf(bot);
    const team = harness.discord.addRole(bot.guildId, { name: 'Team', permissions: [] });
    const note = 'words with "marks"';
    const { content } = await use(bot, {
      note,
      dish: 'pasta',
      count: -1,
      weight: 0.5,
      hot: true,
      who,
      where: bot.channelId,
      team,
    });
    expect(content).toContain('ran pasta+-1+0.5+yes');
    expect(lastOptions()).toEqual({
      dish: 'pasta',
      count: -1,
      weight: 0.5,
      hot: true,
      who: { id: who, name: expect.stringMatching(/./) },
      where: { id: bot.channelId, name: expect.stringMatching(/./) },
      team: { id: team, name: 'Team' },
      note,
    });
    await use(bot, { dish: 'pizza' });
    expect(lastOptions()).toEqual({ dish: 'pizza' });
  });

  it('take nobody who is not in the server, whom Discord lets members name too', async () => {
    const { bot } = await aBot();
    const before = harness.bots.customRuns.length;
    const { content } = await use(bot, { dish: 'pizza', who: newMember() });
    expect(content).toBe(`“who” must be a member, by mention or ID. ${USAGE}`);
    expect(harness.bots.customRuns.length).toBe(before);
  });

  it('take any account in a direct message, where nobody is a member', async () => {
    const { bot } = await aBot();
    const who = newMember();
    const fields = { bot, name: 'order', authorId: newMember(), guildId: null, options: { dish: 'pizza', who } };
    await answered(harness.discord.invokeCommand(fields));
    expect(lastOptions()).toEqual({ dish: 'pizza', who: { id: who, name: expect.stringMatching(/./) } });
  });

  it.each(['größe', 'اسم', 'שם', 'नाम', '城市', 'constructor'])('may be called %s', async (name) => {
    const { bot } = await aBot(order([option(name, 'text', { isRequired: true })]));
    await use(bot, { [name]: 'x' });
    expect(Object.entries(lastOptions() ?? {})).toEqual([[name, 'x']]);
  });

  it('change on Discord when the owner changes them', async () => {
    const { bot, botId } = await aBot(order([option('color', 'text', { choices: ['red', 'blue'] })]));
    const offered = () => harness.discord.commandsOf(bot).find(({ name }) => name === 'order')?.options;
    await harness.bots.change(botId, { commands: [order([option('color', 'text')])] });
    await waitFor('no choices', () => (offered()?.[0]?.choices ?? []).length === 0);
    await harness.bots.change(botId, { commands: [{ ...order(), custom: { name: 'Order', description: 'Orders food' } }] });
    await waitFor(
      'the free text',
      () =>
        offered()
          ?.map(({ name }) => name)
          .join() === 'text',
    );
  });

  it.each([
    ['an unknown option', [{ type: 3, name: 'other', value: 'x' }], 'This command has changed.'],
    ['another type', [{ type: 4, name: 'dish', value: 7 }], '“dish” must be one of'],
    ['a choice that is not offered', [{ type: 3, name: 'dish', value: 'rocks' }], '“dish” must be one of'],
    ['nothing', [], '“dish” must be one of'],
    [
      'a member whom Discord does not name',
      [
        { type: 3, name: 'dish', value: 'pizza' },
        { type: 6, name: 'who', value: '1' },
      ],
      '“who” must be',
    ],
    ['a subcommand', [{ type: 1, name: 'dish', options: [] }], '“dish” must be one of'],
    ['a name of a built-in member', [{ type: 3, name: 'constructor', value: 'x' }], 'This command has changed.'],
  ])('of a forged interaction with %s are refused, and nothing is run', async (_what, options, words) => {
    const { bot } = await aBot();
    const handled = service.app.get(Interactions, { strict: false });
    const handle = handled.handle.bind(handled);
    jest.spyOn(handled, 'handle').mockImplementationOnce((connected, interaction) => {
      if ('data' in interaction && interaction.data) Object.assign(interaction.data, { options, resolved: {} });
      return handle(connected, interaction);
    });
    const before = harness.bots.customRuns.length;
    const { content } = await use(bot, { dish: 'pizza' });
    expect(content).toContain(words);
    expect(content).toContain(USAGE);
    expect(harness.bots.customRuns.length).toBe(before);
  });
});

describe('the options of a custom command in the test chat', () => {
  it('are read by the same rules, with made-up members', async () => {
    const { botId } = await aBot();
    const bot = { botId, ownerId: botId, name: 'Al', timeZone: 'UTC', prefix: '!', commands: [order()] };
    const tried = service.app.get(TriedCommands, { strict: false });
    const attempt = (args: string) =>
      tried.answer({ bot, commandId: CUSTOM_ID, args, content: `!order ${args}`, sentAtMs: Date.now() });
    expect(await attempt('pizza 1 2 yes @Ann')).toMatchObject({ kind: 'text', text: 'ran pizza+1+2+yes+@Ann' });
    expect(lastOptions()).toMatchObject({ dish: 'pizza', who: { id: expect.stringMatching(/^\d{17,20}$/), name: 'Ann' } });
    expect(await attempt('rocks')).toEqual({
      kind: 'text',
      text: `“dish” must be one of: pizza, pasta. ${USAGE}`,
      isRefusal: true,
    });
  });
});
