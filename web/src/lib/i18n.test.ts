import { describe, expect, it } from '@jest/globals';
import { addMessages, t } from './i18n.js';
import { healthMessages } from './messages/en-health.js';
import { knowledgeMessages } from './messages/en-knowledge.js';
import '../testing/messages.js';

const HEBREW = '\u05E2\u05E8\u05D1';
const ARABIC = '\u0639\u0631\u0628\u064A';

describe('a text of users in an English sentence', () => {
  it('is isolated in every text of the catalogue, toasts too', () => {
    expect(t('power.startedText', { name: ARABIC })).toBe(
      t('power.startedText', { name: 'Juniper' }).replace('Juniper', `\u2068${ARABIC}\u2069`),
    );
    addMessages(healthMessages);
    expect(t('health.check.channel.ok', { channelName: HEBREW, use: 'to answer there' })).toContain(`#\u2068${HEBREW}\u2069 `);
    expect(t('workspace.menu', { name: '<i>"&\'/' })).toBe("<i>\"&'/'s pages");
  });
});

it('counts that may be large are written as the reader writes numbers', () => {
  addMessages(knowledgeMessages);
  expect(t('knowledge.statusCount', { count: 1600, status: 'Ready' })).toBe('1,600 Ready');
  expect(t('knowledge.found', { count: 1600 })).toBe('1,600 items found');
  expect(t('knowledge.brain.someOf', { count: 300, total: 1600 })).toContain('the 300 newest of 1,600 items');
});
