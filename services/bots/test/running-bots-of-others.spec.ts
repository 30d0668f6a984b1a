import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { anActor, aSnowflake, queryAsOwner } from '@kith/kit/testing';
import { bots, checkUps, neededPermissions, permissionBits, ChannelSettings, type Actor } from '@kith/proto';
import { database as spec } from '../src/database.js';
import { aToken, botsUnderTest, changePlan, databaseOf, plansApplied, type BotsUnderTest } from './bots-under-test.js';

const OTHERS = 3000;
const SERVER = '200000000000000001';

let stack: BotsUnderTest;
beforeAll(async () => {
  stack = await botsUnderTest();
});
afterAll(() => stack.stop());

/** A bot with a token, in one server. */
async function aConnectedBot(actor: Actor): Promise<string> {
  const applicationId = aSnowflake();
  const discordToken = aToken(applicationId);
  const account = { applicationId, name: 'Nova', about: '', hasMessageContent: true, hasServerMembers: true };
  stack.inspections.set(discordToken, { verdict: 'valid', applicationId, botName: 'Nova#1234', hasMessageContent: true });
  const { bot } = await stack.ask(bots.create, { actor, name: 'Nova', discordToken });
  const permissions = permissionBits(
    neededPermissions({
      channelSettings: ChannelSettings.parse({}),
      preferences: { sendMedia: true },
      commandIds: [],
      systems: [],
    }),
  );
  stack.accounts.set(bot.id, { account, servers: [{ id: SERVER, name: 'Elm Street', memberCount: 12, permissions }] });
  return bot.id;
}

/** The statements about the running bots of an owner that `work` executes, with their plans. */
async function readsOfRunningBots(ownerId: string, work: () => Promise<unknown>): Promise<{ statement: string; plan: string }[]> {
  const rows = databaseOf(stack);
  const logged = jest.spyOn(rows.logger, 'logQuery');
  await work();
  const calls = logged.mock.calls.filter(
    ([statement, parameters]) => /\bwhere\b.*\bdesired_online\b/is.test(statement) && parameters?.includes(ownerId),
  );
  logged.mockRestore();
  return Promise.all(
    calls.map(async ([statement, parameters]) => ({
      statement,
      plan: JSON.stringify(await rows.query(`explain ${statement}`, parameters)),
    })),
  );
}

describe('beside thousands of running bots of others', () => {
  let actor: Actor;
  let botId: string;
  beforeAll(async () => {
    actor = anActor({ plan: 'premium' });
    botId = await aConnectedBot(actor);
    await plansApplied(stack);
    await databaseOf(stack).query(
      `insert into bots.bot (id, owner_id, name, avatar_color, model, response_style, personality, preferences, channel_settings, desired_online)
       select gen_random_uuid(), gen_random_uuid(), name, avatar_color, model, response_style, personality, preferences, channel_settings, true
       from bots.bot, generate_series(1, $2::int) where id = $1`,
      [botId, OTHERS],
    );
    await queryAsOwner(stack, spec, 'analyze bots.bot');
  });

  it('a check-up reads the bots of the owner alone, and of these what it compares', async () => {
    const reads = await readsOfRunningBots(actor.userId, () => stack.ask(checkUps.run, { actor, botId }));
    expect(reads).toHaveLength(1);
    const [{ statement, plan } = { statement: '', plan: '' }] = reads;
    expect(plan).toContain('bot_owner');
    expect(statement).toContain('channel_settings');
    expect(statement).not.toContain('instructions');
  });

  it('a change of the plan marks the bots of the owner without reading those of others', async () => {
    const reads = await readsOfRunningBots(actor.userId, async () => {
      await changePlan(stack, actor.userId, 'basic');
      await plansApplied(stack);
    });
    const marks = reads.filter(({ statement }) => statement.includes('changed_at = clock_timestamp()'));
    expect(marks).toHaveLength(1);
    expect(marks[0]?.plan).toContain('bot_owner');
  });
});
