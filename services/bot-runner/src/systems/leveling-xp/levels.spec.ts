import { describe, expect, it } from '@jest/globals';
import { MAX_LEVEL } from '@kith/proto';
import { experienceFor, gainOf, levelOf, levelRoles, MAX_EXPERIENCE, progressOf, rolesAt } from './levels.js';

describe('levels', () => {
  it('are reached with 100, 255 and 475 experience, and each takes more than the one before', () => {
    expect([0, 1, 2, 3].map(experienceFor)).toEqual([0, 100, 255, 475]);
    expect([0, 99, 100, 254, 255].map(levelOf)).toEqual([0, 0, 1, 1, 2]);
    for (let level = 1; level < 50; level++)
      expect(experienceFor(level + 1) - experienceFor(level)).toBeGreaterThan(experienceFor(level) - experienceFor(level - 1));
  });

  it('end at the highest, whose experience is a whole number that Postgres can hold', () => {
    expect(levelOf(MAX_EXPERIENCE * 2)).toBe(MAX_LEVEL);
    expect(Number.isInteger(MAX_EXPERIENCE) && MAX_EXPERIENCE < 2 ** 31).toBe(true);
  });

  it('know how much is missing to the next one', () => {
    expect(progressOf(130)).toEqual({ level: 1, gained: 30, needed: 155 });
  });
});

describe('the experience for a message', () => {
  it('is 15 to 25, differs between messages and is the same each time', () => {
    const gains = Array.from({ length: 300 }, (_, index) => gainOf(String(index)));
    expect(Math.min(...gains)).toBe(15);
    expect(Math.max(...gains)).toBe(25);
    expect(gainOf('1')).toBe(gainOf('1'));
  });
});

describe('level roles', () => {
  const [low, high] = ['111111111111111111', '222222222222222222'];
  const roles = levelRoles([`10 <@&${high}>`, 'nonsense', `5: ${low}`, '7', `0 ${low}`, '99999 333333333333333333']);

  it('are read from lines, with whatever stands between level and role, and lines without both are left out', () => {
    expect(roles).toEqual([
      { level: 5, roleId: low },
      { level: 10, roleId: high },
    ]);
    expect(levelRoles(Array.from({ length: 30 }, (_, index) => `${index + 1} ${low}`))).toHaveLength(20);
  });

  it('are all kept, or only the one of the highest level that is reached', () => {
    expect(rolesAt(4, roles, true)).toEqual({ given: [], taken: [low, high] });
    expect(rolesAt(12, roles, true)).toEqual({ given: [low, high], taken: [] });
    expect(rolesAt(12, roles, false)).toEqual({ given: [high], taken: [low] });
  });
});
