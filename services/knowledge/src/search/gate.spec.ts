import { describe, expect, it } from '@jest/globals';
import { questionFactor, questionFactorAfter, relevanceAfter, type Message } from './gate.js';
import { messageCues } from './message-cues.js';

const messageOf = (text: string, everydayShare = 0): Message => ({ ...messageCues(text), everydayShare, words: 1 });

describe('the form of a message', () => {
  it.each([
    'When do you open?',
    'wann öffnet das freibad',
    '¿Cuándo abre?',
    'cuando abre el mercado',
    'сколько стоит прокат',
    'и когда открывается',
    '図書館は何時に開きますか',
    '几点开门',
    'ยืมได้กี่เล่มไหม',
    'wehn do you open',
    'bekome ich mein geld zurück',
    'кагда начинается сеанс',
  ])('%s is a question', (text) => {
    expect(messageCues(text).isQuestion).toBe(true);
  });

  it.each([
    'I love cake',
    'wifi password',
    'Ich mag Pilze',
    'Me encanta el pescado',
    'Я люблю грибы',
    '味噌汁が大好きです',
    '我最爱吃饺子了',
    '誰も来てくれない',
    'どうもありがとう',
    '什么都不想做',
  ])('%s is none', (text) => {
    expect(messageCues(text).isQuestion).toBe(false);
  });

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
