import { planMessages } from './en-plans.js';

/**
 * How each page says what a plan is sold with: `<page>.<row of PLAN_PROMISES>.<plan>`. A row that a page does not name there, it does not show;
 * `full` (pricing, subscribe dialog) names every row of every plan. The texts of the landing page are a file of their own, because only
 * they belong to the first load.
 */
export const planPageMessages = {
  promises: {
    ...planMessages.promises,
    full: {
      bots: { free: '1 AI companion', basic: '{{count}} AI companions', premium: 'Unlimited companions' },
      messages: {
        free: '{{count, number}} messages per day',
        basic: '{{count, number}} messages per day',
        premium: 'Unlimited messages',
      },
      models: {
        free: 'The small language model',
        basic: 'Larger language models',
        premium: 'All language models, the latest too',
      },
      traits: {
        free: '{{count}} personality traits',
        basic: '{{count}} personality traits',
        premium: 'All {{count}} personality traits',
      },
      knowledge: {
        free: '{{count, number}} knowledge items per companion',
        basic: '{{count, number}} knowledge items per companion',
        premium: '{{count, number}} knowledge items per companion',
      },
      memory: {
        free: 'Remembers about {{count, number}} words of a conversation',
        basic: 'Remembers about {{count, number}} words of a conversation',
        premium: 'Extended memory: about {{count, number}} words of a conversation',
      },
      media: { basic: 'Files in the test chat', premium: 'Files in the test chat' },
      images: { premium: 'Pictures that a model draws' },
      commands: {
        basic: 'Custom commands for companions, also on Discord',
        premium: 'Custom commands for companions, also on Discord',
      },
    },
    limit: {
      bots: { free: '{{count}} AI bot', basic: '{{count}} AI bots', premium: 'Unlimited bots' },
      messages: { free: '{{count}} messages per day', basic: '{{count}} messages per day', premium: 'Unlimited messages' },
      traits: { free: 'Basic personality traits', basic: 'Advanced personality system', premium: 'All personality traits' },
      models: { premium: 'Advanced AI models' },
      commands: { basic: 'Custom commands, also on Discord', premium: 'Custom commands, also on Discord' },
    },
    upgrade: {
      bots: { basic: 'Up to {{count}} AI friends', premium: 'Unlimited AI friends' },
      messages: { basic: '{{count, number}} messages per day', premium: 'Unlimited messages' },
    },
  },
};
