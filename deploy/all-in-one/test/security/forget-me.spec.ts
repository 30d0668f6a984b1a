import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReplica, type Replica } from '@kith/all-in-one/testing';
import {
  startDiscord,
  testEnvironment,
  waitFor,
  type DiscordBot,
  type StandInDiscord,
  type TestEnvironment,
} from '@kith/kit/testing';
import { Redis } from 'ioredis';
import { dumpPostgres, dumpRedis } from '../dumps.js';
import { createRoleUser, expectDone } from '../matrix/roles.js';

const BOB = '622222222222222222';
const BOBS = 'the sloop Gull-CANARY';
/** A new member per test. */
let memberCount = 0;
const newMember = () => {
  memberCount += 1;
  return { id: `61111111111111111${memberCount}`, words: `the brig Petrel-CANARY-${memberCount}` };
};
type Member = ReturnType<typeof newMember>;

/** Runs the product in a separate process, which can be killed. */
describe('/forget-me on Discord', () => {
  let discord: StandInDiscord;
  let world: TestEnvironment;
  let replica: Replica;
  let redis: Redis;

  beforeAll(async () => {
    discord = await startDiscord({ port: 0, identifyEveryMs: 0 });
    world = await testEnvironment({ DISCORD_API_URL: discord.apiUrl });
    redis = new Redis(world.env['REDIS_URL'] ?? '');
    replica = await startReplica(world.env);
  }, 120_000);
  afterAll(async () => {
    await replica.end('SIGTERM');
    redis.disconnect();
    await discord.close();
    await world.drop();
  }, 120_000);

  /** A bot on Discord that both members have talked to. */
  async function createOwnBot({ id, words }: Member): Promise<{ bot: DiscordBot; messageCount: () => Promise<unknown> }> {
    const { client } = await createRoleUser(replica);
    const bot = discord.addBot();
    const { body } = await expectDone(client.post('/api/bots', { name: 'Amber', discordToken: bot.token }));
    const path = `/api/bots/${String(body['id'])}`;
    await expectDone(client.post(`${path}/start`));
    await waitFor('the command', () => discord.commandsOf(bot).some(({ name }) => name === 'forget-me'));
    for (const [authorId, content] of [
      [id, words],
      [BOB, BOBS],
    ])
      await discord.waitForReply(discord.sendMessage({ bot, authorId, content: `I sail ${content}`, mention: true }), 20_000);
    await discord.waitForReply(discord.sendMessage({ bot, authorId: id, content: `Psst: ${words}`, guildId: null }), 20_000);
    const messageCount = async () => (await expectDone(client.get(path))).body['messageCount'];
    await waitFor('the deliveries', async () => (await messageCount()) === 3);
    return { bot, messageCount };
  }
  const forgetMe = async (bot: DiscordBot, { id }: Member, options: { guildId?: null } = {}) => {
    const interactionId = discord.invokeCommand({ bot, name: 'forget-me', authorId: id, ...options });
    return waitFor('the answer', () => discord.responseTo(interactionId));
  };
  const everything = async () => `${await dumpPostgres(world.env['DATABASE_URL'] ?? '')}\n${await dumpRedis(redis)}`;
  const traces = async (...of: string[]) => {
    const all = await everything();
    return of.filter((one) => all.includes(one));
  };

  it('answers in private and deletes the member from every table and key, and nobody else [S74]', async () => {
    const one = newMember();
    const { id, words } = one;
    const { bot, messageCount } = await createOwnBot(one);
    // What they wrote is encrypted.
    expect(await traces(id, BOB)).toHaveLength(2);
    expect(await forgetMe(bot, one)).toMatchObject({
      content: expect.stringContaining('Everything this companion remembers about you is deleted'),
      isEphemeral: true,
    });
    await waitFor('the deletion', async () => (await traces(id, words)).length === 0);
    expect(await traces(BOB)).toEqual([BOB]);
    expect(await messageCount()).toBe(3);
    expect(replica.log()).not.toContain(id);
    // A member who writes again is answered and stored again.
    await discord.waitForReply(discord.sendMessage({ bot, authorId: id, content: 'hello again' }), 20_000);
  }, 120_000);

  it('deletes what one bot knows and not what another one knows, also in direct messages [S74]', async () => {
    const member = newMember();
    const [one, other] = [await createOwnBot(member), await createOwnBot(member)];
    const repliesOf = async ({ bot }: { bot: DiscordBot }) =>
      (await dumpPostgres(world.env['DATABASE_URL'] ?? ''))
        .split('\n')
        .filter((row) => row.includes(member.id) && row.includes(bot.channelId));
    expect([(await repliesOf(one)).length, (await repliesOf(other)).length]).toEqual([1, 1]);
    expect(await forgetMe(one.bot, member, { guildId: null })).toMatchObject({ isEphemeral: true });
    await waitFor('the deletion', async () => (await repliesOf(one)).length === 0);
    expect(await repliesOf(other)).toHaveLength(1);
    await forgetMe(other.bot, member);
    await waitFor('the other deletion', async () => (await traces(member.id, member.words)).length === 0);
  }, 120_000);

  it('deletes the member even if the process is killed while it answers [S74]', async () => {
    const member = newMember();
    const { bot } = await createOwnBot(member);
    await forgetMe(bot, member);
    await replica.end('SIGKILL');
    const late = discord.sendMessage({ bot, authorId: BOB, content: 'still there?', mention: true });
    replica = await startReplica(world.env);
    await discord.waitForReply(late, 60_000);
    await waitFor('the deletion', async () => (await traces(member.id, member.words)).length === 0, 60_000);
    expect(await traces(BOB)).toEqual([BOB]);
  }, 240_000);
});
