import type { System } from './system.js';

export const AI_MODERATOR: System = {
  id: 'ai-moderator',
  name: 'AI Moderator',
  description: 'Judges messages by what they mean, not by single words.',
  category: 'Moderation',
  icon: '🤖',
  features: ['Reads context', 'Graded reactions', 'Reports for your team'],
  difficulty: 'Advanced',
  price: 'Premium',
  permissions: ['manage_messages', 'moderate_members'],
};
