import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startReplica, type Replica } from '@kith/all-in-one/testing';
import { startDiscord, testEnvironment, waitFor, type StandInDiscord, type TestEnvironment } from '@kith/kit/testing';
import { aClient, aPlayer, expectDone, type Player } from '../matrix/cast.js';

/** What Discord's rules ask of whoever runs bots. In a process of its own, so that it can be started anew. */
describe('the rules of Discord', () => {
  let discord: StandInDiscord;
  let world: TestEnvironment;
  let replica: Replica;

  beforeAll(async () => {
    discord = await startDiscord({ port: 0 });
    world = await testEnvironment({ DISCORD_API_URL: discord.apiUrl });
    replica = await startReplica(world.env);
  }, 120_000);
  afterAll(async () => {
    await replica.end('SIGTERM');
    await discord.close();
    await world.drop();
  }, 120_000);

  interface Launched {
    readonly player: Player;
    readonly path: string;
    readonly warnings: readonly string[];
  }
  async function aBotWith(discordToken: string): Promise<Launched> {
    const player = await aPlayer(replica);
    const { body } = await expectDone(player.client.post('/api/bots', { name: 'Amber', discordToken }));
    return { player, path: `/api/bots/${String(body['id'])}`, warnings: body['warnings'] as string[] };
  }
  const stateOf = async ({ player, path }: Launched, client = player.client) =>
    (await expectDone(client.get(path))).body['runtimeState'];

  it('S74: the account of a person is no companion: its token is refused when it is saved and when it is started', async () => {
    const person = discord.addBot({ isUserAccount: true });
    const bot = await aBotWith(person.token);
    expect(bot.warnings.join()).toMatch(/token/i);
    const started = await bot.player.client.post(`${bot.path}/start`);
    expect([started.status, started.body['code']]).toEqual([422, 'TOKEN_INVALID']);
    await waitFor('the end of the session', () => !discord.hasSession(person));
    expect(await stateOf(bot)).toBe('failed');
  });

  it('S74: a token that Discord refuses with 4004 is not tried again, not after a restart either', async () => {
    const onDiscord = discord.addBot();
    const bot = await aBotWith(onDiscord.token);
    await expectDone(bot.player.client.post(`${bot.path}/start`));
    discord.revokeToken(onDiscord);
    await waitFor('the verdict', async () => (await stateOf(bot)) === 'failed');
    discord.resetStats();
    // Somebody else comes online meanwhile: the runner works on.
    const other = await aBotWith(discord.addBot().token);
    await expectDone(other.player.client.post(`${other.path}/start`));
    expect([discord.stats.unauthorized, discord.stats.closes[4004]]).toEqual([0, undefined]);

    await replica.end('SIGTERM');
    replica = await startReplica(world.env);
    const { client } = await aClient(replica).login(other.player.username, other.player.password);
    await waitFor('the other one is back', async () => (await stateOf(other, client)) === 'online', 60_000);
    expect([discord.stats.unauthorized, discord.stats.closes[4004]]).toEqual([0, undefined]);
    const own: ApiClient = (await aClient(replica).login(bot.player.username, bot.player.password)).client;
    expect(await stateOf(bot, own)).toBe('failed');
  }, 240_000);

  it('S74: no companion asks for more than it needs: neither members nor presences', async () => {
    const onDiscord = discord.addBot();
    const bot = await aBotWith(onDiscord.token);
    const client = (await aClient(replica).login(bot.player.username, bot.player.password)).client;
    await expectDone(client.post(`${bot.path}/start`));
    const [GUILD_MEMBERS, GUILD_PRESENCES] = [1 << 1, 1 << 8];
    expect(discord.intentsOf(onDiscord) & (GUILD_MEMBERS | GUILD_PRESENCES)).toBe(0);
  });
});
