import { describe, expect, it } from '@jest/globals';
import { score } from './fuzzy.js';

const best = (query: string, ...texts: readonly string[]) =>
  texts
    .map((text) => ({ text, points: score(query, text) }))
    .filter(({ points }) => points !== null)
    .toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0))
    .map(({ text }) => text);

describe('the search of the palette', () => {
  it('puts the start of a word before its middle, and both before scattered letters', () => {
    expect(best('set', 'Reset data', 'Settings', 'Super easy tour', 'Chat')).toEqual([
      'Settings',
      'Reset data',
      'Super easy tour',
    ]);
  });

  it('wants every word, in any order', () => {
    expect(best('chat jun', 'Juniper Chat', 'Juniper Edit', 'Olive Chat')).toEqual(['Juniper Chat']);
  });

  it('does not care about letter case and accents', () => {
    expect(score('ZOË', 'zoe')).not.toBeNull();
    expect(score('zoe', 'Zoë')).not.toBeNull();
  });

  it('keeps the order of those that fit alike', () => {
    expect(best('juniper', 'Juniper Overview', 'Juniper Chat', 'Juniper Edit')).toEqual([
      'Juniper Overview',
      'Juniper Chat',
      'Juniper Edit',
    ]);
  });

  it('finds nothing that is not there', () => {
    expect(score('zzz', 'Dashboard')).toBeNull();
    expect(score('sgnittes', 'Settings')).toBeNull();
  });

  it('takes blank for everything', () => {
    expect(score('  ', 'Dashboard')).not.toBeNull();
  });
});
