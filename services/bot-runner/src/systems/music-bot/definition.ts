import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  GatewayIntentBits,
  InteractionContextType,
  type APIApplicationCommandOption,
} from 'discord-api-types/v10';
import type { SystemCommand, SystemDefinition } from '../system-definition.js';

export const MUSIC_BOT_ID = 'music-bot';
export const MAX_VOLUME = 150;

const command = (name: string, description: string, options: APIApplicationCommandOption[] = []): SystemCommand => ({
  isPrivate: name === 'queue',
  definition: {
    type: ApplicationCommandType.ChatInput,
    name,
    description,
    contexts: [InteractionContextType.Guild],
    default_member_permissions: null,
    options,
  },
});

/** Music in voice channels. */
export const MUSIC_BOT_DEFINITION: SystemDefinition = {
  systemId: MUSIC_BOT_ID,
  // Tells who is in which voice channel, and where the bot is to connect to.
  intents: GatewayIntentBits.Guilds | GatewayIntentBits.GuildVoiceStates,
  problemAction: 'play-music',
  solvesProblem: (task) => task.kind === 'command' && task.name === 'play',
  keeps: 'which music you asked for, until it was played',
  commands: [
    command('play', 'Play music in your voice channel, or put it into the queue', [
      {
        type: ApplicationCommandOptionType.String,
        name: 'title',
        description: 'What to play',
        required: true,
        autocomplete: true,
        max_length: 100,
      },
    ]),
    command('queue', 'What is played, and what comes next'),
    command('skip', 'Go on with the next in the queue'),
    command('pause', 'Pause the music, or go on'),
    command('volume', 'How loud the music is', [
      {
        type: ApplicationCommandOptionType.Integer,
        name: 'percent',
        description: '100 is as loud as the file',
        required: true,
        min_value: 1,
        max_value: MAX_VOLUME,
      },
    ]),
    command('stop', 'Stop the music, empty the queue and leave the voice channel'),
  ],
};
