import { anActor } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, bots, MODELS, type Actor, type ModelLabel, type Plan } from '@kith/proto';
import { botsUnderTest, type BotsUnderTest } from './bots-under-test.js';

describe("saving a model or memory above the owner's plan", () => {
  let stack: BotsUnderTest;
  beforeAll(async () => {
    stack = await botsUnderTest();
  });
  afterAll(() => stack.stop());

  const refusalOf = async (work: Promise<unknown>) => {
    const [outcome] = await Promise.allSettled([work]);
    return outcome?.status === 'rejected' ? AppError.from(outcome.reason) : undefined;
  };
  const aBotOf = async (actor: Actor, settings: { model?: ModelLabel } = {}) =>
    (await stack.ask(bots.create, { actor, name: 'Nova', ...settings })).bot;
  const as = (actor: Actor, plan: Plan): Actor => ({ ...actor, plan });

  it.each([
    ['free', ['latest']],
    ['basic', ['latest']],
    ['premium', []],
  ] as const)('a new bot on the %s plan gets every model but %s; the initial one counts as not chosen', async (plan, refused) => {
    const outcomes = await Promise.all(MODELS.map((model) => refusalOf(aBotOf(anActor({ plan }), { model }))));
    const codes = MODELS.filter((_model, index) => outcomes[index]?.code === 'UPGRADE_REQUIRED');
    expect(codes).toEqual(refused);
  });

  it('is refused with a sentence at the field, and stores nothing [S34]', async () => {
    const actor = anActor({ plan: 'free' });
    const bot = await aBotOf(actor, { model: 'gpt-3.5-turbo' });
    const model = await refusalOf(stack.ask(bots.update, { actor, botId: bot.id, name: 'Other', model: 'gpt-4o' }));
    expect(model).toMatchObject({
      code: 'UPGRADE_REQUIRED',
      message: 'GPT-4o needs the Standard plan.',
      details: { fields: { model: 'GPT-4o needs the Standard plan.' } },
    });
    const memory = { preferences: { contextRetention: 'extended' as const } };
    expect(await refusalOf(stack.ask(bots.update, { actor, botId: bot.id, ...memory }))).toMatchObject({
      code: 'UPGRADE_REQUIRED',
      details: { fields: { 'preferences.contextRetention': 'Extended memory needs the Premium plan.' } },
    });
    expect(await refusalOf(stack.ask(bots.create, { actor: as(actor, 'basic'), name: 'Long', ...memory }))).toMatchObject({
      code: 'UPGRADE_REQUIRED',
    });
    expect(await stack.ask(bots.get, { actor, botId: bot.id })).toMatchObject({
      name: 'Nova',
      model: 'gpt-3.5-turbo',
      version: 1,
    });
  });

  it('is no obstacle to other changes after a downgrade: what is stored stays stored', async () => {
    const actor = anActor({ plan: 'premium' });
    const bot = await aBotOf(actor, { model: 'latest' });
    const preferences = { ...bot.preferences, contextRetention: 'extended' as const };
    await stack.ask(bots.update, { actor, botId: bot.id, preferences });
    const saved = await stack.ask(bots.update, {
      actor: as(actor, 'free'),
      botId: bot.id,
      name: 'Mended',
      model: 'latest',
      preferences,
    });
    expect(saved.bot).toMatchObject({ name: 'Mended', model: 'latest', preferences: { contextRetention: 'extended' } });
  });

  it('needs no answer about models for a save that changes none, and is refused while none can be given', async () => {
    const actor = anActor({ plan: 'basic' });
    const bot = await aBotOf(actor);
    await stack.closeNeighbour('chat');
    await stack.ask(bots.update, { actor, botId: bot.id, name: 'Renamed', model: bot.model });
    const refused = await refusalOf(stack.ask(bots.update, { actor, botId: bot.id, model: 'latest' }));
    expect(refused?.code).toBe('UNAVAILABLE');
  });
});
