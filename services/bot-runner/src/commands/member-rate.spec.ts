import { describe, expect, it } from '@jest/globals';
import { MemberRate } from './member-rate.js';

const START_MS = Date.UTC(2026, 0, 1);

describe('MemberRate', () => {
  it('runs five calls of a member in ten seconds, tells the member once that it were too many, and ignores the others', () => {
    const rate = new MemberRate();
    const calls = Array.from({ length: 8 }, (_, n) => rate.admit('ann', START_MS + n));
    expect(calls).toEqual(['run', 'run', 'run', 'run', 'run', 'hint', 'ignore', 'ignore']);
    expect(rate.admit('ben', START_MS + 9)).toBe('run');
    expect(rate.admit('ann', START_MS + 10_000)).toBe('run');
  });

  it('counts calls of very many members as fast as of few, and forgets those whose ten seconds are over', () => {
    const rate = new MemberRate();
    const startedAt = process.cpuUsage();
    for (let member = 0; member < 100_000; member += 1) rate.admit(String(member), START_MS + member / 10);
    expect(process.cpuUsage(startedAt).user).toBeLessThan(10_000_000);
    for (let n = 0; n < 6; n += 1) rate.admit('99999', START_MS + 9999);
    expect(rate.admit('99999', START_MS + 10_000)).toBe('ignore');
    rate.admit('last', START_MS + 30_000);
    expect(rate.known).toBe(1);
  });
});
