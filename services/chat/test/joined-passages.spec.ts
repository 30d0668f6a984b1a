import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Passage } from '@kith/proto';
import { buildPrompt } from '../src/prompt/prompt.js';
import { tokenCounter, type CountTokens } from '../src/prompt/tokens.js';
import { TURN } from './a-turn.js';

let countTokens: CountTokens;
beforeAll(async () => {
  countTokens = await tokenCounter();
});

const END = 'The café has two kinds of soup every day.';
const chunk = (place: number, body: string): Passage => ({
  itemId: '4f9c0a52-9d0e-4b43-8b5c-0d5f6d0a7f11',
  title: 'Menu',
  body,
  score: 1,
  activation: 'search',
  place,
});

describe('passages that follow one another in their text', () => {
  it('stand in the prompt as one block, without what they repeat of each other, and are cited by one number', () => {
    const passages = [chunk(2, `# Food\n\n${END}\nOn Sundays there is cake.`), chunk(1, `# Food\n\nLunch is at noon. ${END}`)];
    const other = { ...chunk(7, 'Dogs may come in.'), title: 'Dogs' };
    const prompt = buildPrompt({ ...TURN, passages: [...passages, other], window: 64_000, now: new Date(), countTokens });
    const last = prompt.messages.at(-1)?.content ?? '';
    expect(last).toContain(`begin 1]\nMenu\n# Food\n\nLunch is at noon. ${END}\nOn Sundays there is cake.\n[`);
    expect(last.split(END)).toHaveLength(2);
    expect(last).toContain('begin 2]\nDogs\n');
    expect(prompt.passages.map(({ title }) => title)).toEqual(['Menu', 'Dogs']);
  });
});
