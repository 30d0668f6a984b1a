import { randomUUID } from 'node:crypto';
import type { Runtime } from '@kith/kit';
import type { Client } from 'pg';

/** Whose data grows: an owner with bots, one of which is busy. */
export interface Subject {
  readonly ownerId: string;
  readonly botId: string;
}

/** A server of the busy companion. */
export const GUILD_ID = '700000000000000001';

/** How many rows the pages of systems have that name members or texts, which only the service reads again. */
export interface SystemRows {
  readonly members: number;
  readonly coinEntries: number;
  readonly openTickets: number;
  readonly closedTickets: number;
  readonly tracks: number;
  readonly stations: number;
  readonly roleMessages: number;
  readonly transcriptLines: number;
}

/** A closed ticket with a transcript. */
export const TRANSCRIBED_TICKET = '00000000-0000-4000-8000-000000000001';
const ROLES_OF_A_MESSAGE = 20;
/** As the service encrypts them together. */
const LINES_OF_A_PART = 25;

/** Fills the tables of systems in one server of the busy companion. */
export async function growSystems(
  client: Client,
  runtime: Runtime,
  { botId, ownerId }: Subject,
  rows: SystemRows,
): Promise<void> {
  const { keyring } = runtime;
  const run = (text: string, ...parameters: readonly unknown[]): Promise<unknown> =>
    client.query(text, [botId, ownerId, GUILD_ID, ...parameters]);
  const members = Array.from({ length: rows.members }, (_, n) => String(700_000_000_000_000_000n + BigInt(n)));
  const nameOf = (id: string): string => keyring.encrypt('Member', `runner.member-name.${botId}.${id}`);
  await run(RANKED, members, members.map(nameOf));
  await run(COIN_ENTRIES, members, rows.coinEntries);
  const tickets = Array.from({ length: rows.openTickets + rows.closedTickets }, () => randomUUID());
  const subjects = tickets.map((id) => keyring.encrypt('A question', `runner.ticket.${botId}.${id}`));
  const [member = ''] = members;
  await run(TICKETS, tickets, subjects, rows.openTickets, member, nameOf(member));
  await client.query(TRACKS, [botId, ownerId, rows.tracks]);
  await client.query(STATIONS, [botId, ownerId, rows.stations]);
  const lines = Array.from({ length: rows.transcriptLines }, (_, n) => lineOf(n));
  const place = `runner.ticket.${botId}.${TRANSCRIBED_TICKET}`;
  const parts = Array.from({ length: Math.ceil(lines.length / LINES_OF_A_PART) }, (_, at) =>
    keyring.encrypt(JSON.stringify(lines.slice(at * LINES_OF_A_PART, (at + 1) * LINES_OF_A_PART)), `${place}.transcript.${at}`),
  );
  await run(TRANSCRIBED, TRANSCRIBED_TICKET, member, nameOf(member), keyring.encrypt('A long question', place), lines.length);
  await client.query(TRANSCRIPT_PARTS, [TRANSCRIBED_TICKET, ownerId, parts]);
  const messages = Array.from({ length: rows.roleMessages }, () => randomUUID());
  const texts = messages.map((id) => keyring.encrypt('Pick what you play. '.repeat(90), `runner.role_message.text.${id}`));
  await run(ROLE_MESSAGES, messages, texts, ROLES_OF_A_MESSAGE);
}

/** As long as a transcript of 2,000 lines may be. */
const lineOf = (n: number) => ({
  authorId: String(n % 5),
  author: 'Member',
  at: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
  text: 'When does the ferry leave on Sundays? '.repeat(5),
});

const TRANSCRIBED = `
  insert into runner.ticket (id, bot_id, owner_id, guild_id, event_id, number, channel_id, member_id, member_name, subject, transcript_lines, author_ids,
    created_at, closed_at, finished_at)
  values ($4::uuid, $1, $2, $3, $4, 0, 'c', $5, $6, $7, $8, '{1}', now() - interval '30 days', now() - interval '29 days', now() - interval '29 days')`;

const TRANSCRIPT_PARTS = `
  insert into runner.transcript_part (ticket_id, part, owner_id, text)
  select $1::uuid, at - 1, $2, text from unnest($3::text[]) with ordinality as p (text, at)`;

const ROLE_MESSAGES = `
  insert into runner.role_message (id, bot_id, owner_id, guild_id, channel_id, message_id, mode, text, choices)
  select id, $1, $2, $3, 'c', 'm' || n, 'buttons', text, (
    select jsonb_agg(jsonb_build_object('roleId', r::text, 'label', 'Role ' || r, 'emoji', null)) from generate_series(1, $6::int) as r
  )
  from unnest($4::uuid[], $5::text[]) with ordinality as m (id, text, n)`;

const RANKED = `
  with member as (
    select * from unnest($4::text[], $5::text[]) with ordinality as m (id, name, n)
  ), levels as (
    insert into runner.level_member (bot_id, owner_id, guild_id, member_id, name, experience, messages) select $1, $2, $3, id, name, n * 10, n from member
  ), scores as (
    insert into runner.game_score (bot_id, owner_id, guild_id, member_id, member_name, points, trivia, word, number, duel)
    select $1, $2, $3, id, name, n, n, 0, 0, 0 from member
  )
  insert into runner.economy_account (bot_id, owner_id, guild_id, member_id, name, balance) select $1, $2, $3, id, name, n from member`;

const COIN_ENTRIES = `
  insert into runner.economy_entry (bot_id, owner_id, guild_id, member_id, kind, amount, balance, event_id)
  select $1, $2, $3, ($4::text[])[1 + n % cardinality($4::text[])], 'daily', 1, 1, 'e' || n from generate_series(1, $5::int) as n`;

// The others were closed in the last 29 days.
const TICKETS = `
  insert into runner.ticket (bot_id, owner_id, guild_id, event_id, number, channel_id, member_id, member_name, subject, created_at, closed_at, finished_at)
  select $1, $2, $3, id, n, 'c', $7, $8, subject, now() - interval '30 days', closed.at, closed.at
  from unnest($4::text[], $5::text[]) with ordinality as t (id, subject, n)
  cross join lateral (
    select case when n > $6::int then now() - n * interval '29 days' / cardinality($4::text[]) end as at
  ) closed`;

const TRACKS = `
  insert into runner.music_track (bot_id, owner_id, title, state, file_key, bytes, duration_ms)
  select $1, $2, 'Track ' || n, 'ready', gen_random_uuid()::text, 1000, 60000 from generate_series(1, $3::int) as n`;

const STATIONS = `
  insert into runner.music_station (bot_id, owner_id, name, address)
  select $1, $2, 'Station ' || n, 'https://radio.example/' || n from generate_series(1, $3::int) as n`;
