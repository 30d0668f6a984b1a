import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor } from '@kith/kit/testing';
import { AppError, AVATAR_COLORS, BOT_FIELDS, bots, ChannelSettings, Preferences, type Plan } from '@kith/proto';
import { aPremiumOwner, botsUnderTest, codeOf, multiply, statementsOf, type BotsUnderTest } from './bots-under-test.js';

const CHANNEL = '123456789012345678';
/** A bot that says something by itself. */
const saying = (...messages: readonly object[]) => ({
  name: 'Nova',
  channelSettings: { proactiveMessages: messages.map((fields) => ({ channelId: CHANNEL, text: 'Hi', ...fields })) },
});

describe('bots', () => {
  let stack: BotsUnderTest;

  beforeAll(async () => {
    stack = await botsUnderTest();
  });
  afterAll(() => stack.stop());

  describe('creation', () => {
    it('uses the defaults of the specification for settings that are not given', async () => {
      const actor = anActor();
      const { bot, droppedTraits, warnings } = await stack.ask(bots.create, { actor, name: '  Nova ' });
      expect(bot).toMatchObject({
        userId: actor.userId,
        name: 'Nova',
        description: null,
        hasDiscordToken: false,
        discordTokenHint: null,
        serverId: null,
        dedicatedChannelId: null,
        instructions: null,
        greeting: null,
        exampleDialogues: null,
        timeZone: 'UTC',
        model: 'gpt-4o',
        responseStyle: 'balanced',
        personality: {},
        preferences: Preferences.parse({}),
        channelSettings: ChannelSettings.parse({}),
        status: 'offline',
        runtimeState: 'stopped',
        statusReason: null,
        messageCount: 0,
        version: 1,
      });
      expect({ droppedTraits, warnings }).toEqual({ droppedTraits: [], warnings: [] });
      expect(AVATAR_COLORS).toContain(bot.avatarColor);
      expect(bot.created).toBe(bot.createdAt);
      expect(await stack.ask(bots.get, { actor, botId: bot.id })).toMatchObject({ id: bot.id, name: 'Nova' });
    });

    it('has a time zone, which stays when others are saved and is what replies are written with', async () => {
      const actor = anActor();
      const { bot } = await stack.ask(bots.create, { actor, name: 'Nova', timeZone: 'Europe/Berlin' });
      expect(bot.timeZone).toBe('Europe/Berlin');
      const saved = await stack.ask(bots.update, { actor, botId: bot.id, timeZone: 'America/Argentina/Buenos_Aires' });
      expect(saved.bot.timeZone).toBe('America/Argentina/Buenos_Aires');
      expect((await stack.ask(bots.update, { actor, botId: bot.id, name: 'Nova 2' })).bot.timeZone).toBe(saved.bot.timeZone);
      expect((await stack.ask(bots.persona, { botId: bot.id })).timeZone).toBe(saved.bot.timeZone);
    });

    it('has an owner with a plan, until it is deleted', async () => {
      const actor = anActor();
      const { bot } = await stack.ask(bots.create, { actor, name: 'Nova' });
      const owner = {
        name: 'Nova',
        ownerId: actor.userId,
        ownerPlan: (await stack.ask(bots.persona, { botId: bot.id })).ownerPlan,
      };
      expect(await stack.ask(bots.ownerOf, { botId: bot.id })).toEqual(owner);
      await stack.ask(bots.remove, { actor, botId: bot.id });
      await expect(stack.ask(bots.ownerOf, { botId: bot.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('has no caps on the messages of a day; a cap that is set stays when another one is removed', async () => {
      const actor = anActor();
      const { bot } = await stack.ask(bots.create, { actor, name: 'Nova', dailyCaps: { perServer: 40 } });
      expect(bot.dailyCaps).toEqual({ perBot: null, perServer: 40, perMember: null });
      const call = { actor, botId: bot.id };
      await stack.ask(bots.update, { ...call, dailyCaps: { perBot: 100 } });
      expect((await stack.ask(bots.update, { ...call, dailyCaps: { perServer: null } })).bot.dailyCaps).toEqual({
        perBot: 100,
        perServer: null,
        perMember: null,
      });
      expect((await stack.ask(bots.persona, { botId: bot.id })).dailyCaps.perBot).toBe(100);
      for (const perBot of [0, -1, 1.5, 1_000_001])
        await expect(stack.ask(bots.update, { ...call, dailyCaps: { perBot } })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    });

    it('is listed to administrators by its owner, without its settings, and to nobody else [S31]', async () => {
      const actor = anActor();
      const { bot } = await stack.ask(bots.create, { actor, name: 'Nova', instructions: 'Keep this private.' });
      const userId = actor.userId;
      const page = await stack.ask(bots.ofUser, { actor: anActor({ role: 'admin' }), userId });
      expect(page).toMatchObject({ total: 1, bots: [{ id: bot.id, name: 'Nova', status: 'offline' }] });
      expect(JSON.stringify(page)).not.toContain('private');
      await expect(stack.ask(bots.ofUser, { actor, userId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    });

    it('is named to its owner and to administrators, not to others and not after it was deleted', async () => {
      const actor = anActor();
      const { bot } = await stack.ask(bots.create, { actor, name: 'Nova' });
      const namesFor = async (asker: typeof actor) => (await stack.ask(bots.names, { actor: asker, botIds: [bot.id] })).names;
      const admin = anActor({ role: 'admin' });
      expect([await namesFor(actor), await namesFor(admin)]).toEqual([{ [bot.id]: 'Nova' }, { [bot.id]: 'Nova' }]);
      expect(await namesFor(anActor())).toEqual({});
      expect(await namesFor({ ...admin, impersonator: { userId: actor.userId, username: 'root' } })).toEqual({});
      await stack.ask(bots.remove, { actor, botId: bot.id });
      expect(await namesFor(admin)).toEqual({});
    });

    it('stores the given settings, the dedicated channel under both names', async () => {
      const channelId = '123456789012345678';
      const { bot } = await stack.ask(bots.create, {
        actor: anActor(),
        name: 'Nova',
        description: 'A star',
        avatarColor: '#123abc',
        serverId: '223456789012345678',
        dedicatedChannelId: channelId,
        instructions: 'Shine.',
        model: 'gpt-4',
        responseStyle: 'casual',
        preferences: { maxTokens: 2000 },
        channelSettings: { mentionOnly: true },
      });
      expect(bot).toMatchObject({
        description: 'A star',
        avatarColor: '#123abc',
        serverId: '223456789012345678',
        instructions: 'Shine.',
        model: 'gpt-4',
        responseStyle: 'casual',
      });
      expect(bot.dedicatedChannelId).toBe(channelId);
      expect(bot.preferences).toEqual({ ...Preferences.parse({}), maxTokens: 2000 });
      expect(bot.channelSettings).toEqual({ ...ChannelSettings.parse({}), mentionOnly: true, dedicatedChannelId: channelId });
    });

    it.each([
      ['free', ['witty', 'formal', 'unheardOf'], { humor: 80 }],
      ['basic', ['witty', 'unheardOf'], { humor: 80, formal: true }],
      ['premium', ['unheardOf'], { humor: 80, formal: true, witty: true }],
    ] as const)('drops the traits above the %s plan and returns their names [S34]', async (plan, droppedTraits, personality) => {
      const sent = { humor: 80, witty: true, formal: true, unheardOf: true };
      const saved = await stack.ask(bots.create, { actor: anActor({ plan }), name: 'Nova', personality: sent });
      expect(saved.bot.personality).toEqual(personality);
      expect([...saved.droppedTraits].sort()).toEqual([...droppedTraits].sort());
    });

    it('refuses a short name with the message of the specification', async () => {
      const refusal = stack.ask(bots.create, { actor: anActor(), name: ' ab ' });
      await expect(refusal).rejects.toMatchObject({
        code: 'BAD_INPUT',
        details: { fields: { name: 'Bot name must be at least 3 characters' } },
      });
    });

    it.each([
      ['a NUL in the name', { name: 'a\0bc' }],
      ['a name of 101 characters', { name: 'x'.repeat(101) }],
      ['a server that is no snowflake', { name: 'Nova', serverId: '123' }],
      ['a colour by name', { name: 'Nova', avatarColor: 'red' }],
      ['a trait above 100', { name: 'Nova', personality: { humor: 101 } }],
      ['less than 50 tokens', { name: 'Nova', preferences: { maxTokens: 49 } }],
      ['instructions of 8001 characters', { name: 'Nova', instructions: 'x'.repeat(8001) }],
      ['two proactive messages for a channel', saying({}, {})],
      [
        'proactive messages for six channels',
        saying(...Array.from({ length: 6 }, (_, at) => ({ channelId: `${CHANNEL}${at}` }))),
      ],
      ['a proactive message without a text', saying({ text: ' ' })],
      ['a proactive message at 24:00', saying({ time: '24:00' })],
      ['a time zone that does not exist', { name: 'Nova', timeZone: 'Europe/Atlantis' }],
      ['an offset as its time zone', { name: 'Nova', timeZone: '+02:00' }],
      ['no time zone', { name: 'Nova', timeZone: '' }],
      ['a proactive message in a time zone that does not exist', saying({ timeZone: 'Europe/Atlantis' })],
    ])('refuses %s as input [S38]', async (_what, fields) => {
      expect(await codeOf(stack.ask(bots.create, { actor: anActor(), ...fields }))).toBe('BAD_INPUT');
    });

    it('ignores fields that an owner may not set [S32]', async () => {
      const actor = anActor();
      const foreign = randomUUID();
      const sent = JSON.parse(
        `{"name":"Nova","id":"${foreign}","userId":"${foreign}","ownerId":"${foreign}","status":"online","runtimeState":"online","desiredOnline":true,
          "version":7,"messageCount":99,"createdAt":"2001-01-01T00:00:00Z","__proto__":{"isAdmin":true},"personality":{"__proto__":{"witty":true}}}`,
      ) as { name: string };
      const { bot } = await stack.ask(bots.create, { ...sent, actor });
      expect(bot).toMatchObject({
        userId: actor.userId,
        status: 'offline',
        runtimeState: 'stopped',
        version: 1,
        messageCount: 0,
        personality: {},
      });
      expect(bot.id).not.toBe(foreign);
      expect(new Date(bot.createdAt).getFullYear()).toBeGreaterThan(2001);
      expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    });
  });

  describe('the cap of the plan', () => {
    it.each([
      ['free', 1],
      ['basic', 3],
    ] as const)('holds on the %s plan for 100 concurrent creations [S34, S35]', async (plan: Plan, cap: number) => {
      const actor = anActor({ plan });
      const results = await Promise.allSettled(
        Array.from({ length: 100 }, (_, index) => stack.ask(bots.create, { actor, name: `Nova ${index}` })),
      );
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [AppError.from(result.reason)] : []));
      expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 100 - cap }, () => 'BOT_LIMIT'));
      expect(refused[0]?.message).toMatch(/Subscription limit.*upgrade your plan/);
      expect((await stack.ask(bots.list, { actor })).total).toBe(cap);
    });

    it('does not count deleted bots', async () => {
      const actor = anActor();
      const {
        bot: { id },
      } = await stack.ask(bots.create, { actor, name: 'Nova' });
      expect(await codeOf(stack.ask(bots.create, { actor, name: 'Second' }))).toBe('BOT_LIMIT');
      await stack.ask(bots.remove, { actor, botId: id });
      expect((await stack.ask(bots.create, { actor, name: 'Second' })).bot).toMatchObject({ name: 'Second' });
    });
  });

  describe('the list of bots', () => {
    it('is searched literally by name in any letter case, is paged, and returns the total', async () => {
      const actor = aPremiumOwner();
      for (const name of ['Alpha', 'beta', 'ALPHABET', '100% real', 'under_score']) await stack.ask(bots.create, { actor, name });
      const names = async (input: { search?: string; limit?: number; offset?: number }) => {
        const { bots: found, total } = await stack.ask(bots.list, { actor, ...input });
        return [total, ...found.map(({ name }) => name)];
      };
      expect(await names({})).toEqual([5, 'Alpha', 'beta', 'ALPHABET', '100% real', 'under_score']);
      expect(await names({ search: ' alpha' })).toEqual([2, 'Alpha', 'ALPHABET']);
      expect(await names({ search: '%' })).toEqual([1, '100% real']);
      expect(await names({ search: '_' })).toEqual([1, 'under_score']);
      expect(await names({ limit: 2, offset: 1 })).toEqual([5, 'beta', 'ALPHABET']);
      expect(await names({ limit: 2, offset: 3 })).toEqual([5, '100% real', 'under_score']);
      expect(await names({ offset: 9 })).toEqual([5]);
    });

    it('is searched in any case for letters outside ASCII', async () => {
      const actor = anActor();
      await stack.ask(bots.create, { actor, name: 'ÄTHER Ωmega' });
      for (const search of ['äther', 'ωMEGA']) expect((await stack.ask(bots.list, { actor, search })).total).toBe(1);
    });

    it.each(['a\0b', '\ud800', 'x'.repeat(101)])('refuses the search text %j [S39]', async (search) => {
      expect(await codeOf(stack.ask(bots.list, { actor: anActor(), search }))).toBe('BAD_INPUT');
    });

    it('ends a page early when it would not fit into one response', async () => {
      const actor = aPremiumOwner();
      // Takes six bytes per character as JSON, more than any letter.
      const {
        bot: { id },
      } = await stack.ask(bots.create, { actor, name: 'Nova', instructions: '\u0001'.repeat(8000) });
      await multiply(stack, id, 59);
      const found: string[] = [];
      while (found.length < 60) {
        const page = await stack.ask(bots.list, { actor, limit: 200, offset: found.length });
        expect(page.total).toBe(60);
        expect(page.bots.length).toBeGreaterThan(0);
        found.push(...page.bots.map((bot) => bot.id));
      }
      expect(new Set(found).size).toBe(60);
    });

    it('does not contain bots of other users', async () => {
      await stack.ask(bots.create, { actor: anActor(), name: 'Nova' });
      expect(await stack.ask(bots.list, { actor: anActor() })).toEqual({ bots: [], total: 0 });
    });

    it('takes as many statements and calls for 20 bots as for one', async () => {
      const [one, twenty] = [aPremiumOwner(), aPremiumOwner()];
      await stack.ask(bots.create, { actor: one, name: 'Nova' });
      for (let index = 0; index < 20; index += 1) await stack.ask(bots.create, { actor: twenty, name: `Nova ${index}` });
      const cost = async (actor: typeof one, limit: number): Promise<readonly [number, number, number]> => {
        const countBefore = stack.callCounts.counts;
        let length = 0;
        const statements = await statementsOf(stack, async () => {
          length = (await stack.ask(bots.list, { actor, limit })).bots.length;
        });
        return [length, statements, stack.callCounts.counts - countBefore];
      };
      expect(await cost(one, 1)).toEqual([1, 2, 1]);
      expect(await cost(twenty, 20)).toEqual([20, 2, 1]);
    });

    it('contains the named fields only, with the values of the whole list, and asks nobody for what is not named', async () => {
      const actor = aPremiumOwner();
      for (const name of ['Alpha', 'Beta']) await stack.ask(bots.create, { actor, name });
      const whole = (await stack.ask(bots.list, { actor })).bots;
      const callsBefore = stack.callCounts.counts;
      for (const field of BOT_FIELDS.filter((name) => name !== 'messageCount')) {
        const { bots: found, total } = await stack.ask(bots.listFields, { actor, fields: [field] });
        expect([total, found]).toEqual([2, whole.map((bot) => ({ [field]: bot[field] }))]);
      }
      expect(stack.callCounts.counts).toBe(callsBefore);
      const counted = await stack.ask(bots.listFields, { actor, fields: ['messageCount', 'name'], search: 'bet' });
      expect(counted).toEqual({ bots: [{ name: 'Beta', messageCount: 0 }], total: 1 });
      expect(await stack.ask(bots.listFields, { actor: anActor(), fields: ['name'] })).toEqual({ bots: [], total: 0 });
    });

    it('contains the number of delivered replies, as does a single bot', async () => {
      const actor = anActor();
      const {
        bot: { id },
      } = await stack.ask(bots.create, { actor, name: 'Nova' });
      stack.messageCounts.set(id, 42);
      expect((await stack.ask(bots.list, { actor })).bots[0]?.messageCount).toBe(42);
      expect((await stack.ask(bots.get, { actor, botId: id })).messageCount).toBe(42);
    });
  });
});
