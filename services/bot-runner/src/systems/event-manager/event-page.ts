import type { SystemPage, SystemPageForm } from '@kith/proto';
import type { APIGuildScheduledEvent } from 'discord-api-types/v10';
import { startOf } from './event-discord.js';
import { dateOf } from './event-texts.js';
import { MAX_HOURS } from './event-plan.js';

interface Paging {
  readonly section?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

type CountsOf = (events: readonly APIGuildScheduledEvent[]) => Promise<ReadonlyMap<string, number>>;

/**
 * The calendar of a server for the owner: what is planned, by the day it begins. `countsOf`: sign-ups by the id of the event, asked for those that
 * are shown alone, because each may have a thousand.
 */
export async function eventPage(
  events: readonly APIGuildScheduledEvent[],
  countsOf: CountsOf,
  { section, limit = 100, offset = 0 }: Paging,
): Promise<SystemPage> {
  const shown = events.slice(offset, offset + limit);
  const counts = await countsOf(shown);
  const rows = shown.map((event) => ({
    id: event.id,
    cells: [
      event.name,
      dateOf(startOf(event)),
      event.entity_metadata?.location ?? (event.channel_id === null ? '' : 'Voice channel'),
      String(event.user_count ?? 0),
      String(counts.get(event.id) ?? 0),
    ],
    actions: [
      { id: 'announce', label: 'Announce', confirm: null },
      { id: 'cancel', label: 'Cancel', confirm: `Cancel “${event.name}” on Discord? Nobody is reminded of it then.` },
    ],
  }));
  const calendar = {
    id: 'events',
    title: 'Calendar',
    empty: 'Nothing is planned. Plan the first event below.',
    columns: ['Event', 'Begins', 'Place', 'Interested', 'Signed up'],
    rows,
    total: events.length,
  };
  return { sections: section === undefined || section === calendar.id ? [calendar] : [], forms: [CREATE] };
}

const CREATE: SystemPageForm = {
  id: 'create',
  title: 'Plan an event',
  description: 'It appears among the events of the server on Discord.',
  submit: 'Plan',
  confirm: null,
  fields: {
    name: { type: 'text', label: 'Name', description: 'What the event is called.', default: '' },
    start: {
      type: 'text',
      label: 'Begins',
      description: 'For example: tomorrow 18:00, 2027-01-31 9:00 or in 3h. Times of day are UTC.',
      default: '',
    },
    hours: { type: 'number', label: 'Hours', description: 'How long it is.', default: 1, min: 1, max: MAX_HOURS },
    place: { type: 'text', label: 'Place', description: 'Where it is; empty for this server.', default: '' },
    voice: {
      type: 'text',
      label: 'Voice channel',
      description: 'The voice or stage channel in which it is, instead of a place.',
      default: '',
      format: 'voice-channel',
    },
    description: { type: 'text', label: 'Description', description: 'What it is about.', default: '', format: 'lines' },
    channel: {
      type: 'text',
      label: 'Announce in',
      description: 'A message with buttons to sign up; empty for the channel of the settings.',
      default: '',
      format: 'channel',
    },
  },
};
