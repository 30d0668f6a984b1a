import { describe, expect, it } from '@jest/globals';
import type { Passage, Persona } from '@kith/proto';
import { aPersona } from '../../test/a-persona.js';
import { selectSentences } from './quotes.js';
import { answerIntent } from './intents.js';
import { questionIn } from './question.js';
import { speakingStyleOf, withEmoji, phrases } from './speaking-style.js';
import { isSameWord } from './word-matching.js';

const ask = (
  message: string,
  { titles = [], persona = aPersona(), requestId = 'r1' }: { titles?: string[]; persona?: Persona; requestId?: string } = {},
) =>
  answerIntent({
    persona,
    style: speakingStyleOf(persona),
    message,
    member: null,
    requestId,
    now: new Date('2026-11-21T14:05:00Z'),
    titles: async () => titles,
  });

describe('small talk', () => {
  it.each(['hi', 'Hello!', 'hey there', 'Good morning, Amber!', '<@123456789012345678> hello'])(
    'answers the greeting %s with name and topics',
    async (message) => {
      expect(await ask(message, { titles: ['Tides', 'Ships'] })).toBe('Hello, I am Amber. I know about “Tides”, “Ships”.');
    },
  );

  it.each([
    ['thanks!', /welcome/],
    ['Thank you so much', /welcome/],
    ['bye', /Goodbye/],
    ['who are you?', /^I am Amber, an AI companion\..*No language model/],
    ['are you a real person?', /AI companion/],
    ['How are you today?', /What would you like to know/],
    ['help', /roll dice/],
    ['what can I ask you?', /Nobody has taught me anything yet/],
    ['what time is it?', /^It is 14:05 UTC on Saturday,? 21 November 2026\.$/],
    ['Amber, what is the date today?', /21 November 2026/],
    ['flip a coin', /^(Heads|Tails)\.$/],
    ['roll a die', /^You rolled [1-6]\.$/],
  ])('%s', async (message, answer) => {
    expect(await ask(message)).toMatch(answer);
  });

  it('rolls the requested dice, with the same result for the same request', async () => {
    const rolled = (await ask('roll 3d6')) ?? '';
    const [, dice = '', total = ''] = /^You rolled ([\d +]+) = (\d+)\.$/.exec(rolled) ?? [];
    const values = dice.split(' + ').map(Number);
    expect(values).toHaveLength(3);
    expect(values.every((value) => value >= 1 && value <= 6)).toBe(true);
    expect(values.reduce((sum, value) => sum + value, 0)).toBe(Number(total));
    expect(await ask('roll 3d6')).toBe(rolled);
    const others = await Promise.all(Array.from({ length: 20 }, (_, n) => ask('roll 3d6', { requestId: `r${n}` })));
    expect(new Set(others).size).toBeGreaterThan(3);
  });

  it('chooses one of the options', async () => {
    const chosen = await Promise.all(
      Array.from({ length: 30 }, (_, n) => ask('choose between tea, coffee or milk.', { requestId: `r${n}` })),
    );
    expect(new Set(chosen)).toEqual(new Set(['I choose tea.', 'I choose coffee.', 'I choose milk.']));
  });

  it.each([
    'hi, when do you open?',
    'what time do you open?',
    'who are the founders?',
    'thanks, but when do you close?',
    'what do you know about ships?',
    'hello world in Rust',
    'dice games',
    'pick up times of the ferry',
  ])('does not answer a question: %s', async (message) => {
    expect(await ask(message)).toBeUndefined();
  });
});

describe('questionIn', () => {
  it.each([
    ['Hey Amber, can you tell me about the tides please?', 'the tides'],
    ['hey, when was it built? @everyone', 'when was it built?'],
    ['Amber: do you know when the ferry goes', 'when the ferry goes'],
    ['<@123456789012345678> what do you know about whales?', 'whales?'],
    ['I would like to know what flammkuchen is, thanks!', 'what flammkuchen is'],
    ['Ambergris is what?', 'Ambergris is what?'],
    ['hi', ''],
  ])('%s', (message, question) => {
    expect(questionIn(message, 'Amber')).toBe(question);
  });
});

describe('isSameWord', () => {
  it.each([
    ['tides', 'tide', true],
    ['opening', 'opens', true],
    ['ferries', 'ferry', true],
    ['lighthose', 'lighthouse', true],
    ['membreship', 'membership', true],
    ['cat', 'car', false],
    ['port', 'part', false],
    ['lighthouse', 'lightning', false],
  ])('%s and %s: %s', (a, b, same) => {
    expect(isSameWord(a, b)).toBe(same);
    expect(isSameWord(b, a)).toBe(same);
  });
});

describe('selectSentences', () => {
  const passage = (title: string, body: string, score: number): Passage => ({
    itemId: `${score}`.padStart(36, '0'),
    title,
    body,
    score,
    activation: 'search',
  });
  const harbour = passage(
    'Harbour',
    '# Harbour > Ferries\n\nThe harbour is old. The ferry to Seal Island leaves at nine and at three. Dogs may travel for free. Bring warm clothes.',
    5,
  );
  const market = passage('Market', 'The market opens at nine. Fish is sold from the boats.', 2);

  it('selects the sentences that answer the question, without headings', () => {
    expect(selectSentences('when does the ferry to the island leave', [harbour, market], 1)).toEqual({
      title: 'Harbour',
      sentences: ['The ferry to Seal Island leaves at nine and at three.'],
    });
  });

  it('selects sentences of one item in their order', () => {
    const quote = selectSentences('dogs on the ferry', [harbour, market], 3);
    expect(quote?.title).toBe('Harbour');
    expect(quote?.sentences.slice(0, 2)).toEqual([
      'The ferry to Seal Island leaves at nine and at three.',
      'Dogs may travel for free.',
    ]);
  });

  it('selects the first sentences when only the title matches', () => {
    expect(selectSentences('Seals?', [passage('Seals', 'They sleep on the rocks. They eat fish.', 3)], 1)?.sentences).toEqual([
      'They sleep on the rocks.',
    ]);
  });

  it.each([
    'Sign up for the regatta at https://harbour.example/join?ref=1&day=2.',
    'The regatta map is ![the map](https://harbour.example/map.png) on the pier.',
  ])('never splits inside of a word: %s', (sentence) => {
    const quote = selectSentences('where is the regatta', [passage('Regatta', `${sentence} Bring a hat!`, 3)], 1);
    expect(quote?.sentences).toEqual([sentence]);
  });

  it('splits scripts that write no spaces', () => {
    const quote = selectSentences('港', [passage('港', '港は北にあります。船は九時に出ます。', 3)], 1);
    expect(quote?.sentences).toEqual(['港は北にあります。']);
  });

  it('returns undefined without passages or sentences', () => {
    expect(selectSentences('anything', [], 2)).toBeUndefined();
    expect(selectSentences('anything', [passage('Empty', '# Only a heading', 1)], 2)).toBeUndefined();
  });
});

describe('the speaking style', () => {
  it('follows the response style and the traits that the plan unlocks', () => {
    const style = (fields: Parameters<typeof aPersona>[0]) => speakingStyleOf(aPersona(fields));
    expect(style({})).toEqual({ tone: 'plain', hasEmojis: false, maxSentences: 2 });
    expect(style({ personality: { friendliness: 80, emojis: true } })).toEqual({
      tone: 'warm',
      hasEmojis: true,
      maxSentences: 2,
    });
    expect(style({ personality: { formal: true }, ownerPlan: 'basic', responseStyle: 'concise' })).toEqual({
      tone: 'formal',
      hasEmojis: false,
      maxSentences: 1,
    });
    expect(style({ personality: { formal: true }, ownerPlan: 'free', responseStyle: 'detailed' })).toEqual({
      tone: 'plain',
      hasEmojis: false,
      maxSentences: 3,
    });
  });

  it('determines the wording of a quote and its emoji', () => {
    const warm = speakingStyleOf(aPersona({ responseStyle: 'friendly', personality: { emojis: 90 } }));
    expect(withEmoji(warm, phrases.quote(warm, 'Tides', ['High at noon.']), '📖')).toBe(
      'Happy to help! From “Tides”: High at noon. 📖',
    );
  });
});
