import { describe, expect, it } from '@jest/globals';
import { judgeSettings, violationOf } from './judge-settings.js';

describe('the settings of the judge', () => {
  it('give each category its own threshold or that of all', () => {
    const { categories } = judgeSettings({ categories: 'Insults: 90\n\nScams\nTime: 10:30', reportFrom: 60 });
    expect(categories).toEqual([
      { name: 'Insults', reportFrom: 90 },
      { name: 'Scams', reportFrom: 60 },
      { name: 'Time: 10', reportFrom: 30 },
    ]);
  });

  it('grade what is done by how certain the model is', () => {
    const settings = judgeSettings({
      categories: 'Insults\nScams',
      reportFrom: 60,
      warnFrom: 70,
      deleteFrom: 80,
      timeoutFrom: 95,
    });
    const actionsAt = (certainty: number) => {
      const found = violationOf(settings, { category: 1, certainty });
      if (!found) return null;
      const { issueWarnings, autoDelete, timeoutUsers } = found.settings;
      return [issueWarnings, autoDelete, timeoutUsers];
    };
    expect([59, 60, 70, 80, 95].map(actionsAt)).toEqual([
      null,
      [false, false, false],
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ]);
    expect(violationOf(settings, { category: 1, certainty: 97 })?.system?.detail).toBe('Scams, 97 % certain');
    expect(violationOf(settings, { category: null, certainty: 100 })).toBeNull();
    expect(violationOf(settings, { category: 7, certainty: 100 })).toBeNull();
    expect(judgeSettings({}).isDryRun).toBe(true);
  });
});
