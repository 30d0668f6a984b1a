import { randomUUID } from 'node:crypto';
import { anActor, startModel, waitFor, type StandInModel } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, chat, MODELS, type Actor, type InputOf, type CatalogueLabel } from '@kith/proto';
import { DataSource } from 'typeorm';
import { ReplyWriters } from '../src/models/reply-writers.js';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

const operator = anActor({ role: 'super_admin' });
const SMALL: Omit<InputOf<typeof chat.changeModel>, 'actor' | 'label' | 'version'> = {
  name: 'Tiny',
  provider: 'openai',
  model: 'tiny-1',
  plan: 'free',
  contextWindow: 8192,
  inputPrice: 0.0002,
  cachedPrice: 0.0001,
  outputPrice: null,
  shutdownDate: '2031-02-03',
  seesPictures: false,
  usesTools: false,
  reasoningTokens: 0,
};
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('pixels')]);

describe('the model catalogue', () => {
  let model: StandInModel;
  let kith: ChatUnderTest;
  beforeAll(async () => {
    model = await startModel();
    model.mock.on({ predicate: () => true }, { content: 'Hello.' });
    kith = await chatUnderTest(model.env);
  });
  afterAll(async () => {
    await kith.stop();
    await model.stop();
  });

  const entry = async (label: CatalogueLabel) => {
    const { models } = await kith.ask(chat.editableModels, { actor: operator });
    const found = models.find((each) => each.label === label);
    if (!found) throw new Error(`no entry for ${label}`);
    return found;
  };
  const change = async (label: CatalogueLabel, fields: Partial<typeof SMALL>, actor: Actor = operator) => {
    const { version } = await entry(label);
    return kith.ask(chat.changeModel, { ...SMALL, ...fields, actor, label, version });
  };
  const problemOf = async (work: Promise<unknown>) => {
    const [outcome] = await Promise.allSettled([work]);
    if (outcome?.status !== 'rejected') throw new Error('it was not refused');
    return AppError.from(outcome.reason);
  };

  it('shows everybody which model each label runs, with plan, window, prices and shutdown date', async () => {
    const { isConfigured, models } = await kith.ask(chat.models, {});
    expect(isConfigured).toBe(true);
    expect(models[0]).toEqual({
      label: 'gpt-4o',
      name: 'GPT-4o',
      provider: 'openai',
      model: 'gpt-4o',
      plan: 'basic',
      contextWindow: 128_000,
      inputPrice: 0.0025,
      cachedPrice: 0.00125,
      outputPrice: 0.01,
      shutdownDate: '2027-01-14',
      seesPictures: true,
      usesTools: true,
      reasoningTokens: 0,
    });
  });

  it('runs what the operator changed within seconds and without a restart, and shows its name', async () => {
    const { actor, botId } = kith.aBot({ model: 'gpt-4' });
    expect(await change('gpt-4', {})).toMatchObject({ label: 'gpt-4', ...SMALL, isChanged: true });
    await waitFor('the changed model to run', async () => {
      await kith.say({ actor, botId, message: 'Hello' });
      return model.mock.getRequests().at(-1)?.body?.model === 'tiny-1';
    });
    const { models } = await kith.ask(chat.models, {});
    expect(models.find(({ label }) => label === 'gpt-4')).toEqual({ label: 'gpt-4', ...SMALL });
    kith.peers.uptime = { ...kith.peers.uptime, model: 'gpt-4' };
    expect((await kith.ask(chat.analytics, { actor, botId })).botInfo.model).toBe('Tiny');
  });

  it('gives a model the pictures, the tools and the room for thinking that the operator says, whatever its name', async () => {
    const seen = await change('gpt-3.5-turbo', {
      model: 'blind-by-name',
      seesPictures: true,
      usesTools: true,
      reasoningTokens: 1000,
    });
    expect(seen).toMatchObject({ seesPictures: true, usesTools: true, reasoningTokens: 1000 });
    const writers = kith.services.get('chat')?.app.get(ReplyWriters);
    const persona = { ownerId: randomUUID(), ownerPlan: 'free', model: 'gpt-3.5-turbo' } as const;
    await waitFor('the abilities', async () => (await writers?.modelOf(persona))?.reasoningTokens === 1000);
    expect(await writers?.of(persona)).toMatchObject({ seesPictures: true, usesTools: true });
    const { actor, botId } = kith.aBot({ ownerPlan: 'free', model: 'gpt-3.5-turbo', preferences: { maxTokens: 150 } });
    await kith.say({ actor, botId, message: 'Hello' });
    expect(model.mock.getRequests().at(-1)?.body).toMatchObject({ model: 'blind-by-name', max_tokens: 1150 });
  });

  it('tells the operator which models the provider lists', async () => {
    // The stand-in lists gpt-4o and none of the others.
    await waitFor('the list of the provider', async () => (await entry('gpt-4o')).isListed === true);
    expect(await entry('gpt-4o')).toMatchObject({ announcedShutdown: null });
    expect(await entry('latest')).toMatchObject({ isListed: false });
  });

  it('draws pictures with the model that the operator chose, for the plans that the operator chose', async () => {
    const image = { name: 'Brush', model: 'brush-1', plan: 'basic', contextWindow: null } as const;
    const changed = await change('image', { ...image, contextWindow: 8192 });
    expect(changed).toMatchObject({ ...image, label: 'image', isChanged: true });
    model.mock.onImage(/./, { image: { b64Json: PNG.toString('base64') } });
    const [basic, free] = [kith.aBot({ ownerPlan: 'basic' }), kith.aBot({ ownerPlan: 'free' })];
    const draw = (bot: typeof basic) => kith.say({ ...bot, message: '/generate image a lighthouse' });
    await waitFor('the changed model to draw', async () => {
      await draw(basic);
      return model.mock.getRequests().at(-1)?.body?.model === 'brush-1';
    });
    expect((await draw(free)).at(-1)).toMatchObject({ response: 'Drawing pictures needs the Standard plan of my owner.' });
    const { imageModel, models } = await kith.ask(chat.models, {});
    expect(imageModel).toMatchObject({ name: 'Brush', plan: 'basic', outputPrice: null });
    expect(models.map(({ label }) => label)).toEqual([...MODELS]);
    // It counts as no model of the free plan, and is none of a provider that draws nothing.
    expect(await problemOf(change('image', { provider: 'anthropic' }))).toMatchObject({
      details: { fields: { provider: 'Anthropic has no model that draws pictures.' } },
    });
    await change('image', { shutdownDate: '2026-01-01' });
    await waitFor('the end of a model that was shut down', async () => {
      const last = (await draw(basic)).at(-1);
      return last?.type === 'done' && last.response.startsWith('No image model is configured');
    });
  });

  it('gives a label its start value again, in all replicas', async () => {
    await change('gpt-3.5-turbo', { name: 'Other' });
    const { version } = await entry('gpt-3.5-turbo');
    await kith.ask(chat.resetModel, { actor: operator, label: 'gpt-3.5-turbo', version });
    expect(await entry('gpt-3.5-turbo')).toMatchObject({ name: 'GPT-6 Luna', isChanged: false, version: version + 1 });
  });

  it('records each change in the audit log', async () => {
    await change('latest', { plan: 'premium', model: 'audited-1' });
    await waitFor('the audit event', async () => {
      const keys = await kith.runtime.redis.keys('jobs:audit:*-*-*');
      const jobs = await Promise.all(keys.map((key) => kith.runtime.redis.hget(key, 'data')));
      return jobs.some((job) => job?.includes('"model_changed"') && job.includes('audited-1') && job.includes(operator.userId));
    });
  });

  it('is changed by the super-admin alone, and not during an impersonation', async () => {
    const impersonated = anActor({ role: 'super_admin', impersonator: { userId: operator.userId, username: 'root' } });
    for (const actor of [anActor(), anActor({ role: 'admin' }), impersonated]) {
      const code = actor === impersonated ? 'IMPERSONATING' : 'FORBIDDEN';
      expect(await problemOf(change('gpt-4o', {}, actor))).toMatchObject({ code });
      const named = { actor, label: 'gpt-4o', version: 0 } as const;
      expect(await problemOf(kith.ask(chat.resetModel, named))).toMatchObject({ code });
      expect(await problemOf(kith.ask(chat.editableModels, { actor }))).toMatchObject({ code });
    }
    expect(await entry('gpt-4o')).toMatchObject({ isChanged: false, version: 0 });
  });

  it('keeps the change of another operator that came first', async () => {
    const { version } = await entry('gpt-4o');
    const changes = ['one', 'two', 'three'].map((name) =>
      kith.ask(chat.changeModel, { ...SMALL, name, plan: 'basic', actor: operator, label: 'gpt-4o', version }),
    );
    const outcomes = await Promise.allSettled(changes);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [AppError.from(outcome.reason).code] : []));
    expect(refused).toEqual(['VERSION_CONFLICT', 'VERSION_CONFLICT']);
  });

  it('always leaves the free plan a model, also when two changes at the same time each keep the one that the other takes away', async () => {
    const [gpt4, gpt35] = await Promise.all([entry('gpt-4'), entry('gpt-3.5-turbo')]);
    const take = ({ label, version }: typeof gpt4) =>
      kith.ask(chat.changeModel, { ...SMALL, plan: 'basic', actor: operator, label, version });
    const outcomes = await Promise.allSettled([take(gpt4), take(gpt35)]);
    const [refused] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [AppError.from(outcome.reason)] : []));
    expect(refused).toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { plan: 'At least one model must be in the Free plan.' } },
    });
    const { models } = await kith.ask(chat.editableModels, { actor: operator });
    expect(models.filter(({ label, plan }) => label !== 'image' && plan === 'free')).toHaveLength(1);
  });

  it('accepts no model of a provider to which the installation has no access', async () => {
    const problem = await problemOf(change('latest', { provider: 'anthropic', model: 'claude-opus-5-5' }));
    expect(problem).toMatchObject({ code: 'BAD_INPUT', details: { fields: { provider: expect.stringContaining('Anthropic') } } });
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: 'a\u202Eb' }],
    ['model', { model: 'two words' }],
    ['model', { model: '' }],
    ['contextWindow', { contextWindow: 100 }],
    ['contextWindow', { contextWindow: 8192.5 }],
    ['contextWindow', { contextWindow: null }],
    ['inputPrice', { inputPrice: -1 }],
    ['shutdownDate', { shutdownDate: '2027-13-01' }],
    ['reasoningTokens', { reasoningTokens: -1 }],
  ])('names the field %s of a change that is not valid', async (field, fields) => {
    const problem = await problemOf(change('latest', fields));
    expect(problem.code).toBe('BAD_INPUT');
    expect(Object.keys(problem.details.fields ?? {})).toEqual([field]);
  });

  it('runs the start value where a stored entry is not valid any more', async () => {
    const database = kith.services.get('chat')?.app.get(DataSource);
    await database?.query(`update chat.model_entry set entry = '{"model": 7}' where label = 'latest'`);
    expect(await entry('latest')).toMatchObject({ name: 'GPT-6.1 Sol', isChanged: false });
  });
});

describe('the model catalogue without a provider', () => {
  let kith: ChatUnderTest;
  beforeAll(async () => {
    kith = await chatUnderTest();
  });
  afterAll(() => kith.stop());

  it('says that no model is configured, and bots are shown with the built-in companion', async () => {
    expect(await kith.ask(chat.models, {})).toMatchObject({ isConfigured: false });
    const { actor, botId } = kith.aBot();
    expect((await kith.ask(chat.analytics, { actor, botId })).botInfo.model).toBe('Built-in companion');
  });
});
