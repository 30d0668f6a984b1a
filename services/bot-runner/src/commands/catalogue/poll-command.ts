import { ApplicationCommandOptionType, PollLayoutType } from 'discord-api-types/v10';
import { catalogueCommand } from '../catalogue-command.js';
import { CREATE_POLLS, inGuild, requireOfBot, requireOfMember } from '../command-permissions.js';
import { parsePoll } from '../poll.js';

/** Starts a poll of Discord's own. */
export const poll = catalogueCommand({
  id: 'poll',
  usage: ['Tea or coffee? Tea, Coffee 2h', '"Tea or coffee?" "Tea" "Coffee"'],
  scope: 'discord',
  isSlow: true,
  problemAction: 'create-polls',
  options: [
    {
      type: ApplicationCommandOptionType.String,
      name: 'question',
      description: 'What is voted on',
      required: true,
      max_length: 300,
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'answers',
      description: 'Two to ten answers, with commas between them',
      required: true,
      max_length: 600,
    },
    {
      type: ApplicationCommandOptionType.Integer,
      name: 'hours',
      description: 'How long, 24 without it',
      min_value: 1,
      max_value: 768,
    },
  ],
  argsOf: (options) => {
    const answers = (options.get('answers') ?? '').split(/[,;，、]/u).map(quoted);
    const hours = options.get('hours');
    return [quoted(options.get('question') ?? ''), ...answers, ...(hours === undefined ? [] : [`${hours}h`])].join(' ');
  },
  parse: parsePoll,
  run: async ({ question, answers, hours }, call, tools) => {
    // Also members whom the server does not let create polls could do it through the bot.
    if (call.place?.guildId) {
      await requireOfMember(tools, inGuild(call), CREATE_POLLS);
      await requireOfBot(tools, inGuild(call), CREATE_POLLS);
    }
    return {
      kind: 'message',
      poll: {
        question: { text: question },
        answers: answers.map((text) => ({ poll_media: { text } })),
        duration: hours,
        allow_multiselect: false,
        layout_type: PollLayoutType.Default,
      },
    };
  },
});

const quoted = (text: string): string => `"${text.trim().replaceAll(/["“”„«»]/gu, "'")}"`;
