import type { System } from './system.js';

export const LEVELING_XP: System = {
  id: 'leveling-xp',
  name: 'Leveling & XP',
  description: 'Members earn experience and levels by taking part.',
  category: 'Engagement',
  icon: '📈',
  features: ['Experience per message', 'Level roles', 'Leaderboard'],
  difficulty: 'Intermediate',
  price: 'Free',
  permissions: ['manage_roles', 'attach_files'],
};
