import { ButtonStyle, ComponentType, InteractionResponseType, TextInputStyle } from 'discord-api-types/v10';
import type { APIInteractionResponse } from 'discord-api-types/v10';
import { escapedName } from '../../discord/markdown.js';
import type { MessagePart } from '../../discord/message-poster.js';
import { systemCustomId } from '../system-handler.js';
import { SUPPORT_TICKETS_ID } from './definition.js';

export const MAX_SUBJECT_CHARS = 100;
export const SUBJECT_FIELD = 'subject';
const DEFAULT_PANEL = 'Do you need help? Press the button, and we talk about it in a thread that only you and the team see.';

const customId = (rest: string): string => systemCustomId(SUPPORT_TICKETS_ID, rest);

/** The message with the button that opens tickets. */
export const panelMessage = (text: string): MessagePart => ({
  content: text.trim() === '' ? DEFAULT_PANEL : text.trim(),
  components: [
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.Button,
          style: ButtonStyle.Primary,
          label: 'Open a ticket',
          emoji: { name: '🎫' },
          custom_id: customId('open'),
        },
      ],
    },
  ],
});

/** The form that asks what a new ticket is about. */
export const subjectForm = (): APIInteractionResponse => ({
  type: InteractionResponseType.Modal,
  data: {
    custom_id: customId('subject'),
    title: 'Open a ticket',
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.TextInput,
            custom_id: SUBJECT_FIELD,
            label: 'What is it about?',
            style: TextInputStyle.Short,
            min_length: 3,
            max_length: MAX_SUBJECT_CHARS,
            required: true,
          },
        ],
      },
    ],
  },
});

/** The first message in the thread of a ticket. */
export const firstMessage = (ticket: {
  readonly id: string;
  readonly memberId: string;
  readonly teamRoleId: string | null;
  readonly subject: string;
  readonly greeting: string;
}): MessagePart => ({
  content: [
    `<@${ticket.memberId}>${ticket.teamRoleId === null ? '' : ` <@&${ticket.teamRoleId}>`}`,
    `**${escapedName(ticket.subject)}**`,
    ticket.greeting,
  ].join('\n'),
  components: [
    {
      type: ComponentType.ActionRow,
      components: [
        { type: ComponentType.Button, style: ButtonStyle.Secondary, label: 'Claim', custom_id: customId(`claim:${ticket.id}`) },
        { type: ComponentType.Button, style: ButtonStyle.Danger, label: 'Close', custom_id: customId(`close:${ticket.id}`) },
      ],
    },
  ],
});

/** The name of the thread. Its beginning is unique in the server, so that a thread is found again. */
export const threadName = (number: number, subject: string): string => `${threadPrefix(number)}${subject}`.slice(0, 100);
export const threadPrefix = (number: number): string => `ticket-${String(number).padStart(4, '0')} `;

export const titleOf = (number: number, subject: string): string => `Ticket ${number}: ${subject}`;

export const TEXTS = {
  opened: (threadId: string) => `Your ticket is open: <#${threadId}>`,
  tooMany: (max: number) =>
    max === 1
      ? 'You have an open ticket already. Please close it first.'
      : `You have ${max} open tickets already. Please close one first.`,
  tooManyToday: 'You have opened many tickets today. Please try again tomorrow.',
  serverFull: 'There are too many open tickets in this server. Please try again later.',
  noThreads: 'Tickets cannot be opened here. Please ask the team of this server to post the button in a text channel.',
  noTicket: 'This works only in the thread of an open ticket.',
  notTeam: 'Only the team can do that.',
  notYours: 'Only the team and whoever opened the ticket can do that.',
  needsManageServer: 'You need the permission “Manage Server” for this.',
  claimed: (memberId: string) => `<@${memberId}> takes care of this ticket.`,
  alreadyClaimed: (memberId: string) => `<@${memberId}> takes care of this ticket already.`,
  added: (memberId: string) => `<@${memberId}> sees this ticket now.`,
  tooManyAdded: 'There are as many people in this ticket as I can add.',
  closing: 'The ticket is closed.',
  posted: 'Here you are.',
  roleCannotSee: (roleId: string) =>
    `Note: <@&${roleId}> cannot see tickets yet. Let everybody mention this role, or give it “Manage Threads” in this channel.`,
  closedBy: (memberId: string, reason: string) =>
    `<@${memberId}> closed this ticket.${reason === '' ? '' : ` Reason: ${reason}`}`,
  closedByOwner: 'The owner of this companion closed this ticket.',
  closedInactive: (days: number) =>
    `This ticket is closed because nobody wrote in it for ${days === 1 ? 'a day' : `${days} days`}.`,
  noTranscript: (name: string, permission: string, channelId: string) =>
    `📄 There is no ${name}: I need the permission “${permission}” in <#${channelId}>.`,
  threadDeleted: 'The thread of this ticket was deleted.',
} as const;
