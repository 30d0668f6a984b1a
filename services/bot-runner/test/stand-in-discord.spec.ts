import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { remoteDiscord, startDiscord, waitFor, type StandInDiscord } from '@kith/kit/testing';
import { Client, Events, GatewayIntentBits, MessageFlags } from 'discord.js';

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
