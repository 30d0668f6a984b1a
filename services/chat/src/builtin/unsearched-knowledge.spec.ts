import { describe, expect, it } from '@jest/globals';
import type { Passage } from '@kith/proto';
import { ask, exchange, reply } from '../testing/companion/ask.js';

const anItem = (title: string, body: string, activation: Passage['activation']): Passage => ({
  itemId: title,
  title,
  body,
  score: activation === 'search' ? 5 : 0,
  activation,
});
const DONT_KNOW = /do not know|no answer/;

describe('what its owner marked as always active', () => {
  const house = anItem('House rules', 'Quiet hours begin at ten in the evening. Dogs sleep in the barn.', 'always');
  const passages = [house];

  it.each([
    ['when do quiet hours begin?', 'Quiet hours begin at ten in the evening.'],
    ['where do dogs sleep?', 'Dogs sleep in the barn.'],
    ['house rules', 'Quiet hours begin at ten in the evening.'],
  ])('is quoted where it holds enough words of the question: %s', async (question, sentence) => {
    expect(await ask(question, { passages })).toMatchObject({
      text: expect.stringContaining(sentence),
      sources: ['House rules'],
      isUnknown: false,
    });
  });

  it('is quoted in scripts without spaces', async () => {
    const rules = anItem('宿舍', '停车场在后院。早餐八点开始。', 'always');
    expect(await reply('停车场在哪里？', { passages: [rules] })).toContain('停车场在后院。');
  });

  it.each(['who invented the telephone in the evening?', 'is there a bus to the old harbour on quiet Sundays?'])(
    'is neither quoted nor named as close where it holds few of them: %s',
    async (question) => {
      const answer = await ask(question, { passages, coverage: 0.4 });
      expect(answer).toMatchObject({ isUnknown: true, sources: [] });
      expect(answer?.text).not.toMatch(/House rules|Quiet hours/);
    },
  );

  it.each(['hello', 'where do you live?', 'who made you?', 'how are you?', '👍', 'tell me more', 'thanks', 'why?'])(
    'answers no small talk: %s',
    async (message) => {
      const home = anItem('Home', 'We live where dogs are made. How old are you? More is better. Thanks!', 'always');
      const history = [exchange('hello', 'Hello Eve!')];
      for (const before of [[], history]) {
        const text = await reply(message, { passages: [home], history: before });
        expect(text).not.toContain('Home');
        expect(text).not.toContain('do not know');
      }
    },
  );

  it('answers a sign as small talk', async () => {
    expect(await ask('👍', { passages })).toMatchObject({ isUnknown: false, sources: [] });
  });

  it('is not said twice in a row, unless the same is asked again', async () => {
    const question = 'where do dogs sleep?';
    const first = await reply(question, { passages });
    const history = [exchange(question, first)];
    expect(await reply('can dogs sleep outside?', { passages, history })).toMatch(DONT_KNOW);
    expect(await reply('Where do dogs sleep', { passages, history })).toBe(
      'As I said, from “House rules”: Dogs sleep in the barn.',
    );
  });

  it('goes on where it was quoted and more is asked for', async () => {
    const question = 'when do quiet hours begin?';
    const history = [exchange(question, await reply(question, { passages }))];
    expect(await reply('tell me more', { passages, history })).toContain('Dogs sleep in the barn.');
  });

  it('stands behind what the search found', async () => {
    const found = anItem('Kennel', 'Big dogs sleep in the kennel.', 'search');
    expect(await reply('where do dogs sleep?', { passages: [house, found], coverage: 0.9 })).toContain('kennel');
  });
});

describe('what a key word activates', () => {
  const wifi = anItem('Guests', 'Network KITH-GUEST, code 1234. Ask Ann for more. It is slow.', 'keywords');
  const passages = [wifi];

  it('is quoted by its first sentences where it holds no word of the question', async () => {
    expect(await ask("what's the wifi?", { passages })).toMatchObject({
      text: 'From “Guests”: Network KITH-GUEST, code 1234. Ask Ann for more.',
      sources: ['Guests'],
      isUnknown: false,
    });
  });

  it('is quoted by the sentence that holds a word of it, where there is one', async () => {
    expect(await reply('is the wifi slow?', { passages })).toBe('From “Guests”: It is slow.');
  });

  it('is quoted in a conversation only where the key word stands in the message itself', async () => {
    const history = [exchange('hello', 'Hello Eve!')];
    const activated = (...items: string[]) => ({ passages, history, activatedNow: () => Promise.resolve(new Set(items)) });
    expect(await reply("what's the wifi?", activated('Guests'))).toContain('KITH-GUEST');
    expect(await reply('who invented the telephone?', activated('Others'))).toMatch(DONT_KNOW);
    expect(await reply('who invented the telephone?', { passages, history })).toMatch(DONT_KNOW);
  });

  it('is not said twice in a row, unless the same is asked again', async () => {
    const question = "what's the wifi?";
    const history = [exchange(question, await reply(question, { passages }))];
    const asked = { passages, history, activatedNow: () => Promise.resolve(new Set(['Guests'])) };
    expect(await reply('who pays for the wifi?', asked)).toMatch(DONT_KNOW);
    expect(await reply(question, asked)).toMatch(/^As I said, .*KITH-GUEST/);
  });

  it('does not hide what the search found, however many items it activates', async () => {
    const many = Array.from({ length: 6 }, (_, at) => anItem(`Item ${at}`, 'Nothing of that.', 'keywords'));
    const found = anItem('Kennel', 'Big dogs sleep in the kennel.', 'search');
    expect(await reply('where do dogs sleep?', { passages: [...many, found], coverage: 0.9 })).toContain('kennel');
  });
});
