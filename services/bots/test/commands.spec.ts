import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor } from '@kith/kit/testing';
import { AppError, bots, COMMANDS, commands, events, customCommands, TOOL_COMMANDS, tools, type Actor } from '@kith/proto';
import { aPremiumOwner, botsUnderTest, codeOf, databaseOf, type BotsUnderTest } from './bots-under-test.js';

describe('commands', () => {
  let stack: BotsUnderTest;
  const changed: string[] = [];
  const database = () => databaseOf(stack);
  const aBot = async (actor: Actor) => (await stack.ask(bots.create, { actor, name: 'Nova' })).bot.id;
  const aCommand = async (actor: Actor, trigger: string, name = 'Mine') =>
    (await stack.ask(customCommands.create, { actor, name, trigger, description: 'Does it', code: 'return 1' })).id;
  const learn = (actor: Actor, botId: string, commandId: string) => stack.ask(commands.learn, { actor, botId, commandId });
  const learned = async (actor: Actor, botId: string) => (await stack.ask(commands.learned, { actor, botId })).commands;
  const update = (
    actor: Actor,
    botId: string,
    botCommandId: string,
    fields: { customTrigger?: string | null; isEnabled?: boolean },
  ) => stack.ask(commands.updateLearned, { actor, botId, botCommandId, ...fields });

  beforeAll(async () => {
    stack = await botsUnderTest();
    await stack.runtime.events.subscribe(events.botChanged, ({ botId }) => changed.push(botId));
  });
  afterAll(() => stack.stop());

  it('that a language model may run are the custom ones and those of the catalogue that harm nobody, while members may run them', async () => {
    const actor = aPremiumOwner();
    const { id: botId } = (await stack.ask(bots.create, { actor, name: 'Nova', tools: { commands: true } })).bot;
    const custom = await aCommand(actor, '!mine');
    for (const id of [...COMMANDS.map((command) => command.id), custom]) await learn(actor, botId, id);
    const offered = async () => (await stack.ask(tools.offered, { botId })).commands.map(({ commandId }) => commandId);
    expect((await offered()).toSorted()).toEqual([...TOOL_COMMANDS, custom].toSorted());
    await stack.ask(bots.update, { actor, botId, tools: { commands: false } });
    expect(await offered()).toEqual([]);
  });

  describe('available ones', () => {
    it('are the catalogue in its order, then the actor’s custom commands', async () => {
      const actor = anActor();
      const own = [await aCommand(actor, '!zeta', 'Zeta'), await aCommand(actor, '!alpha', 'Alpha')];
      await aCommand(anActor(), '!foreign');
      const { commands: found, total } = await stack.ask(commands.available, { actor });
      expect(found.map(({ id }) => id)).toEqual([...COMMANDS.map(({ id }) => id), ...own]);
      expect(total).toBe(COMMANDS.length + 2);
      expect(found.at(-1)).toEqual({
        id: own[1],
        name: 'Alpha',
        description: 'Does it',
        category: 'custom',
        icon: '⚡',
        trigger: '!alpha',
      });
    });

    it('are searched literally by name and description, filtered and paged', async () => {
      const actor = anActor();
      await aCommand(actor, '!half', '100% Sure');
      const ids = async (input: { search?: string; category?: 'fun' | 'custom'; limit?: number; offset?: number }) => {
        const { commands: found, total } = await stack.ask(commands.available, { actor, ...input });
        return [total, ...found.map(({ name }) => name)];
      };
      expect(await ids({ search: ' PING ' })).toEqual([1, 'Ping']);
      expect(await ids({ search: 'dice' })).toEqual([1, 'Roll']);
      expect(await ids({ search: '%' })).toEqual([1, '100% Sure']);
      expect(await ids({ search: '_' })).toEqual([0]);
      expect(await ids({ category: 'fun', limit: 2, offset: 1 })).toEqual([3, '8-Ball', 'Coin Flip']);
      expect(await ids({ category: 'custom' })).toEqual([1, '100% Sure']);
    });

    it('are paged as one list: those of the catalogue, then those of the user', async () => {
      const actor = anActor();
      for (const name of ['One', 'Two', 'Three']) await aCommand(actor, `!${name.toLowerCase()}`, name);
      await aCommand(anActor(), '!foreign', 'Foreign');
      const all = (await stack.ask(commands.available, { actor, limit: 200 })).commands;
      expect(all.slice(-3).map(({ name }) => name)).toEqual(['One', 'Two', 'Three']);
      const total = all.length;
      for (let offset = total - 6; offset <= total + 1; offset += 1)
        for (const limit of [1, 4])
          expect(await stack.ask(commands.available, { actor, limit, offset })).toEqual({
            commands: all.slice(offset, offset + limit),
            total,
          });
      for (let offset = 0; offset <= 4; offset += 1)
        expect(await stack.ask(commands.available, { actor, category: 'custom', limit: 2, offset })).toEqual({
          commands: all.slice(-3).slice(offset, offset + 2),
          total: 3,
        });
    });
  });

  it('refuse a search text with a NUL byte [S39]', async () => {
    expect(await codeOf(stack.ask(commands.available, { actor: anActor(), search: 'a\0b' }))).toBe('BAD_INPUT');
  });

  it('fit into one response, however long their texts are', async () => {
    const actor = aPremiumOwner();
    const botId = await aBot(actor);
    // Takes six bytes per character as JSON, more than any letter.
    const [name, description, icon] = [100, 500, 16].map((length) => '\u0001'.repeat(length));
    await database().query(
      `with own as (
         insert into bots.custom_command (id, owner_id, name, trigger, description, code, icon)
         select gen_random_uuid(), $1, $3, repeat(E'\\x01', 29) || n, $4, '', $5 from generate_series(1, 100) n returning id)
       insert into bots.learned_command (id, bot_id, custom_command_id, is_enabled) select gen_random_uuid(), $2, id, true from own`,
      [actor.userId, botId, name, description, icon],
    );
    expect((await stack.ask(commands.available, { actor, limit: 200 })).commands).toHaveLength(100 + COMMANDS.length);
    expect((await stack.ask(customCommands.list, { actor, limit: 200 })).commands).toHaveLength(100);
    expect(await learned(actor, botId)).toHaveLength(100);
  });

  describe('learning', () => {
    it('adds a command to the list, oldest first, with its details', async () => {
      const actor = anActor({ plan: 'basic' });
      const botId = await aBot(actor);
      const own = await aCommand(actor, '!mine');
      const first = await learn(actor, botId, 'ping');
      expect(first).toEqual({
        id: first.id,
        commandId: 'ping',
        isEnabled: true,
        customTrigger: null,
        cooldownS: null,
        requiredRoleId: null,
        command: COMMANDS[1],
      });
      const second = await learn(actor, botId, own);
      expect(second).toMatchObject({ commandId: own, isEnabled: true, command: { category: 'custom', trigger: '!mine' } });
      expect(await learned(actor, botId)).toEqual([first, second]);
    });

    it('succeeds once per bot for concurrent calls', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      const own = await aCommand(actor, '!mine');
      for (const commandId of ['ping', own]) {
        const results = await Promise.allSettled(Array.from({ length: 5 }, () => learn(actor, botId, commandId)));
        const codes = results.map((result) => (result.status === 'rejected' ? AppError.from(result.reason).code : 'learned'));
        expect(codes.sort()).toEqual([...Array.from({ length: 4 }, () => 'ALREADY_LEARNED'), 'learned']);
      }
    });

    it('is refused beyond 100 commands', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      await database().query(
        `with own as (
           insert into bots.custom_command (id, owner_id, name, trigger, description, code, icon)
           select gen_random_uuid(), $1, 'Many', '!many' || n, '', '', '' from generate_series(1, 100) n returning id)
         insert into bots.learned_command (id, bot_id, custom_command_id, is_enabled) select gen_random_uuid(), $2, id, true from own`,
        [actor.userId, botId],
      );
      await expect(learn(actor, botId, 'ping')).rejects.toMatchObject({
        code: 'BAD_INPUT',
        message: 'A bot can learn at most 100 commands. Remove one first.',
      });
    });

    it.each(['nothing', '__proto__', randomUUID(), "' or 1=1 --"])(
      'the unknown command %s fails with NOT_FOUND',
      async (commandId) => {
        const actor = anActor();
        expect(await codeOf(learn(actor, await aBot(actor), commandId))).toBe('NOT_FOUND');
      },
    );

    it('another user’s custom command fails with NOT_FOUND [S28]', async () => {
      const actor = anActor();
      expect(await codeOf(learn(actor, await aBot(actor), await aCommand(anActor(), '!theirs')))).toBe('NOT_FOUND');
    });

    it('publishes botChanged, as do changing and unlearning', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      const { id } = await learn(actor, botId, 'ping');
      await update(actor, botId, id, { isEnabled: false });
      await stack.ask(commands.unlearn, { actor, botId, botCommandId: id });
      await waitFor('three botChanged events', () => changed.filter((one) => one === botId).length === 3);
    });
  });

  describe('triggers', () => {
    it('are unique per bot, without letter case and prefix', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      await learn(actor, botId, 'ping');
      const clash = learn(actor, botId, await aCommand(actor, 'PING', 'Louder'));
      await expect(clash).rejects.toMatchObject({
        code: 'TRIGGER_TAKEN',
        message: "The trigger PING is already used by 'Ping' in this bot.",
      });
      const roll = await learn(actor, botId, 'roll');
      await expect(update(actor, botId, roll.id, { customTrigger: '!Ping' })).rejects.toMatchObject({
        code: 'TRIGGER_TAKEN',
        message: "The trigger !Ping is already used by 'Ping' in this bot.",
      });
      expect(await update(actor, botId, roll.id, { customTrigger: '!dice' })).toMatchObject({ customTrigger: '!dice' });
      expect(await learned(actor, botId)).toHaveLength(2);
    });

    it('are free again after their command was unlearned or got another trigger', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      const ping = await learn(actor, botId, 'ping');
      const own = await aCommand(actor, '!ping');
      await update(actor, botId, ping.id, { customTrigger: '!pong' });
      await learn(actor, botId, own);
      expect(await codeOf(update(actor, botId, ping.id, { customTrigger: '' }))).toBe('TRIGGER_TAKEN');
      await stack.ask(commands.unlearn, { actor, botId, botCommandId: ping.id });
      expect(await codeOf(learn(actor, botId, 'ping'))).toBe('TRIGGER_TAKEN');
    });

    it('are given to one of several commands that are changed concurrently', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      const ids = await Promise.all(
        ['ping', 'roll', 'poll', 'ask', 'help'].map(async (word) => (await learn(actor, botId, word)).id),
      );
      const results = await Promise.allSettled(ids.map((id) => update(actor, botId, id, { customTrigger: '!same' })));
      const codes = results.map((result) => (result.status === 'rejected' ? AppError.from(result.reason).code : 'taken'));
      expect(codes.sort()).toEqual([...Array.from({ length: 4 }, () => 'TRIGGER_TAKEN'), 'taken']);
    });

    it('stay unique with a custom prefix, and a prefix that would make two of them equal is refused', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      const ping = await learn(actor, botId, 'ping');
      const roll = await learn(actor, botId, 'roll');
      await update(actor, botId, roll.id, { customTrigger: '?ping' });
      const setPrefix = (customPrefix: string) => stack.ask(bots.update, { actor, botId, channelSettings: { customPrefix } });
      await expect(setPrefix('?')).rejects.toMatchObject({ code: 'TRIGGER_TAKEN', message: expect.stringContaining("'Ping'") });
      expect(await stack.ask(bots.get, { actor, botId })).toMatchObject({ channelSettings: { customPrefix: '!' }, version: 1 });
      await update(actor, botId, ping.id, { customTrigger: '!pong' });
      await setPrefix('?');
      expect(await codeOf(update(actor, botId, ping.id, { customTrigger: 'ping' }))).toBe('TRIGGER_TAKEN');
    });

    it.each(['two words', 'x'.repeat(33), '!a\0b'])('refuse %j as input [S38]', async (customTrigger) => {
      const actor = anActor();
      const botId = await aBot(actor);
      const { id } = await learn(actor, botId, 'ping');
      expect(await codeOf(update(actor, botId, id, { customTrigger }))).toBe('BAD_INPUT');
    });
  });

  describe('a learned command', () => {
    it('keeps fields that a change omits, and gets its default trigger back when the custom one is cleared', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      const { id } = await learn(actor, botId, 'ping');
      expect(await update(actor, botId, id, { customTrigger: '!pong' })).toMatchObject({
        customTrigger: '!pong',
        isEnabled: true,
      });
      expect(await update(actor, botId, id, { isEnabled: false })).toMatchObject({ customTrigger: '!pong', isEnabled: false });
      for (const customTrigger of ['', null]) {
        await update(actor, botId, id, { customTrigger: '!pong' });
        expect(await update(actor, botId, id, { customTrigger })).toMatchObject({ customTrigger: null, isEnabled: false });
      }
    });

    it('that is a custom command cannot be enabled on the free plan [S34]', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      const { id, isEnabled } = await learn(actor, botId, await aCommand(actor, '!mine'));
      expect(isEnabled).toBe(false);
      expect(await codeOf(update(actor, botId, id, { isEnabled: true }))).toBe('UPGRADE_REQUIRED');
      expect(await update(actor, botId, id, { isEnabled: false, customTrigger: '!yours' })).toMatchObject({
        customTrigger: '!yours',
      });
      const paying: Actor = { ...actor, plan: 'basic' };
      expect(await update(paying, botId, id, { isEnabled: true })).toMatchObject({ isEnabled: true });
    });

    it('that is a custom command is stored as disabled on the free plan, and an upgrade alone does not enable it', async () => {
      const actor = anActor({ plan: 'free' });
      const botId = await aBot(actor);
      const { id } = await learn(actor, botId, await aCommand(actor, '!mine'));
      await update(actor, botId, id, { customTrigger: '!yours' });
      expect(await database().query('select is_enabled from bots.learned_command where id = $1', [id])).toEqual([
        { is_enabled: false },
      ]);
      expect(await learned({ ...actor, plan: 'basic' }, botId)).toMatchObject([{ id, isEnabled: false }]);
    });

    it('that is a custom command is disabled after a downgrade and enabled again after an upgrade', async () => {
      const actor = anActor({ plan: 'basic' });
      const botId = await aBot(actor);
      await learn(actor, botId, await aCommand(actor, '!mine'));
      await learn(actor, botId, 'ping');
      const enabled = async (plan: Actor['plan']) => (await learned({ ...actor, plan }, botId)).map(({ isEnabled }) => isEnabled);
      expect(await enabled('free')).toEqual([false, true]);
      expect(await enabled('basic')).toEqual([true, true]);
    });

    it('can be unlearned once', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      const { id: botCommandId } = await learn(actor, botId, 'ping');
      expect(await stack.ask(commands.unlearn, { actor, botId, botCommandId })).toEqual({ message: 'Command removed' });
      expect(await codeOf(stack.ask(commands.unlearn, { actor, botId, botCommandId }))).toBe('NOT_FOUND');
      expect(await learned(actor, botId)).toEqual([]);
    });

    it('is not found through another bot, whether of the same or another owner [S29, S30]', async () => {
      const owner = anActor({ plan: 'basic' });
      const [first, second] = [await aBot(owner), await aBot(owner)];
      const { id } = await learn(owner, first, 'ping');
      const actor = anActor();
      const own = await aBot(actor);
      const answers = (requester: Actor, botId: string, botCommandId: string) =>
        Promise.all(
          [
            update(requester, botId, botCommandId, { isEnabled: false }),
            stack.ask(commands.unlearn, { actor: requester, botId, botCommandId }),
          ].map((call) => call.catch((error: unknown) => AppError.from(error).toBody())),
        );
      const missing = await answers(actor, own, randomUUID());
      expect(missing).toEqual([new AppError('NOT_FOUND').toBody(), new AppError('NOT_FOUND').toBody()]);
      expect(await answers(actor, own, id)).toEqual(missing);
      expect(await answers(actor, first, id)).toEqual(missing);
      expect(await answers(owner, second, id)).toEqual(missing);
      expect(await codeOf(learned(actor, first))).toBe('NOT_FOUND');
      expect(await codeOf(learn(actor, first, 'roll'))).toBe('NOT_FOUND');
      expect(await learned(owner, first)).toMatchObject([{ id, isEnabled: true }]);
    });

    it('has limits, which are stored, keep their value when they are absent, and reach the runners', async () => {
      const actor = anActor({ plan: 'basic' });
      const { bot } = await stack.ask(bots.create, { actor, name: 'Nova' });
      const row = await stack.ask(commands.learn, { actor, botId: bot.id, commandId: 'roll' });
      expect(row).toMatchObject({ cooldownS: null, requiredRoleId: null });
      const update = (changes: { cooldownS?: number | null; requiredRoleId?: string | null; isEnabled?: boolean }) =>
        stack.ask(commands.updateLearned, { actor, botId: bot.id, botCommandId: row.id, ...changes });
      const limits = { cooldownS: 60, requiredRoleId: '123456789012345678' };
      expect(await update(limits)).toMatchObject(limits);
      expect(await update({ isEnabled: true })).toMatchObject(limits);
      const runnable = async () => (await stack.ask(bots.testChat, { actor, botId: bot.id })).commands[0];
      expect(await runnable()).toMatchObject({ commandId: 'roll', limits });
      for (const bad of [{ cooldownS: -1 }, { cooldownS: 86_401 }, { cooldownS: 0.5 }, { requiredRoleId: 'admins' }])
        expect(await codeOf(update(bad))).toBe('BAD_INPUT');
      await update({ cooldownS: null, requiredRoleId: '' });
      expect(await runnable()).not.toHaveProperty('limits');
    });
  });
});
