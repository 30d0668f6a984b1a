import type { System } from './system.js';

export const LEVELING_XP: System = {
  id: 'leveling-xp',
  name: 'Leveling & XP',
  description: 'Members earn experience and levels by taking part.',
  category: 'Engagement',
  icon: '📈',
  features: ['Experience per message', 'Level roles', 'Rank picture', 'Leaderboard'],
  difficulty: 'Intermediate',
  price: 'Free',
  settings: {
    roles: {
      type: 'text',
      label: 'Level roles',
      description: 'One line a role: the level and the role, for example “5 @Regulars” or “5 123456789012345678”. At most 20.',
      default: '',
      format: 'level-roles',
    },
    keepRoles: {
      type: 'boolean',
      label: 'Keep earlier roles',
      description: 'Members keep the roles of lower levels.',
      default: true,
    },
    announce: {
      type: 'select',
      label: 'Announce levels',
      description: 'Where your companion congratulates members on a new level.',
      default: 'Same channel',
      options: ['Off', 'Same channel', 'One channel'],
    },
    announceChannel: {
      type: 'text',
      label: 'Channel for levels',
      description: 'For “One channel”.',
      default: '',
      format: 'channel',
    },
    message: {
      type: 'text',
      label: 'Congratulation',
      description: '{member} names the member, {level} is the new level.',
      default: '🎉 {member} has reached level {level}!',
      format: 'lines',
    },
  },
  needs: [],
  permissions: ['manage_roles', 'attach_files'],
};
