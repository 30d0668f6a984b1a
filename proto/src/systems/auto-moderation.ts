import type { System } from './system.js';

export const AUTO_MODERATION: System = {
  id: 'auto-moderation',
  name: 'Auto Moderation',
  description: 'Keeps spam, links and insults out of your channels.',
  category: 'Moderation',
  icon: '🛡️',
  features: ['Spam filter', 'Link filter', 'Warnings'],
  difficulty: 'Beginner',
  price: 'Free',
  permissions: ['manage_messages', 'moderate_members', 'manage_guild'],
};
