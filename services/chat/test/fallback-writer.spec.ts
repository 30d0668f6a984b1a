import { describe, expect, it } from '@jest/globals';
import type { Logger } from '@kith/kit';
import { FallbackWriter } from '../src/models/fallback-writer.js';
import { ModelFailure, type FailureReason, type ModelProvider } from '../src/models/model-provider.js';
import type { ModelInUse } from '../src/models/model-writer.js';
import type { ReplyPart } from '../src/replies/reply-writer.js';
import { TURN } from './a-turn.js';

const LOGGER = { warn: () => undefined } as unknown as Logger;

function aProvider(engine: 'openai' | 'anthropic', answer: FailureReason | 'text') {
  const asked: string[] = [];
  const cacheKeys = new Set<string | undefined>();
  const prompts: string[] = [];
  const provider: ModelProvider = {
    engine,
    async *complete({ model, cacheKey, messages }) {
      asked.push(model);
      prompts.push(messages.map(({ content }) => content).join('\n'));
      cacheKeys.add(cacheKey);
      if (answer !== 'text') throw new ModelFailure(answer);
      yield { kind: 'text', text: 'Hello.' };
      yield { kind: 'end', isCut: false, usage: null };
    },
    models: () => Promise.resolve([]),
    listing: () => Promise.resolve([]),
  };
  const model = (name: string, seesPictures = false): ModelInUse => ({
    provider,
    access: {
      request: async function* (_requester, _signal, send) {
        yield* send();
      },
    },
    model: name,
    name,
    contextWindow: 8000,
    isCharged: true,
    seesPictures,
    usesTools: false,
    reasoningTokens: 0,
  });
  return { asked, cacheKeys, prompts, model };
}

async function partsOf(writer: FallbackWriter, turn = TURN): Promise<ReplyPart[]> {
  const parts: ReplyPart[] = [];
  for await (const part of writer.write(turn, new AbortController().signal)) parts.push(part);
  return parts;
}

describe('when a model fails before its first text,', () => {
  it.each([
    ['timeout', ['one']],
    ['quota', ['one']],
    ['down', ['one', 'two']],
    ['busy', ['one', 'two']],
  ] as const)('%s: of the models of its provider %j are asked before one of another provider', async (reason, expected) => {
    const [failing, working] = [aProvider('openai', reason), aProvider('anthropic', 'text')];
    const writer = new FallbackWriter(failing.model('one'), [failing.model('two'), working.model('three')], LOGGER);
    expect(await partsOf(writer)).toContainEqual({ kind: 'text', text: 'Hello.' });
    expect(failing.asked).toEqual(expected);
    expect(working.asked).toEqual(['three']);
  });
});

it('a reply is asked for with the id of its bot as the cache key, whichever model writes it', async () => {
  const [failing, working] = [aProvider('openai', 'down'), aProvider('anthropic', 'text')];
  await partsOf(new FallbackWriter(failing.model('one'), [working.model('two')], LOGGER));
  expect([...failing.cacheKeys, ...working.cacheKeys]).toEqual([TURN.persona.id, TURN.persona.id]);
});

it('only a model that sees pictures is told of a large one that a smaller one would be seen', async () => {
  const [failing, working] = [aProvider('openai', 'down'), aProvider('anthropic', 'text')];
  const file = { name: 'berths.png', isCut: false, isTooLarge: true };
  const attachments = [
    { ...file, text: 'Thirty crowns.', recognition: 'recognized' as const },
    { ...file, text: null, recognition: 'none' as const },
    { ...file, text: null },
  ];
  await partsOf(new FallbackWriter(failing.model('blind'), [working.model('seeing', true)], LOGGER), { ...TURN, attachments });
  expect(failing.prompts.join()).not.toContain('a smaller one would be seen');
  expect(failing.prompts.join()).toMatch(
    /This text was recognized in it, perhaps with errors:\)\nThirty crowns\.[^]*no text was recognized/,
  );
  expect(failing.prompts.join()).toContain('(You cannot see what is in this file.');
  expect(working.prompts.join().split('a smaller one would be seen')).toHaveLength(4);
});

it('where no model answers, small talk is not answered from what is always active, and a question is', async () => {
  const writer = () => new FallbackWriter(aProvider('openai', 'down').model('one'), [], LOGGER);
  const passages = [{ itemId: 'p', title: 'Home', body: 'We live on the pier.', score: 0, activation: 'always' as const }];
  await expect(partsOf(writer(), { ...TURN, question: 'Where do you live?', passages })).rejects.toThrow();
  expect(await partsOf(writer(), { ...TURN, question: 'Who lives on the pier?', passages })).toContainEqual({
    kind: 'text',
    text: 'From “Home”: We live on the pier.',
  });
});
