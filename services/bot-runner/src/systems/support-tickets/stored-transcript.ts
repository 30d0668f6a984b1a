import type { Keyring } from '@kith/kit';
import type { EntityManager } from 'typeorm';
import type { TicketEntity } from './ticket.entity.js';
import type { TranscriptLine } from './transcript.js';

/** Lines that are stored and encrypted together: a page of a transcript is read without the parts that it does not show. */
const PART_LINES = 25;

/** Parameters: the ticket, the first and the last part of the page. No row without a transcript. */
export const READ_PAGE = `
  select transcript_lines as total,
    array(select text from runner.transcript_part where ticket_id = $1 and part between $2 and $3 order by part) as parts
  from runner.ticket where id = $1 and transcript_lines is not null`;
const READ_ALL = `
  select array(select text from runner.transcript_part where ticket_id = $1 order by part) as parts
  from runner.ticket where id = $1 and transcript_lines is not null`;
const DELETE_ALL = 'delete from runner.transcript_part where ticket_id = $1';
const INSERT = `
  insert into runner.transcript_part (ticket_id, part, owner_id, text)
  select $1, at - 1, $2, text from unnest($3::text[]) with ordinality as p (text, at)`;

type Place = Pick<TicketEntity, 'botId' | 'eventId'>;
type Ticket = Place & Pick<TicketEntity, 'id' | 'ownerId'>;

export interface StoredPage {
  /** How many lines the transcript has. */
  readonly total: number;
  readonly parts: readonly string[];
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Which parts a page is read from, from 0. */
export const partsOfPage = ({ limit, offset }: Page): readonly [first: number, last: number] => [
  Math.floor(offset / PART_LINES),
  Math.floor((offset + limit - 1) / PART_LINES),
];

/** Each part can be decrypted in its own place only. */
export function encryptLines(keyring: Keyring, ticket: Place, lines: readonly TranscriptLine[]): string[] {
  const parts = Array.from({ length: Math.ceil(lines.length / PART_LINES) }, (_, at) =>
    lines.slice(at * PART_LINES, (at + 1) * PART_LINES),
  );
  return parts.map((part, at) => keyring.encrypt(JSON.stringify(part), placeOfPart(ticket, at)));
}

/** `first` is the place of the first of these parts, from 0. */
export function decryptLines(keyring: Keyring, ticket: Place, parts: readonly string[], first = 0): TranscriptLine[] {
  return parts.flatMap((part, at) => JSON.parse(keyring.decrypt(part, placeOfPart(ticket, first + at))) as TranscriptLine[]);
}

/** The lines of a page. */
export function readPage(keyring: Keyring, ticket: Place, parts: readonly string[], page: Page): TranscriptLine[] {
  const [first] = partsOfPage(page);
  const start = page.offset % PART_LINES;
  return decryptLines(keyring, ticket, parts, first).slice(start, start + page.limit);
}

/** The whole transcript of a locked ticket; null without one. */
export async function readLines(
  manager: EntityManager,
  keyring: Keyring,
  ticket: Ticket,
): Promise<readonly TranscriptLine[] | null> {
  const [stored] = await manager.query<Pick<StoredPage, 'parts'>[]>(READ_ALL, [ticket.id]);
  return stored ? decryptLines(keyring, ticket, stored.parts) : null;
}

/** Stores the lines of a locked ticket in place of those that it had. */
export async function replaceLines(
  manager: EntityManager,
  keyring: Keyring,
  ticket: Ticket,
  lines: readonly TranscriptLine[],
): Promise<void> {
  await deleteLines(manager, ticket.id);
  await manager.query(INSERT, [ticket.id, ticket.ownerId, encryptLines(keyring, ticket, lines)]);
}

export async function deleteLines(manager: EntityManager, ticketId: string): Promise<void> {
  await manager.query(DELETE_ALL, [ticketId]);
}

/** Where the texts of a ticket stand: they can be decrypted there only. By the event, because a subject is stored before the row has its id. */
export const placeOf = ({ botId, eventId }: Place): string => `runner.ticket.${botId}.${eventId}`;

const placeOfPart = (ticket: Place, at: number): string => `${placeOf(ticket)}.transcript.${at}`;
