import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, aSnowflake, waitFor } from '@kith/kit/testing';
import { bots, discord, type Actor } from '@kith/proto';
import { aToken, botsUnderTest, databaseOf, startFakeRunner, type BotsUnderTest } from './bots-under-test.js';

let stack: BotsUnderTest;
let stopRunner: () => void;
const admin = anActor({ role: 'admin' });

beforeAll(async () => {
  stack = await botsUnderTest();
  stopRunner = await startFakeRunner(stack, () => [{ runtimeState: 'online', code: null, statusReason: null, fence: 1 }]);
});
afterAll(async () => {
  stopRunner();
  await stack.stop();
});

async function anOnlineBot(actor: Actor): Promise<string> {
  const { bot } = await stack.ask(bots.create, { actor, name: 'Nova', discordToken: aToken() });
  await stack.ask(bots.start, { actor, botId: bot.id });
  return bot.id;
}
const takeDown = (botId: string, actor = admin) => stack.ask(bots.takeDown, { actor, botId });
const restore = (botId: string, actor = admin) => stack.ask(bots.restore, { actor, botId });

describe('a bot that an administrator takes down', () => {
  it('goes offline, tells its owner why, and cannot be started, stopped out of it or resumed until it is restored', async () => {
    const actor = anActor();
    const botId = await anOnlineBot(actor);
    await takeDown(botId);
    await takeDown(botId);
    const taken = await stack.ask(bots.get, { actor, botId });
    expect(taken).toMatchObject({
      status: 'offline',
      runtimeState: 'taken_down',
      statusReason: expect.stringContaining('taken down'),
    });
    await expect(stack.ask(bots.start, { actor, botId })).rejects.toMatchObject({ code: 'TAKEN_DOWN', status: 403 });
    await stack.ask(bots.stop, { actor, botId });
    await stack.ask(bots.report, { botId, runtimeState: 'stopped', code: null, statusReason: null, fence: 9 });
    expect(await stack.ask(bots.get, { actor, botId })).toMatchObject({ statusReason: expect.stringContaining('taken down') });
    const { bot } = await stack.ask(bots.getDesiredOnline, { botId });
    expect(bot).toBeNull();

    await restore(botId);
    expect(await stack.ask(bots.get, { actor, botId })).toMatchObject({ runtimeState: 'stopped', statusReason: null });
    await expect(stack.ask(bots.start, { actor, botId })).resolves.toMatchObject({ status: 'online' });
  });

  it('stays down when a start runs at the same time', async () => {
    const actor = anActor();
    const botId = await anOnlineBot(actor);
    await stack.ask(bots.stop, { actor, botId });
    await Promise.allSettled([stack.ask(bots.start, { actor, botId }), takeDown(botId)]);
    await waitFor('the take-down', async () => {
      const [row] = await databaseOf(stack).query<{ desired_online: boolean }[]>(
        'select desired_online from bots.bot where id = $1',
        [botId],
      );
      return row?.desired_online === false;
    });
    await expect(stack.ask(bots.start, { actor, botId })).rejects.toMatchObject({ code: 'TAKEN_DOWN' });
  });

  it('needs an administrator, who does not act for somebody else, and a bot that exists', async () => {
    const actor = anActor();
    const botId = await anOnlineBot(actor);
    await expect(takeDown(botId, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(restore(botId, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const acting = anActor({ role: 'admin', impersonator: { userId: admin.userId, username: 'root' } });
    await expect(takeDown(botId, acting)).rejects.toMatchObject({ code: expect.stringMatching(/IMPERSONATING|FORBIDDEN/) });
    await stack.ask(bots.remove, { actor, botId });
    await expect(takeDown(botId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('cannot come back with its token in another bot, not even after its deletion, and says nothing meanwhile', async () => {
    const actor = anActor({ plan: 'premium' });
    const applicationId = aSnowflake();
    const discordToken = aToken(applicationId);
    stack.inspections.set(discordToken, { verdict: 'valid', applicationId, botName: 'Nova#1', hasMessageContent: true });
    const { bot } = await stack.ask(bots.create, { actor, name: 'Nova', discordToken });
    await takeDown(bot.id);
    const hello = { actor, botId: bot.id, channelId: aSnowflake(), helloId: randomUUID() };
    await expect(stack.ask(discord.sayHello, hello)).rejects.toMatchObject({ code: 'TAKEN_DOWN' });
    await stack.ask(bots.update, { actor, botId: bot.id, clearDiscordToken: true });
    expect(await stack.ask(bots.get, { actor, botId: bot.id })).toMatchObject({
      statusReason: expect.stringContaining('taken down'),
    });
    const next = await stack.ask(bots.create, { actor, name: 'Nova again', discordToken });
    await expect(stack.ask(bots.start, { actor, botId: next.bot.id })).rejects.toMatchObject({ code: 'TAKEN_DOWN' });
    await stack.ask(bots.remove, { actor, botId: bot.id });
    await expect(stack.ask(bots.start, { actor, botId: next.bot.id })).rejects.toMatchObject({ code: 'TAKEN_DOWN' });
    await restore(bot.id);
    await expect(stack.ask(bots.start, { actor, botId: next.bot.id })).resolves.toMatchObject({ status: 'online' });
  });
});
