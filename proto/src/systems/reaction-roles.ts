import type { System } from './system.js';

export const REACTION_ROLES: System = {
  id: 'reaction-roles',
  name: 'Reaction Roles',
  description: 'Members pick their roles by reacting to a message.',
  category: 'Engagement',
  icon: '🎭',
  features: ['Roles by reaction', 'Several messages', 'Removal on demand'],
  difficulty: 'Beginner',
  price: 'Free',
  settings: {
    maxRoles: {
      type: 'number',
      label: 'Maximum roles',
      description: 'How many roles a member can pick from one message.',
      default: 5,
      min: 1,
      max: 50,
    },
    removeOnReact: {
      type: 'boolean',
      label: 'Remove on second reaction',
      description: 'Reacting again takes the role away.',
      default: true,
    },
    logChannel: {
      type: 'text',
      label: 'Log channel',
      description: 'Channel that is told about role changes; empty for none.',
      default: '',
      format: 'channel',
    },
  },
  needs: [],
  permissions: ['manage_roles', 'add_reactions'],
};
