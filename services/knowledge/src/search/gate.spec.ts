import { describe, expect, it } from '@jest/globals';
import { readTexts, readUnseen, UNSEEN_SETS } from '../../bench/collections.js';
import { readAnswered, readTrainingFiles, trainingMessages } from '../../bench/training-messages.js';
import { characterRuns } from './character-runs.js';
import { logOdds, MIN_RELEVANCE, pairsIn, relevanceOf, type Fit, type Message } from './gate.js';
import { messageCues } from './message-cues.js';
import { formsOf, formWeights, keptWeights, readWeights } from './message-form.js';
import { partsOf } from './message-parts.js';

const messageOf = (text: string, more: Partial<Message> = {}): Message => ({
  ...messageCues(text),
  everydayShare: 0,
  words: 1,
  isOfOneLanguage: false,
  forms: formsOf(text),
  pairs: pairsIn(text),
  runs: characterRuns(text),
  ...more,
});

const NEITHER = { alone: 0, after: 0 };

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
});

describe('the relevance of a passage', () => {
  const fit = { own: 0.5, together: null, coverage: 0.5, shared: 1 };

  it('is nothing for a message that asks on where the passage has little of it and little of both messages', () => {
    const asking = messageOf('and then?', { words: 2 });
    expect(relevanceOf(asking, { own: 0.07, together: 0.03, coverage: 0.2, shared: 0 })).toBe(0);
    expect(relevanceOf(asking, { own: 0.07, together: 0.5, coverage: 0.2, shared: 0 })).toBeGreaterThan(MIN_RELEVANCE);
  });

  it('is less for a message about something else than for one that goes on, where the passage is that of the one before', () => {
    const before: Fit = { own: 0, together: 0.8, coverage: 0, shared: 0 };
    expect(relevanceOf(messageOf('how tall is mount kilimanjaro', { words: 3 }), before)).toBeLessThan(MIN_RELEVANCE);
    expect(relevanceOf(messageOf('and how tall is it', { words: 1 }), before)).toBeGreaterThan(MIN_RELEVANCE);
    const ofItself: Fit = { own: 1.5, together: 1.6, coverage: 1, shared: 4 };
    expect(relevanceOf(messageOf('how tall is mount kilimanjaro', { words: 3 }), ofItself)).toBeGreaterThan(MIN_RELEVANCE);
  });

  it('is as large as the gate asks for where the odds are even, and between 0 and 1', () => {
    const message = messageOf('When do you open?');
    const withForm = (form: number) => ({ ...message, forms: { alone: form, after: form } });
    const odds = logOdds(withForm(0), fit);
    const even = odds / (odds - logOdds(withForm(1), fit));
    expect(relevanceOf(withForm(even), fit)).toBeCloseTo(MIN_RELEVANCE);
    for (const own of [0, 1, 1e9])
      for (const form of [-1e9, 0, 1e9]) {
        const relevance = relevanceOf(withForm(form), { own, together: own, coverage: Math.min(1, own), shared: 1 });
        expect(relevance).toBeGreaterThanOrEqual(0);
        expect(relevance).toBeLessThanOrEqual(1);
      }
  });

  it.each<[string, Message, Fit, Message, Fit]>([
    [
      'that has more of the message',
      messageOf('open sunday'),
      { ...fit, own: 0.9, coverage: 0.9 },
      messageOf('open sunday'),
      fit,
    ],
    [
      'that has more characters in a row of the message',
      messageOf('Speisekarten'),
      { ...fit, shared: 6 },
      messageOf('Speisekarten'),
      fit,
    ],
    [
      'of a message that looks more like a question',
      messageOf('open', { forms: { alone: 2, after: 0 } }),
      fit,
      messageOf('open', { forms: { alone: -2, after: 0 } }),
      fit,
    ],
    ['of a message without everyday words', messageOf('open'), fit, messageOf('open', { everydayShare: 1 }), fit],
    [
      'that fits with the message before, too',
      messageOf('And on Sunday?'),
      { own: 0.05, together: 1, coverage: 0.1, shared: 0 },
      messageOf('And on Sunday?'),
      { own: 0.05, together: 0.05, coverage: 0.1, shared: 0 },
    ],
    [
      'of a message that does not speak to the bot',
      messageOf('Does it bite?', { forms: NEITHER }),
      fit,
      messageOf('Do you bite?', { forms: NEITHER }),
      fit,
    ],
  ])('is larger for a passage %s', (_what, one, fitOfOne, other, fitOfOther) => {
    expect(relevanceOf(one, fitOfOne)).toBeGreaterThan(relevanceOf(other, fitOfOther));
  });

  it.each(['thank you so much!', 'was ist dein Lieblingsfilm?', 'нам так весело', 'คุณชื่ออะไร', '今天真热'])(
    'is below the gate for %s, although the passage has a word of it',
    (text) => {
      expect(relevanceOf(messageOf(text, { words: 3 }), { own: 0.05, together: null, coverage: 0.3, shared: 1 })).toBeLessThan(
        MIN_RELEVANCE,
      );
      expect(relevanceOf(messageOf(text, { words: 3 }), { own: 0.05, together: 0.5, coverage: 0.3, shared: 1 })).toBeLessThan(
        MIN_RELEVANCE,
      );
    },
  );

  it('is larger in a bot of one language, where small talk has fewer words in common with what was taught by chance', () => {
    for (const together of [null, 0.5]) {
      const [several, one] = [false, true].map((isOfOneLanguage) =>
        relevanceOf(messageOf('and until what age', { isOfOneLanguage }), { ...fit, together }),
      );
      expect(one).toBeGreaterThan(several ?? 1);
    }
  });

  it.each(['When does the library open?', 'wann öffnet das freibad', '图书馆几点开门', '도서관은 몇 시에 열어요?'])(
    'is above the gate for %s, of which a passage has most words',
    (text) => {
      expect(relevanceOf(messageOf(text, { words: 2 }), { own: 1, together: null, coverage: 0.8, shared: 8 })).toBeGreaterThan(
        MIN_RELEVANCE,
      );
    },
  );
});

describe('the form of a message that was learned', () => {
  it.each(['πότε ανοίγει η βιβλιοθήκη;', 'როდის იხსნება ბიბლიოთეკა?', 'καλημέρα σε όλους', 'להשאיל ספרים', '', '?!'])(
    'of %s is neither that of a question nor that of small talk: the script was not learned',
    (text) => {
      const { alone, after } = formsOf(text);
      expect([Math.abs(alone), Math.abs(after)]).toEqual([0, 0]);
    },
  );

  it('is a number for any text', () => {
    for (const text of ['', '   ', '\u{12000}\u{12001}', '😀'.repeat(1000), 'constructor toString __proto__'])
      expect(Object.values(formsOf(text)).every(Number.isFinite)).toBe(true);
  });

  it.each(['since when', 'und wie lange', 'y cuánto', 'а почём', '何時まで', 'e chi lo fa', 'hoe duur'])(
    'of %s is that of a question rather after one than alone',
    (text) => {
      const { alone, after } = formsOf(text);
      expect(after).toBeGreaterThan(alone);
      expect(after).toBeGreaterThan(0);
    },
  );

  it.each(['thanks, see you there', 'oh krass, so teuer', 'jajaja qué fuerte', 'спасибо большое', 'なるほどね', '哈哈太贵了吧'])(
    'of %s is that of small talk after a question, too',
    (text) => {
      expect(formsOf(text).after).toBeLessThan(0);
    },
  );

  it('is kept in base64 without a change, and told by the parts that it has', () => {
    const parts = [...partsOf('open').withLetters, ...partsOf('open').others];
    const others = [...partsOf('thanks').withLetters].filter((part) => !parts.includes(part));
    const known = Uint32Array.from([...parts, ...others]).toSorted();
    const of = (yes: number, no: number) => Float64Array.from(known, (part) => (parts.includes(part) ? yes : no));
    const weights = formWeights(known, { alone: of(1, -1), after: of(0.5, 0) }, { alone: 0.25, after: 0 });
    expect(readWeights(JSON.parse(JSON.stringify(keptWeights(weights))))).toEqual(weights);
    const { alone, after } = formsOf('open', weights);
    expect(alone).toBeCloseTo(0.25 + Math.sqrt(parts.length));
    expect(after).toBeCloseTo(Math.sqrt(parts.length) / 2, 1);
    expect(formsOf('thanks', weights).alone).toBeLessThan(0);
    expect(Math.abs(formsOf('xyz', weights).after)).toBe(0);
  });

  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

  it.each(UNSEEN_SETS)('was not learned by any message of bench/%s', (folder) => {
    const trained = new Set(trainingMessages().map(({ message }) => plain(message)));
    const unseen = readUnseen(folder);
    const talk = unseen.flatMap(({ smallTalk, foreign }) => [...smallTalk, ...foreign]);
    const questions = unseen.flatMap(({ texts }) => texts.flatMap((text) => text.questions));
    expect(talk.length).toBeGreaterThanOrEqual(150);
    expect(questions.length).toBeGreaterThanOrEqual(120);
    expect(questions.filter(({ kind }) => kind === 'follow-up').length).toBeGreaterThanOrEqual(40);
    const all = [...talk, ...questions.map(({ question }) => question)];
    expect(all.filter((message) => trained.has(plain(message)))).toEqual([]);
    expect(new Set(unseen.map(({ language }) => language)).size).toBeGreaterThanOrEqual(10);
  });

  it('was learned by messages that are either small talk or a question, each once in its file', () => {
    for (const { language, smallTalk, reactions, questions, followUps } of readTrainingFiles()) {
      const all = [...smallTalk, ...reactions, ...questions, ...followUps].map(
        (message) => `${language}: ${message.toLowerCase()}`,
      );
      expect(all.filter((message, at) => all.indexOf(message) !== at)).toEqual([]);
    }
    const answered = Object.values(readAnswered()).flat();
    expect(answered.length).toBeGreaterThan(200);
    for (const { texts } of readTexts()) expect(texts.length).toBeGreaterThanOrEqual(10);
  });
});
