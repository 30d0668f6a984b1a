import { describe, expect, it } from '@jest/globals';
import { imageModel, modelCatalogue } from './model-catalogue.js';

describe('the model catalogue', () => {
  it('has an entry for every label of the forms', () => {
    expect(Object.keys(modelCatalogue(undefined))).toEqual(['gpt-4o', 'gpt-4', 'gpt-3.5-turbo']);
  });

  it('is overridden entry by entry, and ignores unknown entries', () => {
    const catalogue = modelCatalogue('{"gpt-4":{"model":"llama3","window":8192,"price":1},"other":{}}');
    expect(catalogue['gpt-4']).toEqual({ model: 'llama3', window: 8192 });
    expect(catalogue['gpt-4o']).toEqual(modelCatalogue(undefined)['gpt-4o']);
  });

  it.each([
    '{',
    '[]',
    '"x"',
    '{"gpt-4o":7}',
    '{"gpt-4o":{"model":""}}',
    '{"gpt-4o":{"window":12}}',
    '{"gpt-4o":{"window":"big"}}',
  ])('rejects %s with an error that names the variable', (json) => {
    expect(() => modelCatalogue(json)).toThrow(/MODEL_CATALOGUE/);
  });

  it('contains the image model, which is overridden like the others', () => {
    expect(imageModel(undefined)).toMatch(/^gpt-image/);
    expect(imageModel('{"gpt-4":{"model":"llama3"}}')).toBe(imageModel(undefined));
    expect(imageModel('{"image":{"model":"flux"}}')).toBe('flux');
    for (const json of ['{"image":7}', '{"image":{"model":""}}', '{']) expect(() => imageModel(json)).toThrow(/MODEL_CATALOGUE/);
  });
});
