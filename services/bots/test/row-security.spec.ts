import { anActor, asActor, waitFor } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bots, commands, COMMANDS, customCommands, systems, SYSTEMS, tools, type Actor } from '@kith/proto';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { BotEntity } from '../src/bot.entity.js';
import { CustomCommandEntity } from '../src/commands/custom-command.entity.js';
import { LearnedCommandEntity } from '../src/commands/learned-command.entity.js';
import { AgreementEntity } from '../src/discord/agreement.entity.js';
import { InstalledSystemEntity } from '../src/systems/installed-system.entity.js';
import { ToolServerEntity } from '../src/tools/tool-server.entity.js';
import { BotVersionEntity } from '../src/versions/bot-version.entity.js';
import { botsUnderTest, databaseOf, ONLINE, startFakeRunner, aToken, type BotsUnderTest } from './bots-under-test.js';

const [FIRST_COMMAND] = COMMANDS;
const [FIRST_SYSTEM] = SYSTEMS;

describe('a query that forgets the condition on the owner', () => {
  let stack: BotsUnderTest;
  let stopRunner: () => void;
  const [anne, ben] = [anActor({ plan: 'premium' }), anActor({ plan: 'premium' })];
  const botOf = new Map<Actor, string>();

  async function addBotOf(actor: Actor): Promise<void> {
    const { bot } = await stack.ask(bots.create, { actor, name: 'Nova', discordToken: aToken() });
    botOf.set(actor, bot.id);
    const fields = { name: 'Greet', trigger: '!greet', description: 'Says hello', code: 'return {}' };
    await stack.ask(customCommands.create, { actor, ...fields });
    await stack.ask(commands.learn, { actor, botId: bot.id, commandId: FIRST_COMMAND?.id ?? '' });
    const input = { name: 'Weather', address: 'https://mcp.example.org/' };
    await stack.ask(tools.addServer, { actor, botId: bot.id, input });
    await stack.ask(systems.install, { actor, botId: bot.id, systemId: FIRST_SYSTEM?.id ?? '' });
    await stack.ask(bots.start, { actor, botId: bot.id });
  }

  beforeAll(async () => {
    stack = await botsUnderTest();
    stopRunner = await startFakeRunner(stack, () => [ONLINE]);
    await addBotOf(anne);
    await addBotOf(ben);
  });
  afterAll(async () => {
    stopRunner();
    await stack.stop();
  });

  it.each<[string, EntityTarget<ObjectLiteral>, string]>([
    ['bots', BotEntity, 'id'],
    ['versions', BotVersionEntity, 'botId'],
    ['systems', InstalledSystemEntity, 'botId'],
    ['servers of tools', ToolServerEntity, 'botId'],
    ['learned commands', LearnedCommandEntity, 'botId'],
  ])('finds, changes and deletes no %s of another user [S30]', async (_what, entity, column) => {
    const rows = databaseOf(stack).getRepository(entity);
    expect(await rows.find()).toHaveLength(2);
    expect((await asActor(anne.userId, () => rows.find())).map((row) => row[column] as string)).toEqual([botOf.get(anne)]);
    const foreign = { [column]: botOf.get(ben) };
    expect(await asActor(anne.userId, () => rows.findOneBy(foreign))).toBeNull();
    expect(await asActor(anne.userId, () => rows.update(foreign, foreign))).toMatchObject({ affected: 0 });
    expect(await asActor(anne.userId, () => rows.delete(foreign))).toMatchObject({ affected: 0 });
    expect(await rows.find()).toHaveLength(2);
  });

  it('finds no custom command, no agreement and no period of another user, and counts none [S30]', async () => {
    const database = databaseOf(stack);
    const own = await asActor(anne.userId, () => database.manager.find(CustomCommandEntity));
    expect(own.map(({ ownerId }) => ownerId)).toEqual([anne.userId]);
    const agreements = await asActor(anne.userId, () => database.manager.find(AgreementEntity));
    expect(agreements.map(({ userId }) => userId)).toEqual([anne.userId]);
    const periods = 'select distinct bot_id as "botId" from bots.run_period';
    expect(await database.query(periods)).toHaveLength(2);
    expect(await asActor(anne.userId, () => database.query(periods))).toEqual([{ botId: botOf.get(anne) }]);
    expect(await asActor(anne.userId, () => database.manager.count(BotEntity))).toBe(1);
  });

  it('cannot give a row to another user, or add one to a bot of another user [S30]', async () => {
    const database = databaseOf(stack);
    const given = asActor(anne.userId, () =>
      database.manager.update(BotEntity, { id: botOf.get(anne) }, { ownerId: ben.userId }),
    );
    await expect(given).rejects.toThrow('row-level security');
    const row = { botId: botOf.get(ben) ?? '', systemId: 'welcome', settings: {} };
    await expect(asActor(anne.userId, () => database.manager.insert(InstalledSystemEntity, row))).rejects.toThrow(
      'row-level security',
    );
  });

  it('hides nothing from administrators who count all bots', async () => {
    const actor = anActor({ role: 'admin' });
    await waitFor('both bots to be online', async () => (await stack.ask(bots.stats, { actor })).active === 2);
    expect(await stack.ask(bots.stats, { actor })).toEqual({ total: 2, active: 2 });
  });
});
