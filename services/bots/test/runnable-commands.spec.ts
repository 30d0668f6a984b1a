import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor } from '@kith/kit/testing';
import { bots, commands, customCommands, events, type Actor, type RunnableBot } from '@kith/proto';
import { aToken, botsUnderTest, changePlan, databaseOf, ONLINE, startFakeRunner, type BotsUnderTest } from './bots-under-test.js';

const CODE = "export default () => 'hi'";

describe('the commands that runners get with a bot', () => {
  let stack: BotsUnderTest;
  let stopRunner: () => void;
  const changed: string[] = [];
  const learn = (actor: Actor, botId: string, commandId: string) => stack.ask(commands.learn, { actor, botId, commandId });
  const runnable = async (botId: string): Promise<RunnableBot> => {
    const { bot } = await stack.ask(bots.getDesiredOnline, { botId });
    if (!bot) throw new Error('the bot is not desired online');
    return bot;
  };
  const commandsOf = async (botId: string) => (await runnable(botId)).commands;
  const aRunningBot = async (actor: Actor) => {
    const { id } = (await stack.ask(bots.create, { actor, name: 'Nova', discordToken: aToken() })).bot;
    await stack.ask(bots.start, { actor, botId: id });
    return id;
  };
  const aCustomCommand = (actor: Actor, trigger: string, description = 'Says hi') =>
    stack.ask(customCommands.create, { actor, name: 'Greet', trigger, description, code: CODE });

  beforeAll(async () => {
    stack = await botsUnderTest();
    stopRunner = await startFakeRunner(stack, () => [ONLINE]);
    await stack.runtime.events.subscribe(events.botChanged, ({ botId }) => changed.push(botId));
  });
  afterAll(async () => {
    stopRunner();
    await stack.stop();
  });

  it('are the enabled ones with the trigger in force, oldest first, without code', async () => {
    const actor = anActor({ plan: 'premium' });
    const botId = await aRunningBot(actor);
    const { id } = await aCustomCommand(actor, '!greet', `Says hi ${'x'.repeat(200)}`);
    await learn(actor, botId, 'roll');
    const ping = await learn(actor, botId, 'ping');
    await learn(actor, botId, id);
    const purge = await learn(actor, botId, 'purge');
    await stack.ask(commands.updateLearned, { actor, botId, botCommandId: ping.id, customTrigger: '!latency' });
    await stack.ask(commands.updateLearned, { actor, botId, botCommandId: purge.id, isEnabled: false });
    expect(await commandsOf(botId)).toEqual([
      { commandId: 'roll', trigger: '!roll', custom: null },
      { commandId: 'ping', trigger: '!latency', custom: null },
      { commandId: id, trigger: '!greet', custom: { name: 'Greet', description: `Says hi ${'x'.repeat(92)}` } },
    ]);
    const { bots: listed } = await stack.ask(bots.listDesiredOnline, {});
    expect(listed.find((bot) => bot.botId === botId)?.commands).toEqual(await commandsOf(botId));
    expect(JSON.stringify(listed)).not.toContain('export default');
  });

  it('contain custom ones only while the plan of the owner allows them, and runners are told when that changes', async () => {
    const actor = anActor({ plan: 'basic' });
    stack.plans.set(actor.userId, 'basic');
    const botId = await aRunningBot(actor);
    const { id } = await aCustomCommand(actor, '!greet');
    await learn(actor, botId, id);
    await learn(actor, botId, 'ping');
    const ids = async () => (await commandsOf(botId)).map(({ commandId }) => commandId);
    expect(await ids()).toEqual([id, 'ping']);
    changed.length = 0;
    await changePlan(stack, actor.userId, 'free');
    await waitFor('the announcement', () => changed.includes(botId));
    expect(await ids()).toEqual(['ping']);
    await changePlan(stack, actor.userId, 'basic');
    await waitFor('the command to be back', async () => (await ids()).includes(id));
  });

  it('are answered while billing is unavailable, with the custom ones, because the plan is checked again when they run', async () => {
    const actor = anActor({ plan: 'premium' });
    const botId = await aRunningBot(actor);
    const { id } = await aCustomCommand(actor, '!greet');
    await learn(actor, botId, id);
    stack.onPlanRequest = () => {
      throw new Error('billing fails');
    };
    expect((await commandsOf(botId)).map(({ commandId }) => commandId)).toEqual([id]);
    stack.onPlanRequest = () => undefined;
  });

  it('make pages of the list shorter instead of too large for a response', async () => {
    const actor = anActor({ plan: 'premium' });
    const largest = '\u0001'.repeat(100);
    const owned = await Promise.all(Array.from({ length: 12 }, () => aRunningBot(actor)));
    // Characters that take six bytes as JSON.
    await databaseOf(stack).query(
      `insert into bots.custom_command (id, owner_id, name, trigger, description, code, icon)
       select gen_random_uuid(), $1, $2, 'large' || n, $2, '', '' from generate_series(1, 100) n`,
      [actor.userId, largest],
    );
    await databaseOf(stack).query(
      `insert into bots.learned_command (id, bot_id, custom_command_id, is_enabled)
       select gen_random_uuid(), bot_id, command.id, true from unnest($2::uuid[]) as bot_id, bots.custom_command command where owner_id = $1`,
      [actor.userId, owned],
    );
    const seen: string[] = [];
    for (let after: string | null = null, pages = 0; pages === 0 || after !== null; pages += 1) {
      const page: { bots: RunnableBot[]; next: string | null } = await stack.ask(bots.listDesiredOnline, { after });
      seen.push(...page.bots.map((bot) => bot.botId));
      after = page.next;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(owned.filter((id) => !seen.includes(id))).toEqual([]);
  });
});
