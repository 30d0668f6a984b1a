import { anActor, ownerDatabase } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bots, commands, customCommands, type Actor } from '@kith/proto';
import { database } from '../src/index.js';
import { botsUnderTest, codeOf, databaseOf, impersonated, type BotsUnderTest } from './bots-under-test.js';

const LIMITED_TABLES = `select oid::regclass::text as "table" from pg_class where relrowsecurity`;
const FIELDS = { name: 'Greet', trigger: '!greet', description: 'Says hello', code: 'return {}' };

// Row-level security would hide what the queries themselves have to leave out.
describe('without row-level security, a query', () => {
  let stack: BotsUnderTest;
  const [anne, ben] = [anActor({ plan: 'premium' }), anActor({ plan: 'premium' })];
  const botOf = new Map<Actor, string>();
  const commandOf = new Map<Actor, string>();
  const idOf = (actor: Actor): string => botOf.get(actor) ?? '';

  beforeAll(async () => {
    stack = await botsUnderTest();
    const owner = await ownerDatabase(stack, database);
    const tables = await owner.query<{ table: string }[]>(LIMITED_TABLES);
    for (const { table } of tables) await owner.query(`alter table ${table} disable row level security`);
    await owner.destroy();
    for (const actor of [anne, ben]) {
      botOf.set(actor, (await stack.ask(bots.create, { actor, name: actor.username })).bot.id);
      commandOf.set(actor, (await stack.ask(customCommands.create, { actor, ...FIELDS })).id);
    }
  });
  afterAll(() => stack.stop());

  it('lists, names and counts the bots of its owner only [S30]', async () => {
    expect(await stack.ask(bots.list, { actor: anne })).toMatchObject({ bots: [{ id: idOf(anne) }], total: 1 });
    expect((await stack.ask(bots.list, { actor: anne, search: ben.username })).bots).toEqual([]);
    // A page beyond the end, whose total is counted by a statement of its own.
    expect(await stack.ask(bots.list, { actor: anne, limit: 1, offset: 5 })).toEqual({ bots: [], total: 1 });
    expect(await stack.ask(bots.counts, { actor: anne })).toMatchObject({ total: 1 });
    const botIds = [idOf(anne), idOf(ben)];
    expect((await stack.ask(bots.names, { actor: anne, botIds })).names).toEqual({ [idOf(anne)]: anne.username });
    const acting = { ...impersonated(anne), role: 'super_admin' as const };
    expect((await stack.ask(bots.names, { actor: acting, botIds })).names).toEqual({ [idOf(anne)]: anne.username });
  });

  it('lists, changes, deletes, approves and lends commands of its owner only [S30]', async () => {
    const foreign = { actor: anne, commandId: commandOf.get(ben) ?? '' };
    await databaseOf(stack).query('update bots.custom_command set needs_review = true where id = $1', [foreign.commandId]);
    expect((await stack.ask(customCommands.list, { actor: anne })).commands).toMatchObject([{ id: commandOf.get(anne) }]);
    const { commands: available } = await stack.ask(commands.available, { actor: anne, category: 'custom' });
    expect(available.map(({ id }) => id)).toEqual([commandOf.get(anne)]);
    const answers = [
      stack.ask(customCommands.get, foreign),
      stack.ask(customCommands.update, { ...foreign, name: 'Mine' }),
      stack.ask(customCommands.remove, foreign),
      stack.ask(customCommands.approve, foreign),
      stack.ask(customCommands.share, foreign),
      stack.ask(commands.learn, { ...foreign, botId: idOf(anne) }),
    ];
    expect(await Promise.all(answers.map(codeOf))).toEqual(Array(6).fill('NOT_FOUND'));
    const unchanged = { name: FIELDS.name, needsReview: true };
    expect(await stack.ask(customCommands.get, { ...foreign, actor: ben })).toMatchObject(unchanged);
  });

  it('finds and locks the bots of its owner only, for tests of commands and their websites too [S30]', async () => {
    const foreign = { actor: anne, botId: idOf(ben) };
    const answers = [
      stack.ask(bots.owned, foreign),
      stack.ask(bots.update, { ...foreign, name: 'Mine' }),
      stack.ask(bots.remove, foreign),
      stack.ask(commands.learned, foreign),
      stack.ask(customCommands.data, foreign),
      stack.ask(customCommands.setHosts, { ...foreign, hosts: ['example.org'] }),
      stack.ask(customCommands.clearData, foreign),
      stack.ask(customCommands.test, { ...foreign, code: FIELDS.code, trigger: '!greet' }),
    ];
    expect(await Promise.all(answers.map(codeOf))).toEqual(Array(8).fill('NOT_FOUND'));
    expect(await stack.ask(bots.get, { actor: ben, botId: idOf(ben) })).toMatchObject({ name: ben.username });
    expect((await stack.ask(customCommands.data, { actor: ben, botId: idOf(ben) })).hosts).toEqual([]);
  });

  it('runs a command only in bots of its author, even where another bot has learned it [S29]', async () => {
    const row = { botId: idOf(ben), commandId: commandOf.get(anne) ?? '' };
    await databaseOf(stack).query(
      `insert into bots.learned_command (id, bot_id, custom_command_id, is_enabled) values (gen_random_uuid(), $1, $2, true)`,
      [row.botId, row.commandId],
    );
    const context = {
      userId: '1',
      channelId: '2',
      guildId: '3',
      message: '!greet',
      args: [],
      value: null,
      values: [],
      fields: {},
    };
    const run = stack.ask(customCommands.run, { ...row, callId: 'call-1', context });
    expect(await codeOf(run)).toBe('NOT_FOUND');
  });
});
