import type { System } from './system.js';

export const SUPPORT_TICKETS: System = {
  id: 'support-tickets',
  name: 'Support Tickets',
  description: 'Members open private tickets that your team answers.',
  category: 'Utility',
  icon: '🎫',
  features: ['Private channels', 'Transcripts', 'Assignment'],
  difficulty: 'Intermediate',
  price: 'Free',
  permissions: ['create_private_threads', 'manage_threads', 'send_in_threads', 'attach_files'],
};
