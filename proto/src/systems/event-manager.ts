import type { System } from './system.js';

export const EVENT_MANAGER: System = {
  id: 'event-manager',
  name: 'Event Manager',
  description: 'Plans events, takes sign-ups and reminds everybody.',
  category: 'Utility',
  icon: '📅',
  features: ['Sign-ups', 'Reminders', 'Calendar'],
  difficulty: 'Intermediate',
  price: 'Premium',
  permissions: ['manage_events'],
};
