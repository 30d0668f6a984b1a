import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { remoteDiscord, startDiscord, waitFor, type BotOptions, type DiscordBot, type StandInDiscord } from '@kith/kit/testing';
import { Client, Events, GatewayIntentBits, MessageFlags, TextChannel, type Guild } from 'discord.js';

const INTENTS = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent];

// discord.js is the independent reference: if it works with the stand-in, the stand-in behaves like Discord.
describe('the stand-in Discord, used by discord.js', () => {
  let discord: StandInDiscord;
  const clients: Client[] = [];

  beforeEach(async () => {
    discord = await startDiscord();
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.destroy()));
    await discord.close();
  });

  const newClient = (): Client => {
    const client = new Client({ intents: INTENTS, rest: { api: discord.apiUrl } });
    clients.push(client);
    return client;
  };

  it('lets a client log in, receive a message of a member and reply to it', async () => {
    const bot = discord.addBot();
    const client = newClient();
    client.on(Events.MessageCreate, (message) => {
      if (!message.author.bot) void message.reply(`you said ${message.content}`);
    });
    const ready = once(client, Events.ClientReady);
    await client.login(bot.token);
    await ready;
    expect(client.user?.id).toBe(bot.applicationId);
    await waitFor('the guild', () => client.guilds.cache.get(bot.guildId)?.channels.cache.has(bot.channelId));

    const messageId = discord.sendMessage({ bot, content: 'hello' });
    const reply = await discord.waitForReply(messageId);
    expect(reply).toMatchObject({ content: 'you said hello', isBot: true, channelId: bot.channelId });
  });

  it('replays missed messages when it asks a client to reconnect', async () => {
    const bot = discord.addBot();
    const client = newClient();
    const heard: string[] = [];
    client.on(Events.MessageCreate, (message) => heard.push(message.content));
    const ready = once(client, Events.ClientReady);
    await client.login(bot.token);
    await ready;

    discord.interruptSession(bot, { op: 7 });
    await waitFor('the connection to be cut', () => !discord.isConnected(bot));
    discord.sendMessage({ bot, content: 'while you were away' });
    await waitFor('the replay', () => heard.includes('while you were away'));
    expect(discord.stats).toMatchObject({ identifies: 1, resumed: 1 });
  });

  it('lets a client register a command, receive its use and respond to the member alone', async () => {
    const bot = discord.addBot();
    const client = newClient();
    client.on(Events.InteractionCreate, (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      const { commandName, user } = interaction;
      void interaction.reply({ content: `${commandName} for ${user.id}`, flags: MessageFlags.Ephemeral });
    });
    const ready = once(client, Events.ClientReady);
    await client.login(bot.token);
    await ready;
    expect(() => discord.invokeCommand({ bot, name: 'dice' })).toThrow('has no command dice');
    await client.application?.commands.create({ name: 'dice', description: 'Throws dice' });
    expect(discord.commandsOf(bot)).toMatchObject([{ name: 'dice', description: 'Throws dice' }]);
    for (const where of [{}, { guildId: null }]) {
      const interactionId = discord.invokeCommand({ bot, name: 'dice', authorId: '123456789012345678', ...where });
      const answer = await waitFor('the answer', () => discord.responseTo(interactionId));
      expect(answer).toMatchObject({ content: 'dice for 123456789012345678', isEphemeral: true });
    }
  });

  it('refuses an unknown token and a missing intent as Discord does', async () => {
    await expect(newClient().login('MTAwMDAwMDAwMDAwMDAwMDAw.abcdef.unknown')).rejects.toThrow(/token/i);
    const bot = discord.addBot({ hasMessageContentIntent: false });
    await expect(newClient().login(bot.token)).rejects.toThrow(/disallowed intents/i);
    expect(discord.stats.closes).toEqual({ 4014: 1 });
  });

  it('runs as a process of its own and is driven from another', async () => {
    const main = fileURLToPath(import.meta.resolve('@kith/kit/testing')).replace(/index\.[jt]s$/, 'discord/main.ts');
    const register = fileURLToPath(new URL('../../../deploy/register-swc.mjs', import.meta.url));
    const child = spawn(process.execPath, ['--conditions=@kith/source', '--import', register, main], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const remote = remoteDiscord(JSON.parse(line) as { apiUrl: string; adminUrl: string });
      const bot = await remote.addBot({ name: 'Elsewhere' });
      await remote.startOutage();
      await expect(fetch(`${remote.apiUrl}/v10/users/@me`)).rejects.toThrow();
      await remote.endOutage();
      const answer = await fetch(`${remote.apiUrl}/v10/users/@me`, { headers: { authorization: `Bot ${bot.token}` } });
      expect(await answer.json()).toMatchObject({ id: bot.applicationId, username: 'Elsewhere' });
      expect(await remote.stats()).toMatchObject({ restRequests: 1 });
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  });
});

describe('moderation on the stand-in Discord, used by discord.js', () => {
  let discord: StandInDiscord;
  let client: Client;
  let bot: DiscordBot;
  const MEMBER = '123456789012345678';

  const start = async (options: BotOptions = {}): Promise<Guild> => {
    bot = discord.addBot(options);
    client = new Client({ intents: INTENTS, rest: { api: discord.apiUrl } });
    const ready = once(client, Events.ClientReady);
    await client.login(bot.token);
    await ready;
    return client.guilds.fetch(bot.guildId);
  };

  beforeEach(async () => {
    discord = await startDiscord();
  });
  afterEach(async () => {
    await client.destroy();
    await discord.close();
  });

  it('lets a bot with the permission put a member in a timeout, and refuses it above the own role', async () => {
    const guild = await start();
    discord.setMember(bot.guildId, { id: MEMBER });
    const member = await guild.members.fetch(MEMBER);
    await member.timeout(60_000, 'spam');
    expect(discord.member(bot.guildId, MEMBER)?.timedOutUntil).toMatch(/^\d{4}-/);
    await member.timeout(null);
    expect(discord.member(bot.guildId, MEMBER)?.timedOutUntil).toBeNull();
    const above = discord.addRole(bot.guildId, { name: 'Team', position: 11 });
    discord.setMember(bot.guildId, { id: MEMBER, roles: [above] });
    await expect(guild.members.edit(MEMBER, { communicationDisabledUntil: Date.now() + 60_000 })).rejects.toMatchObject({
      code: 50_013,
    });
  });

  it('deletes messages of others only with the permission, and only recent ones in bulk', async () => {
    const guild = await start({ permissions: ['viewChannel', 'readMessageHistory', 'sendMessages'] });
    const channel = await textChannel(guild);
    const messageId = discord.sendMessage({ bot, content: 'spam' });
    await expect(channel.messages.delete(messageId)).rejects.toMatchObject({ code: 50_013 });
    await client.destroy();

    const allowed = await textChannel(await start());
    const recent = [1, 2].map((n) => discord.sendMessage({ bot, content: `spam ${n}` }));
    const old = discord.sendMessage({ bot, content: 'old', sentAtMs: Date.now() - 15 * 86_400_000 });
    await expect(allowed.bulkDelete([old, ...recent])).rejects.toMatchObject({ code: 50_034 });
    const told: string[][] = [];
    allowed.client.on(Events.Raw, ({ t, d }: { t: string; d: { ids: string[]; channel_id: string; guild_id: string } }) => {
      if (t === 'MESSAGE_DELETE_BULK') told.push([d.channel_id, d.guild_id, ...d.ids.toSorted()]);
    });
    await allowed.bulkDelete(recent);
    expect(recent.map((id) => discord.message(id))).toEqual([undefined, undefined]);
    await waitFor('the event', () => told.length > 0);
    expect(told).toEqual([[allowed.id, bot.guildId, ...recent.toSorted()]]);
  });

  it('refuses a reply to a message without the permission to read earlier ones, and no other message', async () => {
    const channel = await textChannel(await start());
    discord.setOverwrites(channel.id, [{ id: bot.applicationId, of: 'member', deny: ['readMessageHistory'] }]);
    const reply = { messageReference: discord.sendMessage({ bot, content: 'hello' }), failIfNotExists: false };
    await expect(channel.send({ content: 'hi', reply })).rejects.toMatchObject({ code: 160_002 });
    await expect(channel.send('hi')).resolves.toMatchObject({ content: 'hi' });
    discord.setOverwrites(channel.id, []);
  });

  it('refuses a channel that the overwrites hide, and one where the bot may not write', async () => {
    const guild = await start();
    const channel = await textChannel(guild);
    discord.setOverwrites(channel.id, [{ id: bot.applicationId, of: 'member', deny: ['sendMessages'] }]);
    await expect(channel.send('hello')).rejects.toMatchObject({ code: 50_013 });
    discord.setOverwrites(channel.id, [{ id: bot.guildId, of: 'role', deny: ['viewChannel'] }]);
    await expect(channel.send('hello')).rejects.toMatchObject({ code: 50_001 });
    discord.deleteChannel(channel.id);
    await expect(client.rest.get(`/channels/${channel.id}`)).rejects.toMatchObject({ code: 10_003 });
  });

  it('accepts embeds, buttons, polls and files within the limits of Discord alone', async () => {
    const channel = await textChannel(await start());
    const button = { type: 2, style: 1, label: 'Yes', custom_id: 'yes' } as const;
    const row = { type: 1, components: [button] } as const;
    const sent = await channel.send({
      embeds: [{ title: 'Rank' }],
      components: [row],
      files: [{ name: 'rank.png', attachment: Buffer.from('picture') }],
      poll: { question: { text: 'Tea?' }, answers: [{ text: 'Yes' }], duration: 1, allowMultiselect: false },
    });
    expect(discord.message(sent.id)).toMatchObject({
      embeds: [{ title: 'Rank' }],
      attachments: [{ name: 'rank.png', bytes: 7 }],
      poll: { question: { text: 'Tea?' } },
    });
    await expect(channel.send({ embeds: [{ description: 'x'.repeat(4097) }] })).rejects.toMatchObject({ code: 50_035 });
    const twice = { ...row, components: [button, button] };
    await expect(channel.send({ content: 'twice', components: [twice] })).rejects.toMatchObject({ code: 50_035 });
  });

  it('refuses more than a hundred members to be notified, the same kind named twice, and a nonce that is too long', async () => {
    const channel = await textChannel(await start());
    const users = Array.from({ length: 101 }, (_, n) => String(100_000_000_000_000_000n + BigInt(n)));
    const refused = { code: 50_035 };
    await expect(channel.send({ content: 'x', allowedMentions: { users } })).rejects.toMatchObject(refused);
    await expect(channel.send({ content: 'x', allowedMentions: { parse: ['users'], users: [MEMBER] } })).rejects.toMatchObject(
      refused,
    );
    await expect(channel.send({ content: 'x', nonce: 'n'.repeat(26), enforceNonce: true })).rejects.toMatchObject(refused);
    await channel.send({ content: 'x', allowedMentions: { users: users.slice(1) } });
  });

  it('refuses embeds alone without the permission to embed links, and leaves them out of a message that has a text', async () => {
    const channel = await textChannel(await start());
    discord.setOverwrites(channel.id, [{ id: bot.applicationId, of: 'member', deny: ['embedLinks'] }]);
    const embeds = [{ title: 'Rank' }];
    await expect(channel.send({ embeds })).rejects.toMatchObject({ code: 50_013 });
    const sent = await channel.send({ content: 'Your rank', embeds });
    expect(discord.message(sent.id)).toMatchObject({ content: 'Your rank', embeds: [] });
    discord.setOverwrites(channel.id, []);
  });

  it('gives a slash command its options, hides it from members without the permission, and takes a late answer', async () => {
    await start();
    client.on(Events.InteractionCreate, (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      void interaction.deferReply().then(() => interaction.editReply(`purged ${interaction.options.getInteger('count')}`));
    });
    await client.application?.commands.set([
      {
        name: 'purge',
        description: 'Deletes messages',
        options: [{ type: 4, name: 'count', description: 'How many', required: true }],
        defaultMemberPermissions: 1n << 13n,
      },
    ]);
    const use = (options: Record<string, unknown>): string =>
      discord.invokeCommand({ bot, name: 'purge', options, authorId: MEMBER });
    expect(() => use({ count: 3 })).toThrow('may not use');
    discord.setMember(bot.guildId, {
      id: MEMBER,
      roles: [discord.addRole(bot.guildId, { name: 'Team', permissions: ['manageMessages'] })],
    });
    expect(() => use({ count: 'three' })).toThrow('does not take');
    const interactionId = use({ count: 3 });
    const answer = await waitFor('the answer', () => {
      const found = discord.responseTo(interactionId);
      return found?.isDeferred === false ? found : null;
    });
    expect(answer.content).toBe('purged 3');
  });

  it('takes the options of a slash command that Discord takes, and refuses all others', async () => {
    await start();
    const text = { type: 3, name: 'a', description: 'About it' };
    const choice = (value: unknown) => ({ name: String(value), value });
    const create = async (...options: object[]): Promise<number> => {
      const answer = await fetch(`${discord.apiUrl}/v10/applications/${bot.applicationId}/commands`, {
        method: 'POST',
        headers: { authorization: `Bot ${bot.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'order', description: 'Orders', options }),
      });
      return answer.status;
    };
    const many = (count: number, chars: number) => Array.from({ length: count }, (_, at) => choice(`${at}`.padEnd(chars, 'x')));
    for (const options of [
      [{ ...text, name: 'größe', max_length: 6000, choices: [choice('x'), choice('😀'.repeat(100))] }],
      [{ ...text, name: 'नाम', type: 10, choices: [choice(1.5)] }],
      [4, 5, 6, 7, 8, 9, 11].map((type) => ({ ...text, type, name: `o${type}` })),
      [{ ...text, description: '😀'.repeat(100), choices: many(25, 100) }],
    ])
      expect(await create(...options)).toBeLessThan(300);
    for (const options of [
      [{ ...text, type: 12 }],
      [{ ...text, name: '🎉' }],
      [{ ...text, name: 'A' }],
      [{ ...text, description: 'x'.repeat(101) }],
      [text, text],
      [text, { ...text, name: 'b', required: true }],
      [{ ...text, choices: [choice('x'), choice('x')] }],
      [{ ...text, choices: [choice('')] }],
      [{ ...text, choices: many(26, 5) }],
      [{ ...text, choices: [choice(1)] }],
      [{ ...text, type: 4, choices: [choice(1.5)] }],
      [{ ...text, type: 6, choices: [choice('x')] }],
      [{ ...text, type: 4, max_length: 10 }],
      [{ ...text, max_length: 6001 }],
      [{ ...text, options: [] }],
      [
        { ...text, choices: many(25, 100) },
        { ...text, name: 'b', choices: many(25, 100) },
      ],
    ])
      expect([options, await create(...options)]).toEqual([options, 400]);
  });
});

async function textChannel(guild: Guild): Promise<TextChannel> {
  const [channel] = [...(await guild.channels.fetch()).values()];
  if (!(channel instanceof TextChannel)) throw new Error('no text channel');
  return channel;
}
