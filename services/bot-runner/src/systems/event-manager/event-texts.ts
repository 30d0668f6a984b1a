import { ButtonStyle, ComponentType, type APIGuildScheduledEvent } from 'discord-api-types/v10';
import { escapedName } from '../../discord/markdown.js';
import type { MessagePart } from '../../discord/message-poster.js';
import { systemCustomId } from '../system-handler.js';
import { EVENT_MANAGER_ID } from './definition.js';
import { startOf } from './event-discord.js';

export const NONE_PLANNED = 'Nothing is planned here.';
export const UNKNOWN_EVENT = 'I do not know that event. A list of them: `/events`.';
export const OVER = 'This event is over, or was cancelled.';
export const FULL = 'This event is full.';
export const SIGNED_OFF = 'You are not signed up any more.';
export const CANCELLED = 'The event is cancelled.';
export const ANNOUNCED = 'The event is announced.';
export const NO_CHANNEL = 'Choose a channel for the announcement, here or in the settings.';
/** The owner reads it, without the name that a member gave the event. */
export const notReminded = (said: string): string => `Discord refused the reminder of an event: ${said}.`;
/** Discord allows 100 characters, with the time. */
const MAX_CHOICE_NAME_CHARS = 70;
/** Discord allows 2000 characters. */
const MAX_LIST_CHARS = 1900;
/** They fit beside the longest name, each of whose characters is escaped. */
const MENTIONS_PER_MESSAGE = 70;

/** `Fri 2027-01-29 18:00 UTC`, the same for readers in all time zones. */
export function dateOf(atMs: number): string {
  const date = new Date(atMs);
  const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][date.getUTCDay()] ?? '';
  return `${day} ${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** An event as a member chooses it. */
export const choiceText = (name: string, startsAtMs: number): string =>
  `${[...name].slice(0, MAX_CHOICE_NAME_CHARS).join('')} · ${dateOf(startsAtMs)}`;

const moment = (atMs: number, style: 'F' | 'R'): string => `<t:${Math.floor(atMs / 1000)}:${style}>`;
const linkTo = ({ guild_id, id }: APIGuildScheduledEvent): string => `https://discord.com/events/${guild_id}/${id}`;

export const planned = (event: APIGuildScheduledEvent, isAnnounced: boolean): string =>
  `Done. ${linkTo(event)} begins ${moment(startOf(event), 'R')}.${isAnnounced ? ' It is announced.' : ''}`;

/** The same for the owner on the page, where marks of Discord would stand as they are. */
export const plannedOnPage = (event: APIGuildScheduledEvent, isAnnounced: boolean): string =>
  `“${event.name}” begins ${dateOf(startOf(event))}.${isAnnounced ? ' It is announced.' : ''}`;

/** An announcement with buttons; `id` is the one under which the event is stored. */
export function announcement(event: APIGuildScheduledEvent, id: string): MessagePart {
  const startsAtMs = startOf(event);
  const place = event.channel_id === null ? event.entity_metadata?.location : `<#${event.channel_id}>`;
  const button = (label: string, style: ButtonStyle.Primary | ButtonStyle.Secondary, rest: string) => ({
    type: ComponentType.Button as const,
    style,
    label,
    custom_id: systemCustomId(EVENT_MANAGER_ID, `${rest}:${id}`),
  });
  return {
    content: linkTo(event),
    embeds: [
      {
        title: event.name,
        ...(event.description ? { description: event.description } : {}),
        fields: [
          { name: 'When', value: `${moment(startsAtMs, 'F')} (${moment(startsAtMs, 'R')})` },
          ...(place ? [{ name: 'Where', value: place }] : []),
        ],
      },
    ],
    components: [
      {
        type: ComponentType.ActionRow,
        components: [button('Sign up', ButtonStyle.Primary, 'up'), button('Sign off', ButtonStyle.Secondary, 'off')],
      },
    ],
  };
}

/** For the owner. `refusal`: the words of Discord. */
export const stillAnnounced = (refusal: string): string =>
  `The announcement of a cancelled event still stands, because Discord refused to change it: ${refusal.replace(/\.$/, '')}.`;

/** What replaces the announcement of an event that was cancelled. */
export const cancelledAnnouncement = (name: string): MessagePart => ({
  content: `❌ Cancelled: ${escapedName(name)}`,
  embeds: [],
  components: [],
});

export const signedUp = (name: string, count: number, minutes: number): string =>
  `You are signed up for ${escapedName(name)} (${count} so far).${minutes > 0 ? ' I will remind you before it begins.' : ''}`;

/** The reminder; each message mentions as many members as fit. */
export function reminders(name: string, startsAtMs: number, memberIds: readonly string[]) {
  const first = `⏰ **${escapedName(name)}** begins ${moment(startsAtMs, 'R')}.`;
  const groups = Array.from({ length: Math.max(1, Math.ceil(memberIds.length / MENTIONS_PER_MESSAGE)) }, (_group, index) =>
    memberIds.slice(index * MENTIONS_PER_MESSAGE, (index + 1) * MENTIONS_PER_MESSAGE),
  );
  return groups.map((members, index) => ({
    members,
    content: [...(index === 0 ? [first] : []), ...members.map((id) => `<@${id}>`)].join(' '),
  }));
}

/** What is planned, for a message; what does not fit is counted. */
export function listText(events: readonly { readonly event: APIGuildScheduledEvent; readonly count: number }[]): string {
  if (events.length === 0) return NONE_PLANNED;
  const lines = events.map(({ event, count }) => {
    const coming = Math.max(count, event.user_count ?? 0);
    return `📅 [${escapedName(event.name)}](<${linkTo(event)}>) – ${moment(startOf(event), 'F')}${coming > 0 ? ` · ${coming} coming` : ''}`;
  });
  return fitting(lines);
}

export function signUpsText(name: string, memberIds: readonly string[], total: number): string {
  if (total === 0) return `Nobody is signed up for ${escapedName(name)} yet.`;
  return fitting([`${escapedName(name)}: ${total} signed up`, ...memberIds.map((id) => `<@${id}>`)]);
}

function fitting(lines: readonly string[]): string {
  const shown: string[] = [];
  for (const line of lines) {
    if ([...shown, line].join('\n').length > MAX_LIST_CHARS)
      return [...shown, `… and ${lines.length - shown.length} more`].join('\n');
    shown.push(line);
  }
  return shown.join('\n');
}
