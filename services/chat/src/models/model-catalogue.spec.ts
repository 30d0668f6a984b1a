import { describe, expect, it } from '@jest/globals';
import { BUILT_IN_IMAGE_MODEL, BUILT_IN_MODELS, modelInForce, MODELS, type ModelEntry, type Plan } from '@kith/proto';
import { startCatalogue, startImageModel } from './model-catalogue.js';

const entryOf = (entries: readonly ModelEntry[], label: string) => entries.find((entry) => entry.label === label);

describe('the start value of the model catalogue', () => {
  it('has one entry for every label of the forms', () => {
    expect(startCatalogue(undefined).map(({ label }) => label)).toEqual([...MODELS]);
  });

  it('is overridden label by label; another model keeps neither the name nor the prices nor the shutdown date of the built-in one', () => {
    const entries = startCatalogue('{"gpt-4o":{"model":"llama3","contextWindow":8192},"gpt-4":{"plan":"basic"}}');
    expect(entryOf(entries, 'gpt-4o')).toEqual({
      label: 'gpt-4o',
      name: 'llama3',
      provider: 'openai',
      model: 'llama3',
      plan: 'basic',
      contextWindow: 8192,
      inputPrice: null,
      cachedPrice: null,
      outputPrice: null,
      shutdownDate: null,
      seesPictures: null,
      usesTools: null,
      reasoningTokens: null,
    });
    expect(entryOf(entries, 'gpt-4')).toEqual({ ...entryOf(BUILT_IN_MODELS, 'gpt-4'), plan: 'basic' });
    expect(entryOf(entries, 'latest')).toEqual(entryOf(BUILT_IN_MODELS, 'latest'));
  });

  it.each([
    '{',
    '[]',
    '"x"',
    '{"gpt-4o":7}',
    '{"gpt-4o":{"model":""}}',
    '{"gpt-4o":{"contextWindow":12}}',
    '{"gpt-4o":{"contextWindow":"big"}}',
    '{"gpt-4o":{"window":128000}}',
    '{"gpt-4o":{"provider":"mine"}}',
    '{"gpt-4o":{"shutdownDate":"soon"}}',
    '{"gpt-4o":{"inputPrice":-1}}',
    '{"gpt-5":{"model":"gpt-5"}}',
    '{"gpt-4":{"plan":"basic"},"gpt-3.5-turbo":{"plan":"premium"}}',
  ])('is not read from %s: the error names the variable', (json) => {
    expect(() => startCatalogue(json)).toThrow(/MODEL_CATALOGUE/);
  });

  it('contains the image model, which is overridden like the others', () => {
    expect(startImageModel('{"gpt-4":{"model":"llama3"}}')).toEqual(BUILT_IN_IMAGE_MODEL);
    const flux = { name: 'flux', provider: 'local', model: 'flux', plan: 'basic', outputPrice: 0.04 };
    const given = { model: 'flux', provider: 'local', plan: 'basic', outputPrice: 0.04 };
    expect(startImageModel(JSON.stringify({ image: given }))).toEqual({ ...BUILT_IN_IMAGE_MODEL, ...flux });
    for (const json of ['{"image":7}', '{"image":{"model":""}}', '{"image":{"contextWindow":8192}}', '{'])
      expect(() => startImageModel(json)).toThrow(/MODEL_CATALOGUE/);
  });
});

describe('the model in force for a bot', () => {
  const inForce = (label: string, plan: Plan, today = '2026-11-30') => modelInForce(BUILT_IN_MODELS, label, plan, today)?.name;

  it.each([
    ['gpt-3.5-turbo', ['GPT-6 Luna', 'GPT-6 Luna', 'GPT-6 Luna']],
    ['gpt-4', ['GPT-6 Luna', 'GPT-6 Luna', 'GPT-6 Luna']],
    ['gpt-4o', ['GPT-6 Luna', 'GPT-4o', 'GPT-4o']],
    ['latest', ['GPT-6 Luna', 'GPT-4o', 'GPT-6.1 Sol']],
  ])('for %s is the best that the plan has, and never one above it', (label, expected) => {
    expect((['free', 'basic', 'premium'] as const).map((plan) => inForce(label, plan))).toEqual(expected);
  });

  it('is another one of the plan from the day on which the provider shuts it down', () => {
    expect(inForce('gpt-4o', 'basic', '2027-01-13T23:59:59Z')).toBe('GPT-4o');
    expect(inForce('gpt-4o', 'basic', '2027-01-14')).toBe('GPT-6 Luna');
    expect(inForce('gpt-4o', 'premium', '2027-01-14')).toBe('GPT-6.1 Sol');
    const allOver = BUILT_IN_MODELS.map((entry) => ({ ...entry, shutdownDate: '2026-01-01' }));
    expect(modelInForce(allOver, 'gpt-4', 'free', '2026-11-30')?.model).toBe('gpt-6-luna');
  });
});
