import { randomInt } from 'node:crypto';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { catalogueCommand, noArguments, saying } from '../catalogue-command.js';
import { parseDice, rollDice } from '../dice.js';

const EIGHT_BALL = [
  'Yes, and sooner than you think.',
  'All signs say yes.',
  'I would bet on it.',
  'Very likely.',
  'Yes, if you really want it.',
  'The mist is thick. Ask me again later.',
  'Better not to know that today.',
  'It could go either way.',
  'Ask again once you have slept on it.',
  'I would not count on it.',
  'The stars shake their heads.',
  'No, and that may be for the best.',
];

export const roll = catalogueCommand({
  id: 'roll',
  usage: ['2d6+1', 'd20'],
  scope: 'anywhere',
  options: [
    {
      type: ApplicationCommandOptionType.String,
      name: 'dice',
      description: 'For example 2d6+1; without it one die',
      max_length: 60,
    },
  ],
  parse: (args) => {
    const terms = parseDice(args);
    return terms && { terms };
  },
  run: ({ terms }) => saying(rollDice(terms, (sides) => randomInt(1, sides + 1))),
});

export const eightBall = catalogueCommand({
  id: '8ball',
  usage: ['Will it rain tomorrow?'],
  scope: 'anywhere',
  options: [
    {
      type: ApplicationCommandOptionType.String,
      name: 'question',
      description: 'A question with the answer yes or no',
      required: true,
      max_length: 300,
    },
  ],
  parse: (args) => (args === '' ? null : {}),
  run: () => saying(`🎱 ${EIGHT_BALL[randomInt(EIGHT_BALL.length)] ?? ''}`),
});

export const coinflip = catalogueCommand({
  id: 'coinflip',
  usage: [''],
  scope: 'anywhere',
  parse: noArguments,
  run: () => saying(randomInt(2) === 0 ? '🪙 Heads!' : '🪙 Tails!'),
});
