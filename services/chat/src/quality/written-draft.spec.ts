import { describe, expect, it } from '@jest/globals';
import { DRAFT_GAP } from '@kith/proto';
import { readDraft } from './written-draft.js';

const passages = [{ title: 'Hours', body: 'Open from 9:00 to 17:30.' }];
const read = (answer: string) => readDraft(answer, { passages }, 'kb-0');

describe('the draft that a model writes', () => {
  it('keeps figures of the passages, and has gaps for others', () => {
    expect(read('We open at 9:00 and it costs 12 euros.')).toBe(`We open at 9:00 and it costs ${DRAFT_GAP} euros.`);
  });

  it('keeps the numbers of a list, which are no facts', () => {
    expect(read('Do this:\n1. Ring at 9:00.\n2) Wait 5 minutes.')).toBe(
      `Do this:\n1. Ring at 9:00.\n2) Wait ${DRAFT_GAP} minutes.`,
    );
  });

  it('is none where the model has no answer', () => {
    expect(read('NOTHING')).toBeNull();
    expect(read("I don't know when it opens.")).toBeNull();
  });
});
