import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor } from '@kith/kit/testing';
import { AppError, bots, ChannelSettings, events, Preferences } from '@kith/proto';
import { aPremiumOwner, botsUnderTest, codeOf, databaseOf, impersonated, jobsOf, type BotsUnderTest } from './bots-under-test.js';

describe('a bot', () => {
  let stack: BotsUnderTest;
  const database = () => databaseOf(stack);

  beforeAll(async () => {
    stack = await botsUnderTest();
  });
  afterAll(() => stack.stop());

  describe('update', () => {
    it('changes only the given settings, and clears with null or an empty text', async () => {
      const actor = anActor();
      const { bot: before } = await stack.ask(bots.create, {
        actor,
        name: 'Nova',
        description: 'A star',
        instructions: 'Shine.',
        channelSettings: { timeoutDuration: 60 },
        preferences: { maxTokens: 77 },
        personality: { humor: true },
      });
      const { bot: after } = await stack.ask(bots.update, {
        actor,
        botId: before.id,
        description: '',
        channelSettings: { mentionOnly: true },
        preferences: { learningMode: true },
      });
      const unchanged = {
        name: 'Nova',
        instructions: 'Shine.',
        avatarColor: before.avatarColor,
        personality: { humor: true },
        createdAt: before.createdAt,
      };
      expect(after).toMatchObject({ ...unchanged, description: null, version: 2 });
      expect(after.channelSettings).toEqual({ ...ChannelSettings.parse({}), timeoutDuration: 60, mentionOnly: true });
      expect(after.preferences).toEqual({ ...Preferences.parse({}), maxTokens: 77, learningMode: true });
      expect(Date.parse(after.updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));
    });

    it('stores one dedicated channel under both names', async () => {
      const actor = anActor();
      const {
        bot: { id: botId },
      } = await stack.ask(bots.create, {
        actor,
        name: 'Nova',
        channelSettings: { dedicatedChannelId: '123456789012345678' },
      });
      expect((await stack.ask(bots.update, { actor, botId, dedicatedChannelId: '223456789012345678' })).bot).toMatchObject({
        dedicatedChannelId: '223456789012345678',
        channelSettings: { dedicatedChannelId: '223456789012345678' },
      });
      expect((await stack.ask(bots.update, { actor, botId, dedicatedChannelId: null })).bot).toMatchObject({
        dedicatedChannelId: null,
        channelSettings: { dedicatedChannelId: '' },
      });
    });

    it('rates a bot 18+ only when its owner confirms to be an adult, and never during an impersonation', async () => {
      const actor = anActor();
      const unconfirmed = stack.ask(bots.create, { actor, name: 'Nova', ageRating: 'adult', confirmsAdult: false });
      expect(await codeOf(unconfirmed)).toBe('BAD_INPUT');
      const { bot } = await stack.ask(bots.create, { actor, name: 'Nova' });
      expect(bot.ageRating).toBe('everyone');
      const rate = (more: object, by = actor) =>
        stack.ask(bots.update, { actor: by, botId: bot.id, ageRating: 'adult', ...more });
      const refused = await rate({}).catch((error: unknown) => AppError.from(error).details);
      expect(refused).toEqual({ fields: { confirmsAdult: 'Please confirm that you are 18 or older' } });
      expect(await codeOf(rate({ confirmsAdult: true }, impersonated(actor)))).toBe('IMPERSONATING');
      expect((await rate({ confirmsAdult: true })).bot.ageRating).toBe('adult');
      const [row] = await database().query<{ confirmedAt: Date }[]>(
        'select adult_confirmed_at as "confirmedAt" from bots.bot where id = $1',
        [bot.id],
      );
      expect(row?.confirmedAt.getTime()).toBeGreaterThan(Date.parse(bot.createdAt) - 1000);
      // Later saves keep the rating without another confirmation.
      expect((await rate({ name: 'Nova 2' })).bot).toMatchObject({ name: 'Nova 2', ageRating: 'adult' });
    });

    it('saves one of several concurrent edits of the same version and fails with VERSION_CONFLICT for the others [S35]', async () => {
      const actor = anActor();
      const {
        bot: { id: botId },
      } = await stack.ask(bots.create, { actor, name: 'Nova' });
      const rename = (name: string) => stack.ask(bots.update, { actor, botId, name, expectedVersion: 1 });
      const results = await Promise.allSettled(['First', 'Second', 'Third'].map(rename));
      const codes = results.map((result) => (result.status === 'rejected' ? AppError.from(result.reason).code : 'saved'));
      expect(codes.sort()).toEqual(['VERSION_CONFLICT', 'VERSION_CONFLICT', 'saved']);
      expect(await stack.ask(bots.get, { actor, botId })).toMatchObject({ version: 2 });
    });

    it('loses no change when different settings are saved concurrently', async () => {
      const actor = anActor();
      const {
        bot: { id: botId },
      } = await stack.ask(bots.create, { actor, name: 'Nova' });
      await Promise.all([
        stack.ask(bots.update, { actor, botId, channelSettings: { mentionOnly: true } }),
        stack.ask(bots.update, { actor, botId, channelSettings: { capsFilter: true } }),
        stack.ask(bots.update, { actor, botId, name: 'Stella' }),
      ]);
      expect(await stack.ask(bots.get, { actor, botId })).toMatchObject({
        name: 'Stella',
        version: 4,
        channelSettings: { mentionOnly: true, capsFilter: true },
      });
    });

    it('ignores fields that an owner may not set [S32]', async () => {
      const actor = anActor();
      const {
        bot: { id: botId },
      } = await stack.ask(bots.create, { actor, name: 'Nova' });
      const row = async () => {
        const [found] = await database().query<Record<string, unknown>[]>('select * from bots.bot where id = $1', [botId]);
        const { name: _name, version: _version, updated_at: _updatedAt, changed_at: _changedAt, ...others } = found ?? {};
        return others;
      };
      const before = await row();
      const foreign = randomUUID();
      const sent = JSON.parse(
        `{"name":"Other","id":"${foreign}","userId":"${foreign}","ownerId":"${foreign}","owner_id":"${foreign}","status":"online",
          "runtimeState":"online","statusReason":"x","desiredOnline":true,"runNumber":9,"fence":9,"version":7,"messageCount":99,"applicationId":"1",
          "createdAt":"2001-01-01T00:00:00Z","deletedAt":"2001-01-01T00:00:00Z","__proto__":{"isAdmin":true},"constructor":{"name":"x"},
          "preferences":{"isAdmin":true},"channelSettings":{"isAdmin":true}}`,
      ) as object;
      expect((await stack.ask(bots.update, { ...sent, actor, botId })).bot).toMatchObject({
        id: botId,
        name: 'Other',
        version: 2,
      });
      expect(await row()).toEqual(before);
    });

    it('drops the traits above the plan and returns their names [S34]', async () => {
      const actor = anActor();
      const {
        bot: { id: botId },
      } = await stack.ask(bots.create, { actor, name: 'Nova' });
      expect(await stack.ask(bots.update, { actor, botId, personality: { witty: true, humor: 10 } })).toMatchObject({
        bot: { personality: { humor: 10 } },
        droppedTraits: ['witty'],
      });
    });
  });

  describe('after a downgrade', () => {
    const downgraded = async () => {
      const premium = aPremiumOwner();
      const personality = { humor: true, witty: 80, formal: true, roleplay: 20 };
      const { bot } = await stack.ask(bots.create, { actor: premium, name: 'Nova', personality });
      return { premium, actor: { ...premium, plan: 'free' } as const, botId: bot.id, personality };
    };

    it('keeps the traits above the plan through every save, however they are sent', async () => {
      const { premium, actor, botId, personality } = await downgraded();
      const { humor: _humor, ...inactive } = personality;
      const save = (sent: object) => stack.ask(bots.update, { actor, botId, ...sent });
      expect(await save({ name: 'Nova 2' })).toMatchObject({ bot: { personality }, droppedTraits: [] });
      expect(await save({ personality: { humor: false } })).toMatchObject({
        bot: { personality: { humor: false, ...inactive } },
        droppedTraits: [],
      });
      expect(await save({ personality: { ...personality, humor: 10 } })).toMatchObject({
        bot: { personality: { humor: 10, ...inactive } },
        droppedTraits: [],
      });
      const refused = await save({ personality: { witty: 10, formal: false, poetic: true } });
      expect(refused.bot.personality).toEqual(inactive);
      expect(refused.droppedTraits.sort()).toEqual(['formal', 'poetic', 'witty']);
      const back = await stack.ask(bots.update, { actor: premium, botId, personality: { ...inactive, witty: false } });
      expect(back).toMatchObject({ bot: { personality: { ...inactive, witty: false } }, droppedTraits: [] });
    });

    it('removes a trait above the plan once the plan is back and the save leaves it out', async () => {
      const { premium, botId } = await downgraded();
      const { bot } = await stack.ask(bots.update, { actor: premium, botId, personality: { humor: true } });
      expect(bot.personality).toEqual({ humor: true });
    });
  });

  describe('of another user', () => {
    it('fails like a missing and a deleted one in every call [S28, S30]', async () => {
      const owner = anActor();
      const {
        bot: { id: foreign },
      } = await stack.ask(bots.create, { actor: owner, name: 'Nova' });
      const actor = anActor();
      const {
        bot: { id: deleted },
      } = await stack.ask(bots.create, { actor, name: 'Gone' });
      await stack.ask(bots.remove, { actor, botId: deleted });
      const answers = async (botId: string) =>
        Promise.all(
          [
            stack.ask(bots.get, { actor, botId }),
            stack.ask(bots.update, { actor, botId, name: 'Mine' }),
            stack.ask(bots.remove, { actor, botId }),
            stack.ask(bots.start, { actor, botId }),
            stack.ask(bots.stop, { actor, botId }),
            stack.ask(bots.reset, { actor, botId, name: 'Nova' }),
            stack.ask(bots.uptime, { actor, botId }),
          ].map((call) => call.catch((error: unknown) => AppError.from(error).toBody())),
        );
      const missing = await answers(randomUUID());
      expect(missing).toEqual(Array.from({ length: 7 }, () => new AppError('NOT_FOUND').toBody()));
      expect(await answers(foreign)).toEqual(missing);
      expect(await answers(deleted)).toEqual(missing);
      expect(await stack.ask(bots.get, { actor: owner, botId: foreign })).toMatchObject({ name: 'Nova' });
    });

    it('is not found by SQL in place of an id', async () => {
      expect(await codeOf(stack.ask(bots.get, { actor: anActor(), botId: `${randomUUID()}' or 1=1 --` }))).toBe('BAD_INPUT');
    });
  });

  describe('removal', () => {
    it('hides the bot at once and deletes its row after everything is purged', async () => {
      const actor = anActor();
      const {
        bot: { id: botId },
      } = await stack.ask(bots.create, { actor, name: 'Nova' });
      const rows = () => database().query<{ deleted_at: Date | null }[]>('select * from bots.bot where id = $1', [botId]);
      await stack.ask(bots.forget, { botId });
      expect(await rows()).toHaveLength(1);
      expect(await stack.ask(bots.remove, { actor, botId })).toEqual({ message: 'Bot deleted' });
      expect(await codeOf(stack.ask(bots.persona, { botId }))).toBe('NOT_FOUND');
      expect(await stack.ask(bots.getDesiredOnline, { botId })).toEqual({ bot: null });
      expect((await jobsOf(stack, 'lifecycle')).get(`remove-${botId}-1`)).toEqual({
        action: 'remove',
        ownerId: actor.userId,
        botId,
      });
      expect(await rows()).toMatchObject([{ discord_token: null, desired_online: false }]);
      await stack.ask(bots.forget, { botId });
      expect(await rows()).toEqual([]);
    });

    it('is refused during an impersonation of the owner', async () => {
      const actor = anActor();
      const {
        bot: { id: botId },
      } = await stack.ask(bots.create, { actor, name: 'Nova' });
      const impersonating = impersonated(actor);
      expect(await codeOf(stack.ask(bots.remove, { actor: impersonating, botId }))).toBe('IMPERSONATING');
      expect((await stack.ask(bots.update, { actor: impersonating, botId, name: 'Renamed' })).bot).toMatchObject({
        name: 'Renamed',
      });
    });
  });

  describe('persona', () => {
    it('contains the settings for replies, the current plan and only its traits', async () => {
      const actor = aPremiumOwner();
      const {
        bot: { id },
      } = await stack.ask(bots.create, {
        actor,
        name: 'Nova',
        instructions: 'Shine.',
        personality: { humor: 20, witty: true },
      });
      stack.plans.set(actor.userId, 'premium');
      const persona = await stack.ask(bots.persona, { botId: id });
      expect(persona).toMatchObject({
        id,
        ownerId: actor.userId,
        ownerPlan: 'premium',
        name: 'Nova',
        instructions: 'Shine.',
        personality: { humor: 20, witty: true },
      });
      stack.plans.set(actor.userId, 'free');
      // Billing announces it.
      await stack.runtime.events.publish(events.actorDropped, { userId: actor.userId });
      await waitFor('the plan', async () => (await stack.ask(bots.persona, { botId: id })).ownerPlan === 'free');
      expect(await stack.ask(bots.persona, { botId: id })).toMatchObject({ personality: { humor: 20 } });
      expect((await stack.ask(bots.get, { actor, botId: id })).personality).toEqual({ humor: 20, witty: true });
    });
  });

  it('is shown with an unknown message count while the chat service is not running', async () => {
    const actor = anActor();
    const {
      bot: { id: botId },
    } = await stack.ask(bots.create, { actor, name: 'Nova' });
    await stack.closeNeighbour('chat');
    expect((await stack.ask(bots.list, { actor })).bots).toMatchObject([{ id: botId, messageCount: null }]);
    expect(await stack.ask(bots.get, { actor, botId })).toMatchObject({ messageCount: null });
  });
});
