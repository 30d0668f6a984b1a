import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, asActor, queueBehindLock, waitFor } from '@kith/kit/testing';
import { AppError, bots, commands, events, customCommands, type Actor, type InputOf } from '@kith/proto';
import { botsUnderTest, codeOf, databaseOf, type BotsUnderTest } from './bots-under-test.js';

const FIELDS = { name: 'Greet', trigger: '!greet', description: 'Says hello', code: "return { response: 'hi' }", icon: '👋' };
const BROKEN = 'return {';

describe('custom commands', () => {
  let stack: BotsUnderTest;
  const changed: string[] = [];
  const database = () => databaseOf(stack);
  const create = (actor: Actor, fields: Partial<Omit<InputOf<typeof customCommands.create>, 'actor'>> = {}) =>
    stack.ask(customCommands.create, { actor, ...FIELDS, ...fields });
  const update = (actor: Actor, commandId: string, fields: Omit<InputOf<typeof customCommands.update>, 'actor' | 'commandId'>) =>
    stack.ask(customCommands.update, { actor, commandId, ...fields });
  const aBot = async (actor: Actor, name = 'Nova') => (await stack.ask(bots.create, { actor, name })).bot.id;
  const learn = (actor: Actor, botId: string, commandId: string) => stack.ask(commands.learn, { actor, botId, commandId });
  const learned = async (actor: Actor, botId: string) => (await stack.ask(commands.learned, { actor, botId })).commands;

  beforeAll(async () => {
    stack = await botsUnderTest();
    stack.syntax.set(BROKEN, { valid: false, message: 'Unexpected end of input', line: 1, column: 9 });
    stack.syntax.set('@', { valid: false, message: 'Invalid token', line: null, column: null });
    await stack.runtime.events.subscribe(events.botChanged, ({ botId }) => changed.push(botId));
  });
  afterAll(() => stack.stop());

  it('are stored as they were entered', async () => {
    const actor = anActor();
    const made = await create(actor);
    expect(made).toMatchObject(FIELDS);
    expect(await stack.ask(customCommands.get, { actor, commandId: made.id })).toEqual(made);
    const { icon: _icon, ...plain } = FIELDS;
    expect(await stack.ask(customCommands.create, { actor, ...plain, trigger: '!plain' })).toMatchObject({ icon: '⚡' });
  });

  it('are listed oldest first, paged and without their code', async () => {
    const actor = anActor();
    for (const trigger of ['!one', '!two', '!three']) await create(actor, { trigger });
    await create(anActor());
    const { commands: found, total } = await stack.ask(customCommands.list, { actor, limit: 2, offset: 1 });
    expect(total).toBe(3);
    expect(found.map(({ trigger }) => trigger)).toEqual(['!two', '!three']);
    expect(JSON.stringify(found)).not.toContain('return');
  });

  it.each([
    ['no name', { name: ' ' }, 'name', 'Please enter a name'],
    ['no trigger', { trigger: '' }, 'trigger', 'Please enter a trigger'],
    ['a trigger with spaces', { trigger: '!a b' }, 'trigger', 'A trigger has no spaces'],
    ['a trigger of 33 characters', { trigger: 'x'.repeat(33) }, 'trigger', 'Must be at most 32 characters'],
    ['no description', { description: '' }, 'description', 'Please enter a description'],
    ['a description of 501 characters', { description: 'x'.repeat(501) }, 'description', 'Must be at most 500 characters'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name', 'Must be at most 100 characters'],
    ['no code', { code: '\n' }, 'code', 'Please enter the code'],
  ])('with %s are refused [S38]', async (_what, fields, field, problem) => {
    await expect(create(anActor(), fields)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { [field]: problem } },
    });
  });

  it('that cannot be parsed are refused with the message of the parser', async () => {
    const actor = anActor();
    await expect(create(actor, { code: BROKEN })).rejects.toMatchObject({
      code: 'INVALID_SYNTAX',
      message: 'Invalid JavaScript syntax: Unexpected end of input (line 1)',
    });
    const { id } = await create(actor);
    await expect(update(actor, id, { name: 'Other', code: '@' })).rejects.toMatchObject({
      code: 'INVALID_SYNTAX',
      message: 'Invalid JavaScript syntax: Invalid token',
    });
    expect(await stack.ask(customCommands.get, { actor, commandId: id })).toMatchObject({ name: 'Greet', code: FIELDS.code });
    expect((await stack.ask(customCommands.list, { actor })).total).toBe(1);
  });

  it('ignore fields that their author may not set [S32]', async () => {
    const actor = anActor();
    const foreign = randomUUID();
    const sent = JSON.parse(
      `{"id":"${foreign}","ownerId":"${foreign}","userId":"${foreign}","createdAt":"2001-01-01T00:00:00Z","__proto__":{"isAdmin":true},"constructor":{}}`,
    ) as object;
    const made = await create(actor, sent);
    expect(made.id).not.toBe(foreign);
    expect(await update(actor, made.id, { ...sent, name: 'Other' })).toMatchObject({
      id: made.id,
      name: 'Other',
      createdAt: made.createdAt,
    });
    expect(await stack.ask(customCommands.get, { actor, commandId: made.id })).toMatchObject({ name: 'Other' });
  });

  describe('triggers', () => {
    it('are unique in a library, without letter case and prefix', async () => {
      const actor = anActor();
      await create(actor);
      await expect(create(actor, { trigger: 'GREET', name: 'Other' })).rejects.toMatchObject({
        code: 'TRIGGER_TAKEN',
        message: "The trigger GREET is already used by 'Greet' in your custom commands.",
      });
      const { id } = await create(actor, { trigger: '!bye' });
      expect(await codeOf(update(actor, id, { trigger: '!Greet' }))).toBe('TRIGGER_TAKEN');
      expect(await update(actor, id, { trigger: '!BYE' })).toMatchObject({ trigger: '!BYE' });
      expect(await create(anActor())).toMatchObject({ trigger: '!greet' });
    });

    it('are given to one of ten concurrent creations', async () => {
      const actor = anActor();
      const results = await Promise.allSettled(Array.from({ length: 10 }, () => create(actor)));
      const codes = results.map((result) => (result.status === 'rejected' ? AppError.from(result.reason).code : 'made'));
      expect(codes.sort()).toEqual([...Array.from({ length: 9 }, () => 'TRIGGER_TAKEN'), 'made']);
    });

    it('cannot be changed to one that is taken in a bot that has learned the command', async () => {
      const actor = anActor();
      const botId = await aBot(actor, 'Nova');
      const { id } = await create(actor);
      const { id: botCommandId } = await learn(actor, botId, id);
      await learn(actor, botId, 'ping');
      await expect(update(actor, id, { trigger: '!PING' })).rejects.toMatchObject({
        code: 'TRIGGER_TAKEN',
        message: "The trigger !PING is already used by 'Ping' in the bot 'Nova'.",
      });
      await stack.ask(commands.updateLearned, { actor, botId, botCommandId, customTrigger: '!hello' });
      expect(await update(actor, id, { trigger: '!PING' })).toMatchObject({ trigger: '!PING' });
      expect(await codeOf(stack.ask(commands.updateLearned, { actor, botId, botCommandId, customTrigger: null }))).toBe(
        'TRIGGER_TAKEN',
      );
    });

    it('stay unique when commands are learned and changed concurrently', async () => {
      const actor = anActor({ plan: 'premium' });
      for (let round = 0; round < 10; round += 1) {
        const botId = await aBot(actor);
        const { id } = await create(actor, { trigger: `!round${round}` });
        await Promise.allSettled([update(actor, id, { trigger: '!roll' }), learn(actor, botId, id), learn(actor, botId, 'roll')]);
        const triggers = (await learned(actor, botId)).map(({ command }) => command.trigger);
        expect(new Set(triggers).size).toBe(triggers.length);
        await stack.ask(customCommands.remove, { actor, commandId: id });
      }
    });
  });

  it('are limited to 100 per user, also when two are created at the same time [S35]', async () => {
    const actor = anActor();
    await database().query(
      `insert into bots.custom_command (id, owner_id, name, trigger, description, code, icon)
       select gen_random_uuid(), $1, 'Many', '!many' || n, '', '', '' from generate_series(1, 99) n`,
      [actor.userId],
    );
    const [created, refused] = await queueBehindLock(
      database(),
      ['lock table bots.custom_command in share mode'],
      [() => create(actor, { trigger: '!last' }), () => create(actor, { trigger: '!late' })],
    );
    expect(created?.status).toBe('fulfilled');
    expect(refused).toMatchObject({
      status: 'rejected',
      reason: { code: 'BAD_INPUT', message: 'You can have at most 100 custom commands. Delete one first.' },
    });
  });

  it('change in the bots that have learned them, for which botChanged is published', async () => {
    const actor = anActor({ plan: 'basic' });
    const [first, second, other] = [await aBot(actor), await aBot(actor), await aBot(actor)];
    const { id } = await create(actor);
    await learn(actor, first, id);
    await learn(actor, second, id);
    changed.length = 0;
    await update(actor, id, { name: 'Hello', trigger: '!hello' });
    expect(await learned(actor, first)).toMatchObject([{ commandId: id, command: { name: 'Hello', trigger: '!hello' } }]);
    await waitFor('botChanged for both bots', () => changed.includes(first) && changed.includes(second));
    changed.length = 0;
    expect(await stack.ask(customCommands.remove, { actor, commandId: id })).toEqual({ message: 'Custom command deleted' });
    expect(await learned(actor, first)).toEqual([]);
    await waitFor('botChanged for both bots', () => changed.includes(first) && changed.includes(second));
    expect(changed).not.toContain(other);
    expect(await codeOf(stack.ask(customCommands.remove, { actor, commandId: id }))).toBe('NOT_FOUND');
  });

  it('are deleted while a bot forgets them', async () => {
    const actor = anActor({ plan: 'basic' });
    const botId = await aBot(actor);
    const { id: commandId } = await create(actor);
    const { id: botCommandId } = await learn(actor, botId, commandId);
    const outcomes = await queueBehindLock(
      database(),
      ['select id from bots.bot where id = $1 for update', [botId]],
      [
        () => stack.ask(commands.unlearn, { actor, botId, botCommandId }),
        () => stack.ask(customCommands.remove, { actor, commandId }),
      ],
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await learned(actor, botId)).toEqual([]);
  });

  it('of another user fail with NOT_FOUND [S28, S30]', async () => {
    const owner = anActor();
    const { id } = await create(owner);
    const actor = anActor();
    const answers = (commandId: string) =>
      Promise.all(
        [
          stack.ask(customCommands.get, { actor, commandId }),
          update(actor, commandId, { name: 'Mine' }),
          stack.ask(customCommands.remove, { actor, commandId }),
        ].map((call) => call.catch((error: unknown) => AppError.from(error).toBody())),
      );
    const missing = await answers(randomUUID());
    expect(missing).toEqual(Array.from({ length: 3 }, () => new AppError('NOT_FOUND').toBody()));
    expect(await answers(id)).toEqual(missing);
    expect(await stack.ask(customCommands.get, { actor: owner, commandId: id })).toMatchObject({ name: 'Greet' });
  });

  describe('a test run', () => {
    const test = (actor: Actor, fields: { trigger?: string; message?: string } = {}) =>
      stack.ask(customCommands.test, { actor, code: FIELDS.code, ...fields });

    it.each([
      [{}, '!test', '!test', []],
      [{ message: '  ' }, '!test', '!test', []],
      [{ trigger: '!roll', message: '!roll  2d6   now ' }, '!roll', '!roll  2d6   now ', ['2d6', 'now']],
      [{ trigger: '!roll', message: 'ROLL 2d6' }, '!roll', 'ROLL 2d6', ['2d6']],
      [{ message: 'hello there' }, '!test', 'hello there', ['hello', 'there']],
    ])('with the input %j passes a made-up context to the code', async (fields, trigger, message, args) => {
      const actor = anActor();
      const { context, ...report } = await test(actor, fields);
      expect(context).toEqual({
        message,
        trigger,
        args,
        userId: expect.stringMatching(/^\d{18}$/),
        channelId: expect.stringMatching(/^\d{18}$/),
        guildId: expect.stringMatching(/^\d{18}$/),
        botId: expect.stringMatching(/^[\da-f-]{36}$/),
        value: null,
        values: [],
        fields: {},
        options: {},
      });
      expect(report).toMatchObject({ result: { response: message }, error: null });
      expect(stack.runs.at(-1)).toMatchObject({ userId: actor.userId, plan: actor.plan, code: FIELDS.code, context, rounds: [] });
    });

    it('passes at most 500 arguments', async () => {
      expect((await test(anActor(), { message: `!test ${'a '.repeat(900)}` })).context.args).toHaveLength(500);
    });

    it('is limited to thirty per minute and user, who never waits longer than that minute', async () => {
      const actor = anActor();
      for (let round = 0; round < 3; round += 1) {
        const results = await Promise.allSettled(Array.from({ length: 40 }, () => test(actor)));
        const refused = results.flatMap((result) => (result.status === 'rejected' ? [AppError.from(result.reason)] : []));
        expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 10 }, () => 'RATE_LIMITED'));
        for (const { details } of refused) expect(Number(details?.['retryAfterS'])).toBeLessThanOrEqual(60);
        await stack.runtime.redis.del(`limit:command-tests:${actor.userId}`);
      }
      expect((await test(anActor())).error).toBeNull();
    });
  });

  describe('on Discord', () => {
    const context = { message: '!greet Ann', userId: '4', channelId: '5', guildId: '6', args: ['Ann'] };
    const learnedBy = async (actor: Actor) => {
      const botId = await aBot(actor);
      const { id } = await create(actor);
      const row = await learn(actor, botId, id);
      return { botId, commandId: id, row };
    };
    const run = ({ botId, commandId }: { botId: string; commandId: string }) =>
      stack.ask(customCommands.run, { botId, commandId, callId: randomUUID(), context });

    it('run as their author, with the trigger that the bot uses', async () => {
      const actor = anActor({ plan: 'basic' });
      const command = await learnedBy(actor);
      await stack.ask(commands.updateLearned, {
        actor,
        botId: command.botId,
        botCommandId: command.row.id,
        customTrigger: '!hello',
      });
      expect(await run(command)).toMatchObject({ result: { response: '!greet Ann' } });
      expect(stack.runs.at(-1)).toMatchObject({
        userId: actor.userId,
        code: FIELDS.code,
        context: { ...context, botId: command.botId, trigger: '!hello' },
      });
    });

    it('do not run when the bot did not learn them, has them disabled, or the plan does not allow them [S30]', async () => {
      const actor = anActor({ plan: 'basic' });
      const command = await learnedBy(actor);
      const other = await learnedBy(anActor({ plan: 'basic' }));
      expect(await codeOf(run({ ...command, commandId: other.commandId }))).toBe('NOT_FOUND');
      const { botId, row } = command;
      await stack.ask(commands.updateLearned, { actor, botId, botCommandId: row.id, isEnabled: false });
      expect(await codeOf(run(command))).toBe('NOT_FOUND');
      await stack.ask(commands.updateLearned, { actor, botId, botCommandId: row.id, isEnabled: true });
      const before = stack.runs.length;
      stack.plans.set(actor.userId, 'free');
      expect(await codeOf(run(command))).toBe('UPGRADE_REQUIRED');
      expect(stack.runs.length).toBe(before);
    });

    it('leave their last twenty runs to their author alone, without what was written [S30]', async () => {
      const actor = anActor({ plan: 'basic' });
      const command = await learnedBy(actor);
      for (let n = 0; n < 22; n += 1) await run(command);
      const { runs } = await stack.ask(customCommands.runs, { actor, commandId: command.commandId });
      expect(runs).toHaveLength(20);
      expect(runs[0]).toMatchObject({ botName: 'Nova', trigger: '!greet', durationMs: 1, error: null });
      expect(JSON.stringify(runs)).not.toContain('Ann');
      expect(runs.map(({ startedAt }) => startedAt)).toEqual(
        runs
          .map(({ startedAt }) => startedAt)
          .toSorted()
          .toReversed(),
      );
      const [count] = await database().query<{ count: number }[]>(
        'select count(*)::int as count from bots.custom_command_run where custom_command_id = $1',
        [command.commandId],
      );
      expect(count).toEqual({ count: 20 });
      // Also for a query that forgets the condition on the owner.
      const seenBy = (userId: string) =>
        asActor(userId, () => database().query<unknown[]>('select id from bots.custom_command_run'));
      expect(await seenBy(randomUUID())).toEqual([]);
      expect(await seenBy(actor.userId)).toHaveLength(20);
      expect(await codeOf(stack.ask(customCommands.runs, { actor: anActor(), commandId: command.commandId }))).toBe('NOT_FOUND');
    });

    it('are known to the test chat with their bot, unless its owner does not allow commands', async () => {
      const actor = anActor({ plan: 'basic' });
      const { botId, commandId } = await learnedBy(actor);
      const runnable = () => stack.ask(bots.testChat, { actor, botId });
      expect(await runnable()).toMatchObject({ prefix: '!', commands: [{ commandId, trigger: '!greet' }] });
      await stack.ask(bots.update, { actor, botId, channelSettings: { allowCommands: false } });
      expect(await runnable()).toMatchObject({ prefix: '!', commands: [] });
      expect((await runnable()).persona).toEqual(await stack.ask(bots.persona, { botId }));
      for (const foreign of [
        { actor, botId: randomUUID() },
        { actor: anActor(), botId },
      ])
        expect(await codeOf(stack.ask(bots.testChat, foreign))).toBe('NOT_FOUND');
    });
  });

  it('are not saved while the sandbox is not running', async () => {
    const actor = anActor();
    await stack.closeNeighbour('sandbox');
    await waitFor('the sandbox to count as unavailable', async () => (await codeOf(create(actor))) === 'UNAVAILABLE');
    expect((await stack.ask(customCommands.list, { actor })).total).toBe(0);
  });
});
