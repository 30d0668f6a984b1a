import type { System } from './system.js';

export const MUSIC_BOT: System = {
  id: 'music-bot',
  name: 'Music Bot',
  description: 'Plays music that you upload, and radio stations, in voice channels, with /play, where voice is switched on.',
  category: 'Entertainment',
  icon: '🎵',
  features: ['Your own MP3 and Ogg Opus files', 'Internet radio', 'Queue, skip, pause and volume', 'Leaves when nobody listens'],
  difficulty: 'Intermediate',
  price: 'Free',
  settings: {
    djRole: {
      type: 'text',
      label: 'DJ role',
      description:
        'Only members with this role, or who manage the server, may skip, pause, stop and change the volume. Empty: everybody in the voice channel.',
      default: '',
      format: 'role',
    },
    volume: {
      type: 'number',
      label: 'Volume',
      description: 'In percent, until somebody changes it with /volume. 100 is as loud as the file.',
      default: 100,
      min: 1,
      max: 150,
    },
    leaveAfterMinutes: {
      type: 'number',
      label: 'Minutes until it leaves',
      description: 'It leaves the voice channel after this time alone, or without music.',
      default: 5,
      min: 1,
      max: 60,
    },
  },
  needs: [],
  permissions: ['connect', 'speak'],
};
