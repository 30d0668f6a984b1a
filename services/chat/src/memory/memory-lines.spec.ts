import { describe, expect, it } from '@jest/globals';
import { memoryLines, relevantFacts, type RememberedFact } from './memory-lines.js';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const aFact = (key: string, value: string, daysAgo = 1, origin: RememberedFact['origin'] = 'said'): RememberedFact => ({
  id: `${key} ${value}`,
  key,
  value,
  origin,
  saidAt: new Date(NOW - daysAgo * 86_400_000),
});
const MANY = Array.from({ length: 40 }, (_, n) => aFact('Likes', `thing number ${n}`, n + 1));

describe('the lines of a memory', () => {
  it('name fact, origin and age, the newest first, and then the summaries', () => {
    const facts = [aFact('Lives in', 'Berlin', 100, 'model'), aFact('Name', 'Ada', 0), aFact('Likes', 'tea', 1, 'owner')];
    expect(memoryLines(facts, ['They plan a trip.'], 'Hi', NOW)).toEqual([
      'All of this is about who wrote the message.',
      'Name: Ada (said by them, today)',
      'Likes: tea (noted by them, a day ago)',
      'Lives in: Berlin (from what they wrote, 3 months ago)',
      'Earlier conversations with them: They plan a trip.',
    ]);
    expect(memoryLines([], [], 'Hi', NOW)).toEqual([]);
  });

  it('are those that fit the question when there are many, with what always matters', () => {
    const facts = [...MANY, aFact('Name', 'Ada', 400), aFact('Sister', 'is called Ann', 300), aFact('Lives in', '東京都', 350)];
    const found = (question: string) => relevantFacts(facts, question).map(({ value }) => value);
    expect(found('What is the name of my sisters?')).toEqual(expect.arrayContaining(['Ada', 'is called Ann']));
    expect(found('東京の天気は?')).toContain('東京都');
    expect(found('thing number 33, please')[0]).toBe('thing number 33');
    expect(found('')).toHaveLength(12);
  });

  it('stay within a budget', () => {
    const long = Array.from({ length: 12 }, (_, n) => aFact(`Key ${n}`, 'x'.repeat(200)));
    expect(memoryLines(long, ['y'.repeat(2000)], 'Hi', NOW).join('').length).toBeLessThanOrEqual(2000);
  });
});
