import type { Stack } from '@kith/all-in-one/testing';
import { waitFor, type DiscordBot, type StandInDiscord } from '@kith/kit/testing';
import { Redis } from 'ioredis';
import { dumpPostgres, dumpRedis } from '../dumps.js';
import { createRoleUser, expectDone } from '../matrix/roles.js';

export const BOB = '622222222222222222';
const BOBS = 'the sloop Gull-CANARY';
/** A new member per test. */
let memberCount = 0;
export const newMember = () => {
  memberCount += 1;
  return { id: `61111111111111111${memberCount}`, words: `the brig Petrel-CANARY-${memberCount}` };
};
type Member = ReturnType<typeof newMember>;

/** Members of Discord who talk to bots of a running product, and what its stores hold of them. */
export function membersOf(product: () => Pick<Stack, 'baseUrl'>, discord: StandInDiscord, env: NodeJS.ProcessEnv) {
  const redis = new Redis(env['REDIS_URL'] ?? '');

  /** A bot on Discord that both members have talked to. */
  async function createOwnBot({ id, words }: Member): Promise<{ bot: DiscordBot; messageCount: () => Promise<unknown> }> {
    const { client } = await createRoleUser(product());
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
  const everything = async () => `${await dumpPostgres(env['DATABASE_URL'] ?? '')}\n${await dumpRedis(redis)}`;
  const traces = async (...of: string[]) => {
    const all = await everything();
    return of.filter((one) => all.includes(one));
  };
  return { createOwnBot, forgetMe, traces, close: () => redis.disconnect() };
}
