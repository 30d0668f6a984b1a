import type { System } from './system.js';

export const MUSIC_BOT: System = {
  id: 'music-bot',
  name: 'Music Bot',
  description: 'Plays music in your voice channels.',
  category: 'Entertainment',
  icon: '🎵',
  features: ['Queue', 'Playlists', 'Volume and skip votes'],
  difficulty: 'Intermediate',
  price: 'Free',
  permissions: ['connect', 'speak'],
};
