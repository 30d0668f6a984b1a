import type { System } from './system.js';

export const MINI_GAMES: System = {
  id: 'mini-games',
  name: 'Mini Games',
  description: 'Small games to play together in a channel.',
  category: 'Entertainment',
  icon: '🎮',
  features: ['Trivia', 'Word games', 'High scores'],
  difficulty: 'Beginner',
  price: 'Premium',
  permissions: ['add_reactions'],
};
