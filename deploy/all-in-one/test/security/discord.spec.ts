import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type ApiClient, type Stack } from '@kith/all-in-one/testing';
import { startDiscord, waitFor, type StandInDiscord } from '@kith/kit/testing';
import { aClient, createRoleUser, expectDone, type RoleUser } from '../matrix/roles.js';

describe('rules of Discord for bot operators', () => {
  let discord: StandInDiscord;
  let stack: Stack;

  beforeAll(async () => {
    discord = await startDiscord({ port: 0 });
    stack = await startStack({ DISCORD_API_URL: discord.apiUrl });
  }, 120_000);
  afterAll(async () => {
    await stack.stop();
    await discord.close();
  }, 120_000);

  interface Launched {
    readonly roleUser: RoleUser;
    readonly path: string;
    readonly warnings: readonly string[];
  }
  async function aBotWith(discordToken: string): Promise<Launched> {
    const roleUser = await createRoleUser(stack);
    const { body } = await expectDone(roleUser.client.post('/api/bots', { name: 'Amber', discordToken }));
    return { roleUser, path: `/api/bots/${String(body['id'])}`, warnings: body['warnings'] as string[] };
  }
  const stateOf = async ({ roleUser, path }: Launched, client = roleUser.client) =>
    (await expectDone(client.get(path))).body['runtimeState'];

  it('the token of a user account is refused at save and at start [S74]', async () => {
    const person = discord.addBot({ isUserAccount: true });
    const bot = await aBotWith(person.token);
    expect(bot.warnings.join()).toMatch(/token/i);
    const started = await bot.roleUser.client.post(`${bot.path}/start`);
    expect([started.status, started.body['code']]).toEqual([422, 'TOKEN_INVALID']);
    await waitFor('the end of the session', () => !discord.hasSession(person));
    expect(await stateOf(bot)).toBe('failed');
  });

  it('a token that Discord closed with 4004 is not tried again, also after a restart of the runner [S74]', async () => {
    const onDiscord = discord.addBot();
    const bot = await aBotWith(onDiscord.token);
    await expectDone(bot.roleUser.client.post(`${bot.path}/start`));
    discord.revokeToken(onDiscord);
    await waitFor('the verdict', async () => (await stateOf(bot)) === 'failed');
    discord.resetStats();
    // Another bot comes online meanwhile, which shows that the runner works.
    const other = await aBotWith(discord.addBot().token);
    await expectDone(other.roleUser.client.post(`${other.path}/start`));
    expect([discord.stats.unauthorized, discord.stats.closes[4004]]).toEqual([0, undefined]);

    await stack.stopService?.('bot-runner');
    await stack.startService?.('bot-runner');
    const { client } = await aClient(stack).login(other.roleUser.username, other.roleUser.password);
    await waitFor('the other one is back', async () => (await stateOf(other, client)) === 'online', 60_000);
    expect([discord.stats.unauthorized, discord.stats.closes[4004]]).toEqual([0, undefined]);
    const own: ApiClient = (await aClient(stack).login(bot.roleUser.username, bot.roleUser.password)).client;
    expect(await stateOf(bot, own)).toBe('failed');
  }, 240_000);

  it('no bot requests the members or presences intent [S74]', async () => {
    const onDiscord = discord.addBot();
    const bot = await aBotWith(onDiscord.token);
    const client = (await aClient(stack).login(bot.roleUser.username, bot.roleUser.password)).client;
    await expectDone(client.post(`${bot.path}/start`));
    const [GUILD_MEMBERS, GUILD_PRESENCES] = [1 << 1, 1 << 8];
    expect(discord.intentsOf(onDiscord) & (GUILD_MEMBERS | GUILD_PRESENCES)).toBe(0);
  });
});
