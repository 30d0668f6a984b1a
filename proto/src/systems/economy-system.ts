import type { System } from './system.js';

export const ECONOMY_SYSTEM: System = {
  id: 'economy-system',
  name: 'Economy System',
  description: 'A currency of your own, with a shop and daily rewards.',
  category: 'Engagement',
  icon: '💰',
  features: ['Daily rewards', 'Shop with roles', 'Transfers'],
  difficulty: 'Advanced',
  price: 'Premium',
  settings: {
    currency: {
      type: 'text',
      label: 'Currency',
      description: 'What your coins are called, at most 30 characters.',
      default: 'coins',
    },
    dailyReward: {
      type: 'number',
      label: 'Daily reward',
      description: 'What a member gets once a day.',
      default: 100,
      min: 0,
      max: 1_000_000,
    },
    streakBonus: {
      type: 'number',
      label: 'Bonus per day in a row',
      description: 'Added to the daily reward for each day before without a gap, up to seven.',
      default: 10,
      min: 0,
      max: 100_000,
    },
    transfers: {
      type: 'boolean',
      label: 'Transfers',
      description: 'Members may pay each other.',
      default: true,
    },
  },
  needs: [],
  permissions: ['manage_roles'],
};
