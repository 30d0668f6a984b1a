import { describe, expect, it } from '@jest/globals';
import { readHeldOut, readUnseen } from '../../bench/held-out.js';
import { trainingMessages } from '../../bench/training-messages.js';
import {
  MIN_RELEVANCE,
  pairsPerWord,
  questionFactor,
  questionFactorAfter,
  relevanceAfter,
  relevanceByForm,
  type Message,
} from './gate.js';
import { messageCues } from './message-cues.js';
import { formOf } from './message-form.js';

const messageOf = (text: string, everydayShare = 0): Message => ({
  ...messageCues(text),
  everydayShare,
  words: 1,
  form: formOf(text),
  pairsPerWord: pairsPerWord(text),
});

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

describe('small talk by the form of a message', () => {
  it.each(['thank you so much!', 'was ist dein Lieblingsfilm?', 'нам так весело', 'คุณชื่ออะไร', '今天真热'])(
    '%s stays below the gate although a passage has a word of it, and not one that fits it far better',
    (text) => {
      const message = messageOf(text);
      const relevanceOf = (own: number) => relevanceByForm(message, { own, together: own, coverage: 0.3 }, 0.5);
      expect(relevanceOf(0.05)).toBeLessThan(MIN_RELEVANCE);
      expect(relevanceOf(10_000)).toBeGreaterThanOrEqual(0.5);
    },
  );

  it('reads a message that goes on from the one before with it, and a question partly', () => {
    const fit = { own: 0, together: 0.5, coverage: 0 };
    const isOpen = (message: Message) => relevanceByForm(message, fit, 0.5) >= MIN_RELEVANCE;
    const asking = { ...messageOf('Who sails it?'), form: 0 };
    expect(isOpen({ ...messageOf('And for children?'), form: -1.5 })).toBe(true);
    expect(isOpen(asking)).toBe(true);
    expect(isOpen({ ...asking, form: -1.5 })).toBe(false);
    expect(isOpen({ ...asking, endsAsQuestion: false })).toBe(false);
  });

  it('is no reason to leave out a passage that has every word of a search', () => {
    const message = { ...messageOf('table'), form: -4 };
    expect(relevanceByForm(message, { own: 0.2, together: 0.2, coverage: 1 }, 0.2)).toBeGreaterThanOrEqual(0.2);
    expect(relevanceByForm(message, { own: 0.2, together: 0.2, coverage: 0.5 }, 0.2)).toBeLessThan(MIN_RELEVANCE);
    const thanks = { ...message, isReaction: true };
    expect(relevanceByForm(thanks, { own: 0.2, together: 0.2, coverage: 1 }, 0.2)).toBeLessThan(MIN_RELEVANCE);
  });

  it.each(['πότε ανοίγει η βιβλιοθήκη;', 'पुस्तकालय कब खुलता है?', 'καλημέρα σε όλους', 'להשאיל ספרים', '', '?!'])(
    '%s is neither a question nor small talk in a script that was not learned',
    (text) => {
      expect(Math.abs(formOf(text))).toBe(0);
    },
  );

  it('has a number for any text', () => {
    for (const text of ['', '   ', '\u{12000}\u{12001}', '😀'.repeat(1000), 'constructor toString __proto__'])
      expect(Number.isFinite(formOf(text))).toBe(true);
  });

  it('was not learned by any message of the held-out sets', () => {
    const plain = (text: string) =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]/gu, '');
    const trained = new Set(trainingMessages().map(({ message }) => plain(message)));
    const { smallTalk, questions } = readHeldOut();
    const held = [
      ...Object.values(smallTalk).flat(),
      ...Object.values(readUnseen().smallTalk).flat(),
      ...Object.values(questions).flatMap((all) => all.map(({ question }) => question)),
    ].map(plain);
    expect(held.length).toBeGreaterThanOrEqual(350);
    expect(new Set(held).size).toBe(held.length);
    expect(held.filter((message) => trained.has(message))).toEqual([]);
  });
});
