import { describe, expect, it } from '@jest/globals';
import { characterRuns } from './character-runs.js';
import { pairsIn, type Message } from './gate.js';
import { messageCues } from './message-cues.js';
import { formsOf } from './message-form.js';
import { questionFactor, questionFactorAfter, relevanceAfter } from './question-factor.js';

const messageOf = (text: string, everydayShare = 0): Message => ({
  ...messageCues(text),
  everydayShare,
  words: 1,
  isOfOneLanguage: false,
  forms: formsOf(text),
  pairs: pairsIn(text),
  runs: characterRuns(text),
});

describe('the factor of a message whose passages are found by their meaning', () => {
  it('makes a question about what was taught more likely than talk about bot and author', () => {
    const factors = [
      questionFactor(messageOf('When is game night?')),
      questionFactor(messageOf('Do you like games?')),
      questionFactor(messageOf('I love games', 0.5)),
      questionFactor(messageOf('nice one', 1)),
    ];
    expect(factors).toEqual(factors.toSorted((one, other) => other - one));
    expect(new Set(factors).size).toBe(factors.length);
    expect(factors.at(-1)).toBe(0);
    expect(questionFactor(messageOf('wifi password'))).toBe(1);
  });

  it.each(['haha dragons', 'ok library then', 'あはは、笑える', '哈哈哈图书馆'])('%s is a reaction and no search', (text) => {
    expect(messageCues(text)).toMatchObject({ isReaction: true, isQuestion: false });
    expect(questionFactor(messageOf(text))).toBeLessThan(0.5);
  });

  it('makes a statement right after another message less likely to be a search, and a question not', () => {
    expect(questionFactorAfter(messageOf('wifi password'))).toBeLessThan(questionFactor(messageOf('wifi password')));
    expect(questionFactorAfter(messageOf('Where is it?'))).toBe(1);
  });
});

describe('the message before', () => {
  it.each([
    ['counts when the message asks on', 'And in winter?', 0, 0, 1],
    ['counts when it asks on with an everyday word', 'And on the weekend?', 1, 0, 1],
    ['counts when the passage fits the message too', 'in winter', 0, 0.2, 1],
    ['does not count for thanks', 'thanks, great', 1, 0, 0],
    ['does not count for a question about the bot', 'How are you?', 0, 0, 0],
    ['does not count for a question of everyday words', 'Is life good?', 1, 0, 0],
  ])('%s', (_what, text, everydayShare, own, expected) => {
    expect(relevanceAfter(messageOf(text, everydayShare), own, 1)).toBe(expected);
  });
});
