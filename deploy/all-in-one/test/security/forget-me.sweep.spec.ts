import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReplica, type Replica } from '@kith/all-in-one/testing';
import { startDiscord, testEnvironment, waitFor, type StandInDiscord, type TestEnvironment } from '@kith/kit/testing';
import { BOB, membersOf, newMember } from './forgetting-members.js';

/** Runs the product in a separate process, which can be killed. */
describe('/forget-me on Discord', () => {
  let discord: StandInDiscord;
  let world: TestEnvironment;
  let replica: Replica;
  let members: ReturnType<typeof membersOf>;

  beforeAll(async () => {
    discord = await startDiscord({ port: 0, identifyEveryMs: 0 });
    world = await testEnvironment({ DISCORD_API_URL: discord.apiUrl });
    replica = await startReplica(world.env);
    members = membersOf(() => replica, discord, world.env);
  }, 120_000);
  afterAll(async () => {
    await replica.end('SIGTERM');
    members.close();
    await discord.close();
    await world.drop();
  }, 120_000);

  it('deletes the member even if the process is killed while it answers [S74]', async () => {
    const member = newMember();
    const { bot } = await members.createOwnBot(member);
    await members.forgetMe(bot, member);
    await replica.end('SIGKILL');
    const late = discord.sendMessage({ bot, authorId: BOB, content: 'still there?', mention: true });
    replica = await startReplica(world.env);
    await discord.waitForReply(late, 60_000);
    await waitFor('the deletion', async () => (await members.traces(member.id, member.words)).length === 0, 60_000);
    expect(await members.traces(BOB)).toEqual([BOB]);
    expect(replica.log()).not.toContain(member.id);
  }, 240_000);
});
