import { describe, expect, it } from '@jest/globals';
import { PLAN_PROMISES, PLANS, type PlanPromise } from '@kith/proto';
import { addMessages } from '../lib/i18n.js';
import { planPageMessages } from '../lib/messages/en-plan-pages.js';
import { promiseTexts } from './plan-promises.js';

addMessages(planPageMessages);
const ROWS: readonly PlanPromise[] = PLAN_PROMISES;
const PAGES = Object.keys(planPageMessages.promises) as (keyof typeof planPageMessages.promises)[];

describe('the promises of the plans', () => {
  it.each(PAGES)('the page %s words only rows that the server enforces, for plans that have them', (page) => {
    const words: Readonly<Record<string, object>> = planPageMessages.promises[page];
    const unknown = Object.entries(words).flatMap(([id, plans]) =>
      Object.keys(plans).filter((plan) => !ROWS.find((row) => row.id === id)?.plans.some((each) => each === plan)),
    );
    expect(unknown).toEqual([]);
  });

  it('the full list of a plan words each of its rows', () => {
    for (const plan of PLANS) {
      expect(promiseTexts('full', plan)).toHaveLength(ROWS.filter(({ plans }) => plans.includes(plan)).length);
    }
  });

  it.each([
    [
      'free',
      ['1 AI friend', '50 interactions/day', 'Free model'],
      [
        '1 AI companion',
        '50 messages per day',
        'The small language model',
        '6 personality traits',
        '5 knowledge items per companion',
        'Remembers about 6,000 words of a conversation',
      ],
      ['1 AI bot', '50 messages per day', 'Basic personality traits'],
    ],
    [
      'basic',
      ['3 AI friends', '500 interactions/day', 'Premium model', 'Media sharing'],
      [
        '3 AI companions',
        '500 messages per day',
        'Larger language models',
        '12 personality traits',
        '100 knowledge items per companion',
        'Remembers about 6,000 words of a conversation',
        'Files in the test chat',
        'Custom commands for companions, also on Discord',
      ],
      ['3 AI bots', '500 messages per day', 'Advanced personality system', 'Custom commands, also on Discord'],
    ],
    [
      'premium',
      [
        'Unlimited friends',
        'Unlimited interactions',
        'Latest models',
        'Extended memory and context retention',
        'Media sharing',
        'Media generation',
      ],
      [
        'Unlimited companions',
        'Unlimited messages',
        'All language models, the latest too',
        'All 19 personality traits',
        '1,000 knowledge items per companion',
        'Extended memory: about 12,000 words of a conversation',
        'Files in the test chat',
        'Pictures that a model draws',
        'Custom commands for companions, also on Discord',
      ],
      [
        'Unlimited bots',
        'Unlimited messages',
        'Advanced AI models',
        'All personality traits',
        'Custom commands, also on Discord',
      ],
    ],
  ] as const)('of %s are said with the amounts of the plan catalogue', (plan, landing, full, limit) => {
    expect([promiseTexts('landing', plan), promiseTexts('full', plan), promiseTexts('limit', plan)]).toEqual([
      landing,
      full,
      limit,
    ]);
  });
});
