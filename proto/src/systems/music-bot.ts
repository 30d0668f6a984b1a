import type { System } from './system.js';

export const MUSIC_BOT: System = {
  id: 'music-bot',
  name: 'Music Bot',
  description: 'Will play music in your voice channels. It does nothing on Discord yet.',
  category: 'Entertainment',
  icon: '🎵',
  features: ['Planned: queue, volume and skip votes'],
  difficulty: 'Intermediate',
  price: 'Free',
  permissions: [],
};
