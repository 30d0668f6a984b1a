import type { System } from './system.js';

export const ECONOMY_SYSTEM: System = {
  id: 'economy-system',
  name: 'Economy System',
  description: 'A currency of your own, with a shop and daily rewards.',
  category: 'Engagement',
  icon: '💰',
  features: ['Daily rewards', 'Shop', 'Transfers'],
  difficulty: 'Advanced',
  price: 'Premium',
  permissions: [],
};
