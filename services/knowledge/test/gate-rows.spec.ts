import { describe, expect, it } from '@jest/globals';
import { unansweredRows, type Result } from '../bench/gate-rows.js';

const aResult = (kind: Result['kind'], hasPassages: boolean, changes: Partial<Result> = {}): Result => ({
  kind,
  language: 'de',
  message: 'Moin',
  hasPassages,
  isRight: false,
  ...changes,
});

describe('the figures of messages that no text answers', () => {
  const talk = [true, false, false, false].map((hasPassages) => aResult('small talk', hasPassages));
  const foreign = [true, true, false, false].map((hasPassages) => aResult('foreign question', hasPassages));
  const others = [aResult('plain', true, { title: 'Harbour' }), aResult('small talk', true, { previous: 'Where?' })];

  it('are those of small talk and of questions by themselves, and of both together as earlier runs had it', () => {
    expect(unansweredRows('all, unseen-2', [...talk, ...foreign, ...others], false)).toEqual([
      { what: 'all, unseen-2: 4 messages of small talk, % with passages', value: 25, 'at most': 3 },
      { what: 'all, unseen-2: 4 questions that no text answers, % with passages', value: 50, 'at most': 3 },
      { what: 'all, unseen-2: 8 messages of small talk or what no text answers, % with passages', value: 37.5 },
    ]);
  });

  it('are one where a set has small talk alone, by the name that it had', () => {
    const after = talk.map((one) => ({ ...one, previous: 'Where is it?' }));
    expect(unansweredRows('all, unseen', [...talk, ...after, others[0] ?? aResult('plain', true)], true)).toEqual([
      { what: 'all, unseen: 4 messages of small talk after a question, % with passages', value: 25, 'at most': 3 },
    ]);
  });
});
