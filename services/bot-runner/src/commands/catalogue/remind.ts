import { dateFormat } from '@kith/kit';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { catalogueCommand, saying, sayingPrivately, type CallPlace, type CommandMessage } from '../catalogue-command.js';
import type { CommandTools } from '../command-tools.js';
import { FORGOTTEN } from '../command-texts.js';
import { parseReminder } from '../reminder-time.js';
import type { Reminder } from '../reminders.service.js';

const { String: text, Integer: integer } = ApplicationCommandOptionType;
const SHOWN_CHARS = 80;

export const remind = catalogueCommand({
  id: 'remind',
  usage: ['in 10m tea', 'tomorrow 9:00 call home', 'list', 'cancel 1'],
  scope: 'discord',
  isPrivate: true,
  isSlow: true,
  options: [
    {
      type: text,
      name: 'when',
      description: 'For example in 10m, tomorrow 9:00, list or cancel',
      required: true,
      max_length: 60,
    },
    { type: text, name: 'text', description: 'What to remind you of', max_length: 500 },
    { type: integer, name: 'number', description: 'Which reminder to cancel, as in the list', min_value: 1, max_value: 1000 },
  ],
  parse: parseReminder,
  run: async (request, call, { reminders }) => {
    const place = call.place as CallPlace;
    const { botId, ownerId } = call.bot;
    const owner = { botId, memberId: place.memberId };
    if (request.kind === 'list') return listText(await reminders.list(owner));
    if (request.kind === 'cancel') return cancel({ reminders }, owner, request.number);
    const { dueAtMs, timeZone, text: about } = request;
    const { messageId, channelId, guildId } = place;
    const added = await reminders.add({ ...owner, ownerId, messageId, channelId, guildId, dueAtMs, text: about });
    if (added === 'forgotten') return sayingPrivately(FORGOTTEN);
    return added === 'kept'
      ? saying(`⏰ I will remind you ${when(dueAtMs)}${timeZone === null ? '' : ` (${onItsClock(dueAtMs, timeZone)})`}.`)
      : sayingPrivately('You have as many reminders as I can keep for you. Cancel one first: `list` shows them.');
  },
});

async function cancel(
  { reminders }: Pick<CommandTools, 'reminders'>,
  owner: { readonly botId: string; readonly memberId: string },
  number: number,
): Promise<CommandMessage> {
  const reminder = (await reminders.list(owner))[number - 1];
  const isCancelled = reminder !== undefined && (await reminders.cancel(reminder.id));
  return sayingPrivately(isCancelled ? `Cancelled: ${shortened(reminder.text)}` : `You have no reminder ${number}.`);
}

function listText(list: readonly Reminder[]): CommandMessage {
  if (list.length === 0) return sayingPrivately('You have no reminders with me.');
  const lines = list.map(({ dueAtMs, text: about }, index) => `${index + 1}. ${when(dueAtMs)}: ${shortened(about)}`);
  return sayingPrivately(['Your reminders:', ...lines].join('\n'));
}

/** In the reader's own time zone and language. */
const when = (dueAtMs: number): string => `<t:${Math.round(dueAtMs / 1000)}:f>`;
/** As the companion has read a time of day, so that a member of another time zone sees what is meant. */
const onItsClock = (dueAtMs: number, timeZone: string): string =>
  `${dateFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(dueAtMs)}, ${timeZone}`;
const shortened = (about: string): string => {
  const line = about.replaceAll(/\s+/gu, ' ');
  return line.length <= SHOWN_CHARS ? line : `${[...line].slice(0, SHOWN_CHARS).join('')}…`;
};
