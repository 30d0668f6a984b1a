import type { System } from './system.js';

export const MINI_GAMES: System = {
  id: 'mini-games',
  name: 'Mini Games',
  description: 'Small games to play together in a channel, with /game.',
  category: 'Entertainment',
  icon: '🎮',
  features: ['Trivia in eight topics', 'Scrambled words, number guessing and tic-tac-toe', 'High scores of each server'],
  difficulty: 'Beginner',
  price: 'Premium',
  settings: {
    gamesChannel: {
      type: 'text',
      label: 'Games channel',
      description: 'The only channel where games may be started; empty for every channel.',
      default: '',
      format: 'channel',
    },
    roundSeconds: {
      type: 'number',
      label: 'Seconds a round',
      description: 'After this time a round ends without a winner.',
      default: 30,
      min: 10,
      max: 300,
    },
    highestNumber: {
      type: 'number',
      label: 'Highest number',
      description: 'Number guessing asks for a number from 1 to this one.',
      default: 100,
      min: 10,
      max: 100_000,
    },
  },
  needs: [{ name: 'message_content', for: 'answers that are typed in the channel' }],
  permissions: [],
};
