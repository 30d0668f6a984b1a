import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor } from '@kith/kit/testing';
import { bots, commands, customCommands, events, type Actor, type InputOf } from '@kith/proto';
import { botsUnderTest, codeOf, databaseOf, type BotsUnderTest } from './bots-under-test.js';

type Options = NonNullable<InputOf<typeof customCommands.create>['options']>;
const FIELDS = { name: 'Order', trigger: '!order', description: 'Orders food', code: "return { response: 'hi' }", icon: '🍕' };
const COUNT = { name: 'count', description: 'How many', type: 'integer', isRequired: false, choices: [] } as const;
const DISH = { name: 'dish', description: 'What', type: 'text', isRequired: true, choices: ['pizza', 'pasta'] };
const OPTIONS = [COUNT, DISH] as Options;
/** Required ones first. */
const STORED = [DISH, COUNT];

let stack: BotsUnderTest;
const changed: string[] = [];
beforeAll(async () => {
  stack = await botsUnderTest();
  await stack.runtime.events.subscribe(events.botChanged, ({ botId }) => changed.push(botId));
});
afterAll(() => stack.stop());

const owner = () => anActor({ plan: 'basic' });
const create = (actor: Actor, options?: Options) =>
  stack.ask(customCommands.create, { actor, ...FIELDS, ...(options ? { options } : {}) });
const get = (actor: Actor, commandId: string) => stack.ask(customCommands.get, { actor, commandId });

describe('the options of a custom command', () => {
  it('are stored in the order in which members fill them in, and none without any', async () => {
    const actor = owner();
    const made = await create(actor, OPTIONS);
    expect(made.options).toEqual(STORED);
    expect(await get(actor, made.id)).toEqual(made);
    expect((await create(owner())).options).toEqual([]);
    const { commands: listed } = await stack.ask(customCommands.list, { actor });
    expect(listed[0]).not.toHaveProperty('options');
  });

  it('stay when other fields change, are replaced as a whole, and can be taken away', async () => {
    const actor = owner();
    const { id: commandId } = await create(actor, OPTIONS);
    const update = (fields: object) => stack.ask(customCommands.update, { actor, commandId, ...fields });
    expect((await update({ name: 'Other' })).options).toEqual(STORED);
    expect((await update({ options: [COUNT] })).options).toEqual([COUNT]);
    expect((await update({ options: [] })).options).toEqual([]);
  });

  it.each([
    ['eleven options', Array.from({ length: 11 }, (_, at) => ({ ...COUNT, name: `o${at}` })), 'options'],
    ['a name twice', [COUNT, COUNT], 'options.1.name'],
    ['a hostile name', [{ ...COUNT, name: '__proto__' }], 'options.0.name'],
    ['an emoji as a name', [{ ...COUNT, name: '🍕' }], 'options.0.name'],
    ['NUL in a choice', [{ ...DISH, choices: ['a\0'] }], 'options.0.choices.0'],
    ['an unknown type', [{ ...COUNT, type: 'file' }], 'options.0.type'],
  ])('are refused with %s, and nothing is stored', async (_what, options, field) => {
    const actor = owner();
    await expect(create(actor, options as Options)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { [field]: expect.any(String) } },
    });
    expect((await stack.ask(customCommands.list, { actor })).total).toBe(0);
  });

  it('reach the bots that learned the command, which are told of a change', async () => {
    const actor = owner();
    const { id: botId } = (await stack.ask(bots.create, { actor, name: 'Nova' })).bot;
    const { id: commandId } = await create(actor);
    await stack.ask(commands.learn, { actor, botId, commandId });
    const custom = async () => (await stack.ask(bots.testChat, { actor, botId })).commands[0]?.custom;
    expect(await custom()).not.toHaveProperty('options');
    const since = async () =>
      (await databaseOf(stack).query<{ at: Date }[]>('select changed_at as at from bots.bot where id = $1', [botId]))[0]?.at;
    const before = await since();
    changed.length = 0;
    await stack.ask(customCommands.update, { actor, commandId, options: OPTIONS });
    expect(await custom()).toMatchObject({ options: STORED });
    await waitFor('the event', () => changed.includes(botId));
    expect(Number(await since())).toBeGreaterThan(Number(before));
  });

  it('are shared and copied with the command, also with a code that was made before it had any', async () => {
    const [author, reader] = [owner(), owner()];
    const { id: commandId } = await create(author);
    const { shareCode } = await stack.ask(customCommands.share, { actor: author, commandId });
    const lookUp = () => stack.ask(customCommands.lookUp, { actor: reader, shareCode: shareCode ?? '' });
    expect((await lookUp()).options).toEqual([]);
    await stack.ask(customCommands.update, { actor: author, commandId, options: OPTIONS });
    expect((await lookUp()).options).toEqual(STORED);
    const copy = await stack.ask(customCommands.importShared, { actor: reader, shareCode: shareCode ?? '' });
    expect(copy).toMatchObject({ options: STORED, needsReview: true });
    await stack.ask(customCommands.update, { actor: author, commandId, options: [] });
    expect((await get(reader, copy.id)).options).toEqual(STORED);
    expect(await codeOf(get(reader, commandId))).toBe('NOT_FOUND');
  });

  it('are read from the message of a test run, which says what is wrong with them', async () => {
    const actor = owner();
    const test = (message: string, options: Options = OPTIONS) =>
      stack.ask(customCommands.test, { actor, code: FIELDS.code, trigger: '!order', message, options });
    expect((await test('!order pasta 2')).context).toMatchObject({ args: ['pasta', '2'], options: { dish: 'pasta', count: 2 } });
    expect((await test('PIZZA')).context.options).toEqual({ dish: 'pizza' });
    expect(stack.runs.at(-1)?.context?.options).toEqual({ dish: 'pizza' });
    const member: Options[number] = { name: 'who', description: 'Whom', type: 'member' };
    expect((await test('!order @Ann', [member])).context.options).toEqual({ who: { id: expect.any(String), name: 'Ann' } });
    await expect(test('!order rocks')).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: '“dish” must be one of: pizza, pasta. Use it like this: `!order <dish> [count]`',
    });
    expect((await test('!order any words', [])).context.options).toEqual({});
  });

  it('reach the code as the runner read them', async () => {
    const actor = owner();
    const { id: botId } = (await stack.ask(bots.create, { actor, name: 'Nova' })).bot;
    const { id: commandId } = await create(actor, OPTIONS);
    await stack.ask(commands.learn, { actor, botId, commandId });
    const context = { message: '/order', userId: '4', channelId: '5', guildId: '6', args: [], options: { dish: 'pasta' } };
    await stack.ask(customCommands.run, { botId, commandId, callId: randomUUID(), context });
    expect(stack.runs.at(-1)?.context).toMatchObject({ options: { dish: 'pasta' } });
  });
});
