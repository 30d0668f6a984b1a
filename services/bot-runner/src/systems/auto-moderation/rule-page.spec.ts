import { describe, expect, it } from '@jest/globals';
import type { AutoModerationRuleEntity } from './auto-moderation-rule.entity.js';
import { rulePage } from './rule-page.js';

const RULE = {
  id: 'r1',
  name: 'Newcomers',
  trigger: 'words',
  words: 'buy',
  limit: 5,
  channelIds: [],
  exemptRoleIds: [],
  deletes: true,
  warns: false,
  timeoutMinutes: 0,
  discordRuleId: null,
  discordProblem: null,
};

describe('for whom a rule is', () => {
  it.each([
    [0, 'everywhere, everybody'],
    [1, 'accounts younger than a day'],
    [2, 'accounts younger than 2 days'],
  ])('names the age of the accounts in days: %s', (youngerThanDays, said) => {
    const rules = [{ ...RULE, youngerThanDays } as unknown as AutoModerationRuleEntity];
    const [section] = rulePage(rules, null, { offset: 0, limit: 10 }).sections;
    expect(section?.rows[0]?.cells[2]).toBe(said);
  });
});
