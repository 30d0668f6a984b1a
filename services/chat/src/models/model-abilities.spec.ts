import { describe, expect, it } from '@jest/globals';
import { abilitiesOf } from './model-abilities.js';

describe('the abilities of a model', () => {
  it('are those of the catalogue, whatever its name', () => {
    const blind = { model: 'gpt-6-luna', seesPictures: false, usesTools: false, reasoningTokens: 0 };
    expect(abilitiesOf('openai', blind)).toEqual({ seesPictures: false, usesTools: false, reasoningTokens: 0 });
    const seeing = { model: 'llama-3', seesPictures: true, usesTools: true, reasoningTokens: 500 };
    expect(abilitiesOf('local', seeing)).toEqual({ seesPictures: true, usesTools: true, reasoningTokens: 500 });
  });

  it.each([
    ['openai', 'gpt-4o', true, true, 0],
    ['openai', 'gpt-4o-audio-preview', false, false, 0],
    ['openai', 'gpt-3.5-turbo', false, true, 0],
    ['openai', 'gpt-6.1-sol', true, true, 4096],
    ['openai', 'gpt-5-chat-latest', true, true, 0],
    ['openai', 'o3-mini', false, true, 4096],
    ['anthropic', 'claude-haiku-4-5', true, true, 0],
    ['anthropic', 'claude-sonnet-5-5', true, true, 4096],
    ['local', 'llama-3.3', false, true, 0],
    ['local', 'llava:13b', true, false, 0],
    ['local', 'deepseek-r1:8b', false, false, 4096],
  ] as const)(
    'where the catalogue says nothing are known by the name: %s %s',
    (engine, model, seesPictures, usesTools, reasoningTokens) => {
      const abilities = { seesPictures, usesTools, reasoningTokens };
      expect(abilitiesOf(engine, { model })).toEqual(abilities);
      const unknown = { seesPictures: null, usesTools: null, reasoningTokens: null };
      expect(abilitiesOf(engine, { model, ...unknown })).toEqual(abilities);
    },
  );
});
