import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, asActor } from '@kith/kit/testing';
import {
  AppError,
  bots,
  commands,
  customCommands,
  MAX_COMMAND_STORAGE_BYTES,
  type Actor,
  type CommandRequest,
  type OutputOf,
  type sandbox,
} from '@kith/proto';
import { botsUnderTest, codeOf, databaseOf, impersonated, type BotsUnderTest } from './bots-under-test.js';

type Pass = Parameters<NonNullable<ReturnType<BotsUnderTest['passes']['get']>>>[0];
type PassReport = OutputOf<typeof sandbox.run>;

const context = { message: '!count', userId: '100000000000000004', channelId: '5', guildId: '6', args: [] };
const set = (key: string, value: unknown): CommandRequest => ({ kind: 'kv-set', key, value: JSON.stringify(value) });
const get = (key: string): CommandRequest => ({ kind: 'kv-get', key });
const increment = (key: string, by = 1): CommandRequest => ({ kind: 'kv-increment', key, by });
const fetchOf = (url: string): CommandRequest => ({ kind: 'fetch', url, headers: { accept: 'text/plain' } });
const sleep = (ms: number): CommandRequest => ({ kind: 'sleep', ms });
const ended = (fields: Partial<PassReport>): PassReport => ({ result: null, error: null, log: [], durationMs: 1, ...fields });

let stack: BotsUnderTest;
beforeAll(async () => {
  stack = await botsUnderTest();
});
afterAll(() => stack.stop());

/** Code that asks for these things one after another, and responds with the last answers. */
function asking(...waits: CommandRequest[][]): string {
  const code = `// ${randomUUID()}`;
  stack.passes.set(code, ({ rounds }: Pass) => {
    const requests = waits[rounds.length];
    if (requests) return ended({ requests });
    const response = (rounds.at(-1)?.answers ?? []).map(({ text }) => text).join(' ');
    return ended({ result: { success: true, response: response.slice(0, 2000), shouldReply: true } });
  });
  return code;
}

async function commandOf(actor: Actor, code: string, botId?: string) {
  const bot = botId ?? (await stack.ask(bots.create, { actor, name: 'Nova' })).bot.id;
  const trigger = `!${randomUUID().slice(0, 8)}`;
  const { id } = await stack.ask(customCommands.create, { actor, name: 'Count', trigger, description: 'Counts', code });
  await stack.ask(commands.learn, { actor, botId: bot, commandId: id });
  return { botId: bot, commandId: id };
}
const run = (command: { botId: string; commandId: string }, callId: string = randomUUID()) =>
  stack.ask(customCommands.run, { ...command, callId, context });
const responseOf = async (command: { botId: string; commandId: string }, callId?: string) =>
  (await run(command, callId)).result?.response;
const owner = () => anActor({ plan: 'basic' });
const sharing = async (command: { botId: string }, actor: Actor, ...waits: CommandRequest[][]) =>
  responseOf(await commandOf(actor, asking(...waits), command.botId));

describe('the storage of custom commands', () => {
  it('counts twenty concurrent increments of one bot as twenty, and none of another bot', async () => {
    const actor = owner();
    const command = await commandOf(actor, asking([increment('n')]));
    const responses = await Promise.all(Array.from({ length: 20 }, () => responseOf(command)));
    expect(responses.map(Number).toSorted((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(await responseOf(await commandOf(actor, asking([increment('n', 5)])))).toBe('5');
  });

  it('stores once what a call stores, however often it is attempted, and gives each attempt the same answer', async () => {
    const command = await commandOf(owner(), asking([increment('n')], [increment('n', 10), get('n')]));
    const callId = '1200000000000000001';
    const first = await run(command, callId);
    expect(first.result?.response).toBe('11 11');
    expect(await run(command, callId)).toEqual({ ...first, log: [] });
    expect(await Promise.all([responseOf(command, 'other'), responseOf(command, 'other')])).toEqual(['22 22', '22 22']);
  });

  it('continues a run that was interrupted after it had stored something, with the same random numbers and time', async () => {
    const actor = owner();
    const code = asking([increment('n')], [get('n')]);
    const command = await commandOf(actor, code);
    const script = stack.passes.get(code);
    let failures = 1;
    stack.passes.set(code, (pass) => {
      if (pass.rounds.length === 1 && failures-- > 0) throw new AppError('UNAVAILABLE');
      return script?.(pass) ?? ended({});
    });
    const callId = '1200000000000000002';
    expect(await codeOf(run(command, callId))).toBe('UNAVAILABLE');
    expect(await responseOf(command, callId)).toBe('1');
    const passes = stack.runs.filter((pass) => pass.code === code);
    expect(new Set(passes.map(({ seed, startedAtMs }) => `${seed} ${startedAtMs}`)).size).toBe(1);
    expect(await responseOf(command, '1200000000000000003')).toBe('2');
    expect(stack.runs.at(-1)?.seed).not.toBe(passes[0]?.seed);
  });

  it('holds texts, lists and objects under any key, lists them by prefix in order, and deletes them', async () => {
    const keys = ['a:2', 'a:10', '__proto__', 'ключ 🗝', "'; drop table bots.bot; --", '%'];
    const command = await commandOf(
      owner(),
      asking(
        keys.map((key) => set(key, { key })),
        [{ kind: 'kv-list', prefix: 'a:' }],
      ),
    );
    expect(JSON.parse((await responseOf(command)) ?? '')).toEqual([
      { key: 'a:10', value: { key: 'a:10' } },
      { key: 'a:2', value: { key: 'a:2' } },
    ]);
    const actor = owner();
    const waits = [
      [{ kind: 'kv-list', prefix: '%' }, set('x', [1, null, 'é'])],
      [get('x')],
      [{ kind: 'kv-delete', key: 'x' }],
      [get('x')],
    ];
    const other = await commandOf(actor, asking(...(waits as CommandRequest[][]).slice(0, 2)));
    expect(await responseOf(other)).toBe('[1,null,"é"]');
    expect(await sharing(other, actor, ...(waits as CommandRequest[][]))).toBe('null');
  });

  it('answers an error for a key that cannot be stored and for a step to what is no number, and keeps the rest', async () => {
    const command = await commandOf(
      owner(),
      asking(
        [set('text', 'x')],
        [set('a\0b', 1), get('\ud800'), increment('text'), increment('big', 1e308), increment('big', 1e308)],
      ),
    );
    const response = await responseOf(command);
    expect(response).toContain('A key has no NUL character');
    expect(response?.match(/not a number/g)).toHaveLength(2);
  });

  it('refuses more than 100 KB and more than 1,000 keys of a bot, and takes a smaller value in the place of a larger one', async () => {
    const actor = owner();
    const large = 'x'.repeat(30_000);
    const command = await commandOf(
      actor,
      asking(
        ['a', 'b', 'c', 'd'].map((key) => set(key, large)),
        [set('a', 'small')],
        [set('d', large)],
      ),
    );
    expect(await responseOf(command)).toBe('null');
    const { bytes, keys, maxBytes } = await stack.ask(customCommands.data, { actor, botId: command.botId });
    expect({ keys, maxBytes }).toEqual({ keys: 4, maxBytes: MAX_COMMAND_STORAGE_BYTES });
    expect(bytes).toBeLessThanOrEqual(maxBytes);
    expect(await sharing(command, actor, [set('e', large)])).toContain('is full');
    await databaseOf(stack).query(
      `insert into bots.command_value (bot_id, key, value, bytes) select $1, 'n' || n, '', 1 from generate_series(1, 996) n`,
      [command.botId],
    );
    expect(await sharing(command, actor, [set('one more', 1), set('a', 2)])).toMatch(/is full.* null$/);
  });

  it('is encrypted, visible to its owner alone, cleared by the owner, with a reset and for one member, and gone with the bot [S30]', async () => {
    const actor = owner();
    const memberKey = `score:${context.userId}`;
    const command = await commandOf(actor, asking([set('secret', 'hello Ann'), set(memberKey, 3)]));
    const { botId } = command;
    await run(command);
    const rows = () =>
      databaseOf(stack).query<{ key: string; value: string }[]>('select key, value from bots.command_value where bot_id = $1', [
        botId,
      ]);
    expect(JSON.stringify(await rows())).not.toContain('Ann');
    expect(await asActor(randomUUID(), rows)).toEqual([]);
    expect(await asActor(actor.userId, rows)).toHaveLength(2);
    const journal = () =>
      databaseOf(stack).query<object[]>('select member, content from bots.command_round where bot_id = $1', [botId]);
    expect(JSON.stringify(await journal())).toContain('content');
    expect(JSON.stringify(await journal())).not.toContain(context.userId);
    expect(await asActor(actor.userId, () => databaseOf(stack).query('select 1 from bots.command_round'))).toEqual([]);
    // The runs of others must not store twice what they stored.
    await stack.ask(customCommands.forgetMember, { botId, memberId: '100000000000000005' });
    expect(await journal()).not.toEqual([]);
    expect(await stack.ask(customCommands.forgetMember, { botId, memberId: context.userId })).toEqual({ values: 1 });
    expect(await journal()).toEqual([]);
    expect((await rows()).map(({ key }) => key)).toEqual(['secret']);
    expect(await codeOf(stack.ask(customCommands.clearData, { actor: anActor(), botId }))).toBe('NOT_FOUND');
    expect(await codeOf(stack.ask(customCommands.clearData, { actor: impersonated(actor), botId }))).toBe('IMPERSONATING');
    expect(await stack.ask(customCommands.clearData, { actor, botId })).toMatchObject({ keys: 0, bytes: 0 });
    await run(command);
    await stack.ask(bots.reset, { actor, botId, name: 'Nova' });
    expect(await rows()).toEqual([]);
    await run(command);
    await stack.ask(bots.remove, { actor, botId });
    await stack.ask(bots.forget, { botId });
    expect(await rows()).toEqual([]);
  });
});

describe('a run of a custom command', () => {
  it.each<[string, CommandRequest[][], string]>([
    ['waits sixteen times', Array.from({ length: 16 }, () => [get('x')]), 'waits more than 15 times'],
    [
      'reads four websites',
      [
        [fetchOf('https://a.test'), fetchOf('https://a.test')],
        [fetchOf('https://a.test'), fetchOf('https://a.test')],
      ],
      'at most 3 websites',
    ],
    ['sleeps more than three seconds', [[sleep(1)], [sleep(3000)]], 'at most 3 seconds'],
  ])('that %s ends with an error that its author reads', async (_what, waits, problem) => {
    const actor = owner();
    const command = await commandOf(actor, asking(...waits));
    expect((await run(command)).error?.message).toContain(problem);
    const { runs } = await stack.ask(customCommands.runs, { actor, commandId: command.commandId });
    expect(runs[0]?.error?.message).toContain(problem);
    // The message of an error may quote a member.
    const stored = await databaseOf(stack).query('select error from bots.custom_command_run');
    expect(JSON.stringify(stored)).not.toContain(problem);
  });

  it('that reads more than the sandbox takes ends with an error, also when one website is escaped to more than that', async () => {
    const actor = owner();
    const command = await commandOf(actor, asking([fetchOf('https://large.example.org/')]));
    await stack.ask(customCommands.setHosts, { actor, botId: command.botId, hosts: ['large.example.org'] });
    const callId = '1200000000000000009';
    for (const report of [await run(command, callId), await run(command, callId)])
      expect(report).toMatchObject({ result: null, error: { message: 'The command read too much' } });
  });

  it('that finds the sandbox busy when it continues is tried again, and nothing is done twice', async () => {
    const code = asking([increment('n')], [get('n')]);
    const script = stack.passes.get(code);
    let refusals = 2;
    stack.passes.set(code, (pass) => {
      if (pass.rounds.length === 1 && refusals-- > 0) throw new AppError('OVERLOADED');
      return script?.(pass) ?? ended({});
    });
    expect(await responseOf(await commandOf(owner(), code))).toBe('1');
  });

  it('reads the websites that the owner allowed to the bot, and no others', async () => {
    const actor = owner();
    const waits = [[fetchOf('https://api.example.org/x'), fetchOf('https://evil.test/'), fetchOf('nothing')]];
    const command = await commandOf(actor, asking(...waits));
    const { botId } = command;
    const before = stack.fetched.length;
    expect(await responseOf(command)).toMatch(
      /^api\.example\.org is not among the websites .*evil\.test is not .*not a valid address$/,
    );
    expect(stack.fetched.length).toBe(before);
    const hosts = ['https://API.example.org/path?x', 'bücher.example', ' api.example.org '];
    const set = await stack.ask(customCommands.setHosts, { actor, botId, hosts });
    expect(set.hosts).toEqual(['api.example.org', 'xn--bcher-kva.example']);
    expect(await responseOf(command)).toMatch(/^\{"status":200,.*read https:\/\/api\.example\.org\/x.*evil\.test is not/);
    expect(stack.fetched.slice(before)).toEqual([
      {
        url: 'https://api.example.org/x',
        hosts: expect.arrayContaining(set.hosts) as unknown as string[],
        headers: { accept: 'text/plain' },
      },
    ]);
    expect(await sharing(command, actor, [fetchOf('https://api.example.org/broken')])).toBe('This address could not be reached.');
    expect(await codeOf(stack.ask(customCommands.setHosts, { actor: anActor(), botId, hosts: [] }))).toBe('NOT_FOUND');
    await stack.ask(customCommands.setHosts, { actor, botId, hosts: [] });
    expect(await responseOf(command)).toContain('api.example.org is not among');
  });

  it('reads a website once although the process ends before the answer is stored; the code is told that it was interrupted', async () => {
    const actor = owner();
    const code = asking([fetchOf('https://api.example.org/once'), increment('n')], [get('n')]);
    const command = await commandOf(actor, code);
    await stack.ask(customCommands.setHosts, { actor, botId: command.botId, hosts: ['api.example.org'] });
    const callId = '1200000000000000009';
    const read = () => stack.fetched.filter(({ url }) => url.endsWith('/once')).length;
    const script = stack.passes.get(code);
    let failures = 1;
    stack.passes.set(code, (pass) => {
      if (pass.rounds.length === 1 && failures-- > 0) throw new AppError('UNAVAILABLE');
      return script?.(pass) ?? ended({});
    });
    expect(await codeOf(run(command, callId))).toBe('UNAVAILABLE');
    // As a process leaves it behind that ended right after it had read the website.
    for (const rows of ['command_round where round >= 0 and', 'command_value where'])
      await databaseOf(stack).query(`delete from bots.${rows} bot_id = $1`, [command.botId]);
    expect(read()).toBe(1);
    expect(await responseOf(command, callId)).toBe('1');
    expect(read()).toBe(1);
    expect(stack.runs.filter((pass) => pass.code === code).at(-1)?.rounds[0]?.answers[0]).toMatchObject({
      isError: true,
      text: 'Reading this website was interrupted',
    });
    expect(await responseOf(command, '1200000000000000010')).toBe('2');
    expect(read()).toBe(2);
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', 'a b', 'file:///etc', '*.example.org', '2130706433', ''])(
    'cannot be allowed to read the website %j',
    async (host) => {
      const actor = owner();
      const { bot } = await stack.ask(bots.create, { actor, name: 'Nova' });
      expect(await codeOf(stack.ask(customCommands.setHosts, { actor, botId: bot.id, hosts: [host] }))).toBe('BAD_INPUT');
    },
  );

  it('to test it reads what is stored, sees its own changes, and keeps none', async () => {
    const actor = owner();
    const command = await commandOf(actor, asking([set('n', 5)]));
    const { botId } = command;
    await run(command);
    const code = asking([increment('n')], [increment('n'), set('new', 1)], [get('n'), get('new'), sleep(1)]);
    const test = (fields: { actor?: Actor; botId?: string }) =>
      stack.ask(customCommands.test, { actor: fields.actor ?? actor, code, ...(fields.botId ? { botId: fields.botId } : {}) });
    expect((await test({ botId })).result?.response).toBe('7 1 null');
    expect((await test({ botId })).context.botId).toBe(botId);
    expect((await test({})).result?.response).toContain('Choose a companion');
    expect(await codeOf(test({ actor: anActor(), botId }))).toBe('NOT_FOUND');
    expect(await sharing(command, actor, [get('n'), get('new')])).toBe('5 null');
  });
});
