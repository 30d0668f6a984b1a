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
}

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
}

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
