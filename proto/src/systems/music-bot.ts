import type { System } from './system.js';

export const MUSIC_BOT: System = {
  id: 'music-bot',
  name: 'Music Bot',
  description: 'Will play music in your voice channels. It does nothing on Discord yet.',
  category: 'Entertainment',
  icon: '🎵',
  features: ['Queue', 'Playlists', 'Volume and skip votes'],
  difficulty: 'Intermediate',
  price: 'Free',
  permissions: ['connect', 'speak'],
};
