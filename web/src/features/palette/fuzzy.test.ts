import { describe, expect, it } from '@jest/globals';
import { score } from './fuzzy.js';

const best = (query: string, ...texts: readonly string[]) =>
  texts
    .map((text) => ({ text, points: score(query, text) }))
    .filter(({ points }) => points !== null)
    .toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0))
    .map(({ text }) => text);

describe('the search of the palette', () => {
  it('ranks the start of a word above its middle, and both above scattered letters', () => {
    expect(best('set', 'Reset data', 'Settings', 'Super easy tour', 'Chat')).toEqual([
      'Settings',
      'Reset data',
      'Super easy tour',
    ]);
  });

  it('requires every word, in any order', () => {
    expect(best('chat jun', 'Juniper Chat', 'Juniper Edit', 'Olive Chat')).toEqual(['Juniper Chat']);
  });

  it('ignores case and accents', () => {
    expect(score('ZOË', 'zoe')).not.toBeNull();
    expect(score('zoe', 'Zoë')).not.toBeNull();
  });

  it('keeps the order of equal matches', () => {
    expect(best('juniper', 'Juniper Overview', 'Juniper Chat', 'Juniper Edit')).toEqual([
      'Juniper Overview',
      'Juniper Chat',
      'Juniper Edit',
    ]);
  });

  it('does not match a missing word', () => {
    expect(score('zzz', 'Dashboard')).toBeNull();
    expect(score('sgnittes', 'Settings')).toBeNull();
  });

  it('matches everything for a blank query', () => {
    expect(score('  ', 'Dashboard')).not.toBeNull();
  });
});
