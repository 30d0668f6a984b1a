import { describe, expect, it } from '@jest/globals';
import { gateRows, type Result } from '../bench/gate-rows.js';

const aResult = (kind: Result['kind'], hasPassages: boolean, changes: Partial<Result> = {}): Result => ({
  kind,
  language: 'de',
  message: 'Moin',
  hasPassages,
  isRight: false,
  ...changes,
});

describe('the figures of the gate', () => {
  const talk = [true, false, false, false].map((hasPassages) => aResult('small talk', hasPassages));
  const after = talk.map((one) => ({ ...one, previous: 'Where is it?' }));
  const foreign = [true, true, false, false].map((hasPassages) => aResult('foreign question', hasPassages));
  const questions = [true, true, false].map((isRight) => aResult('plain', isRight, { title: 'Harbour', isRight }));

  it('of a set are small talk, questions that no text answers, and those that one answers', () => {
    expect(gateRows('all, unseen-2', [...talk, ...after, ...foreign, ...questions])).toEqual([
      { what: 'all, unseen-2: 4 messages of small talk, % with passages', value: 25 },
      { what: 'all, unseen-2: 4 questions that no text answers, % with passages', value: 50 },
      { what: 'all, unseen-2: 4 messages of small talk after a question, % with passages', value: 25 },
      { what: 'all, unseen-2: 3 questions, % whose answer enters the prompt', value: 66.7 },
    ]);
  });

  it('of all sets together have limits', () => {
    expect(gateRows('all', [...talk, ...foreign, ...questions], { isLimited: true })).toEqual([
      { what: 'all: 4 messages of small talk, % with passages', value: 25, 'at most': 3 },
      { what: 'all: 4 questions that no text answers, % with passages', value: 50, 'at most': 35 },
      { what: 'all: 3 questions, % whose answer enters the prompt', value: 66.7, 'at least': 90 },
    ]);
  });

  it('of a follow-up counts it after its question only, and of another question alone only', () => {
    const followUp = aResult('follow-up', true, { title: 'Harbour', isRight: true });
    const asked = [followUp, { ...followUp, previous: 'Where is it?' }, ...questions.map((one) => ({ ...one, previous: 'Hm?' }))];
    expect(gateRows('all', asked)).toEqual([{ what: 'all: 1 questions, % whose answer enters the prompt', value: 100 }]);
  });
});
