import type { System } from './system.js';

export const WELCOME_MESSAGES: System = {
  id: 'welcome-messages',
  name: 'Welcome Messages',
  description: 'Greets new members and says goodbye to those who leave.',
  category: 'Utility',
  icon: '👋',
  features: ['Greeting', 'Farewell', 'Role on join'],
  difficulty: 'Beginner',
  price: 'Free',
  permissions: ['attach_files'],
};
