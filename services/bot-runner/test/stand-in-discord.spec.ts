import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { remoteDiscord, startDiscord, waitFor, type StandInDiscord } from '@kith/kit/testing';
import { Client, Events, GatewayIntentBits, MessageFlags } from 'discord.js';

const INTENTS = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent];

// The whole discord.js is the independent peer: what it accepts as Discord, our runner may too.
describe('the stand-in Discord, seen by discord.js', () => {
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

  it('lets it log in, hear a member and answer', async () => {
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

    const messageId = discord.say({ bot, content: 'hello' });
    const reply = await discord.waitForReply(messageId);
    expect(reply).toMatchObject({ content: 'you said hello', isBot: true, channelId: bot.channelId });
  });

  it('replays to it what it missed when it is asked to reconnect', async () => {
    const bot = discord.addBot();
    const client = newClient();
    const heard: string[] = [];
    client.on(Events.MessageCreate, (message) => heard.push(message.content));
    const ready = once(client, Events.ClientReady);
    await client.login(bot.token);
    await ready;

    discord.kick(bot, { op: 7 });
    await waitFor('the connection to be cut', () => !discord.isConnected(bot));
    discord.say({ bot, content: 'while you were away' });
    await waitFor('the replay', () => heard.includes('while you were away'));
    expect(discord.stats).toMatchObject({ identifies: 1, resumed: 1 });
  });

  it('lets it register a command, hear a member use it, and answer that member alone', async () => {
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
    expect(() => discord.command({ bot, name: 'dice' })).toThrow('knows no command dice');
    await client.application?.commands.create({ name: 'dice', description: 'Throws dice' });
    expect(discord.commandsOf(bot)).toMatchObject([{ name: 'dice', description: 'Throws dice' }]);
    for (const place of [{}, { guildId: null }]) {
      const interactionId = discord.command({ bot, name: 'dice', authorId: '123456789012345678', ...place });
      const answer = await waitFor('the answer', () => discord.answerTo(interactionId));
      expect(answer).toMatchObject({ content: 'dice for 123456789012345678', isEphemeral: true });
    }
  });

  it('refuses an unknown token and a missing intent as Discord does', async () => {
    await expect(newClient().login('MTAwMDAwMDAwMDAwMDAwMDAw.abcdef.unknown')).rejects.toThrow(/token/i);
    const bot = discord.addBot({ messageContent: false });
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
      await remote.goDown();
      await expect(fetch(`${remote.apiUrl}/v10/users/@me`)).rejects.toThrow();
      await remote.comeBack();
      const answer = await fetch(`${remote.apiUrl}/v10/users/@me`, { headers: { authorization: `Bot ${bot.token}` } });
      expect(await answer.json()).toMatchObject({ id: bot.applicationId, username: 'Elsewhere' });
      expect(await remote.stats()).toMatchObject({ restRequests: 1 });
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  });
});
