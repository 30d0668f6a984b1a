import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Stack } from '@kith/all-in-one/testing';
import { startDiscord, waitFor, type DiscordBot, type StandInDiscord } from '@kith/kit/testing';
import { dumpPostgres } from '../dumps.js';
import { BOB, membersOf, newMember } from './forgetting-members.js';

describe('/forget-me on Discord', () => {
  let discord: StandInDiscord;
  let stack: Stack;
  let members: ReturnType<typeof membersOf>;

  beforeAll(async () => {
    discord = await startDiscord({ port: 0, identifyEveryMs: 0 });
    stack = await startStack({ DISCORD_API_URL: discord.apiUrl });
    members = membersOf(() => stack, discord, stack.env);
  }, 120_000);
  afterAll(async () => {
    members.close();
    await stack.stop();
    await discord.close();
  }, 120_000);

  it('answers in private and deletes the member from every table and key, and nobody else [S74]', async () => {
    const one = newMember();
    const { id, words } = one;
    const { bot, messageCount } = await members.createOwnBot(one);
    // What they wrote is encrypted.
    expect(await members.traces(id, BOB)).toHaveLength(2);
    expect(await members.forgetMe(bot, one)).toMatchObject({
      content: expect.stringContaining('Everything this companion remembers about you is deleted'),
      isEphemeral: true,
    });
    await waitFor('the deletion', async () => (await members.traces(id, words)).length === 0);
    expect(await members.traces(BOB)).toEqual([BOB]);
    expect(await messageCount()).toBe(3);
    // A member who writes again is answered and stored again.
    await discord.waitForReply(discord.sendMessage({ bot, authorId: id, content: 'hello again' }), 20_000);
  }, 120_000);

  it('deletes what one bot knows and not what another one knows, also in direct messages [S74]', async () => {
    const member = newMember();
    const [one, other] = [await members.createOwnBot(member), await members.createOwnBot(member)];
    const repliesOf = async ({ bot }: { bot: DiscordBot }) =>
      (await dumpPostgres(stack.env['DATABASE_URL'] ?? ''))
        .split('\n')
        .filter((row) => row.includes(member.id) && row.includes(bot.channelId));
    expect([(await repliesOf(one)).length, (await repliesOf(other)).length]).toEqual([1, 1]);
    expect(await members.forgetMe(one.bot, member, { guildId: null })).toMatchObject({ isEphemeral: true });
    await waitFor('the deletion', async () => (await repliesOf(one)).length === 0);
    expect(await repliesOf(other)).toHaveLength(1);
    await members.forgetMe(other.bot, member);
    await waitFor('the other deletion', async () => (await members.traces(member.id, member.words)).length === 0);
  }, 120_000);
});
