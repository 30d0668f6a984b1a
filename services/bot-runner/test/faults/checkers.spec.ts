import { describe, expect, it } from '@jest/globals';
import { violations, type Outcome } from './checkers.js';
import { seeded } from './seeded.js';

const written = ['1', '2', '3'].map((messageId) => ({ messageId, channelId: 'c', authorId: 'a', text: messageId }));
const FINE: Outcome = {
  written,
  answers: new Map([['c', ['1', '2', '3']]]),
  wrongQuestions: 0,
  joined: 0,
  unwanted: 0,
  bots: 2,
  endedSessions: 1,
  identifies: 3,
  parallelSessions: 0,
  disconnected: 0,
  refusals: { count: 2, allowed: 2 },
  unexpectedExits: [],
  stopped: [0],
};

describe('the checkers of fault runs', () => {
  it('find nothing where every message has one answer, in order', () => {
    expect(violations(FINE)).toEqual([]);
  });

  it.each<[string, Partial<Outcome>, string]>([
    ['a lost message', { answers: new Map([['c', ['1', '3']]]) }, 'lost: message 2 has no answer'],
    ['two answers to one message', { answers: new Map([['c', ['1', '2', '2', '3']]]) }, 'doubled: message 2 has 2 answers'],
    ['an answer that was overtaken', { answers: new Map([['c', ['2', '1', '3']]]) }, 'order: 1 answers of channel c'],
    ['an answer where the bot may not answer', { unwanted: 1 }, 'unwanted: 1 answers'],
    ['an answer to lines of several members', { wrongQuestions: 1 }, 'question: 1 answers'],
    ['needless IDENTIFYs', { identifies: 4 }, 'identify: 4 IDENTIFYs of 2 bots'],
    ['two sessions of a bot', { parallelSessions: 1 }, 'exclusion: 1 sessions'],
    ['a bot that did not come back', { disconnected: 1 }, 'connection: 1 bots are not connected'],
    ['a refused token that is tried again and again', { refusals: { count: 3, allowed: 2 } }, 'refusal: Discord refused'],
    ['a runner that ended by itself', { unexpectedExits: [1] }, 'process: a runner ended by itself with 1'],
    ['a runner that did not stop as it was asked', { stopped: [0, null] }, 'ended with null'],
  ])('find %s', (_what, change, expected) => {
    expect(violations({ ...FINE, ...change }).join()).toContain(expected);
  });
});

describe('seeded choices', () => {
  it('are the same for the same seed, and others for another one', () => {
    const choices = (seed: number) => Array.from({ length: 20 }, () => seed).map((one, n) => (n === 0 ? seeded(one) : null));
    const draw = (seed: number) => {
      const [random] = choices(seed);
      return Array.from({ length: 20 }, () => random?.between(0, 1000));
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    expect(seeded(1).sample([1, 2, 3, 4, 5], 3)).toHaveLength(3);
  });
});
