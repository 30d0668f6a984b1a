import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  type APIApplicationCommandOption,
} from 'discord-api-types/v10';
import type { SystemDefinition } from '../system-definition.js';
import { QUESTIONS } from './questions/questions.js';

/** In the catalogue of systems. */
export const MINI_GAMES_ID = 'mini-games';

const { String: text, User: user, Subcommand: subcommand } = ApplicationCommandOptionType;

const SUBCOMMANDS: APIApplicationCommandOption[] = [
  {
    type: subcommand,
    name: 'trivia',
    description: 'A question with four answers',
    options: [
      {
        type: text,
        name: 'topic',
        description: 'Default: any',
        choices: Object.keys(QUESTIONS).map((topic) => ({ name: topic, value: topic })),
      },
    ],
  },
  { type: subcommand, name: 'word', description: 'Find the word whose letters are mixed up' },
  { type: subcommand, name: 'number', description: 'Guess the number I think of' },
  {
    type: subcommand,
    name: 'duel',
    description: 'Challenge a member to tic-tac-toe',
    options: [{ type: user, name: 'member', description: 'Whom to challenge', required: true }],
  },
  {
    type: subcommand,
    name: 'guess',
    description: 'Answer the running word or number round',
    options: [{ type: text, name: 'answer', description: 'A word or a number', required: true, max_length: 30 }],
  },
  { type: subcommand, name: 'stop', description: 'Ends the game that you started here' },
  { type: subcommand, name: 'scores', description: 'The high scores of this server' },
];

/** Games that members play in a channel. */
export const miniGames: SystemDefinition = {
  systemId: MINI_GAMES_ID,
  intents: 0,
  problemAction: 'send-messages',
  keeps: 'the games that you won and your points, which my owner and other members see',
  commands: [
    {
      isPrivate: false,
      definition: {
        type: ApplicationCommandType.ChatInput,
        name: 'game',
        description: 'Small games to play together',
        contexts: [InteractionContextType.Guild],
        default_member_permissions: null,
        options: SUBCOMMANDS,
      },
    },
  ],
};
