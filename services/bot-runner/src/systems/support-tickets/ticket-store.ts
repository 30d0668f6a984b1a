import { Interval, Keyring } from '@kith/kit';
import { DAY_MS } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { ArrayContains, DataSource, IsNull, Not, type EntityManager } from 'typeorm';
import { KeptLimits } from '../kept-limits.js';
import { MemberNames } from '../member-names.js';
import {
  deleteLines,
  partsOfPage,
  placeOf,
  READ_PAGE,
  readLines,
  readPage,
  replaceLines,
  type StoredPage,
} from './stored-transcript.js';
import { COUNT, DELETE_OLD, END_ALL, FORGET, LOCK_SERVER, NEXT_NUMBER, USED_UP } from './ticket-statements.js';
import { TicketEntity } from './ticket.entity.js';
import type { TranscriptLine } from './transcript.js';

/** Of one member; the second one within a day. */
export const MAX_OPENED_A_DAY = 10;
/** Discord allows 1,000 active threads in a server. */
const MAX_OPEN_PER_SERVER = 300;
const MAX_ADDED = 20;
const RETENTION_DAYS = 30;
/** An open ticket without any change for so long, because the system was uninstalled for example, is deleted. */
const ABANDONED_DAYS = 365;
const DELETE_EVERY_MS = 3_600_000;
const OPEN_TICKETS = 'open-tickets';
const TICKETS_TODAY = 'tickets';
/** Rows per statement, so that each stays within the statement timeout. */
const BATCH = 1000;

const LOCK = { mode: 'pessimistic_write' } as const;
const EMPTY_SUBJECT = 'Ticket';
const NO_TRANSCRIPT = { transcriptLines: null, authorIds: [] };
type Refusal = 'member' | 'day' | 'server';
type NewTicket = Pick<TicketEntity, 'botId' | 'ownerId' | 'guildId' | 'eventId' | 'channelId' | 'subject'> & {
  readonly memberId: string;
  readonly memberName: string;
};

/** A ticket that may be opened; `isRepeated`: an earlier attempt stored it. */
export type Opened =
  | { readonly ticket: TicketEntity; readonly isRepeated: boolean; readonly refusal: null }
  | { readonly ticket: null; readonly refusal: Refusal };

/** The tickets in Postgres. Subjects, reasons and transcripts are encrypted. */
@Injectable()
export class TicketStore {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly keyring: Keyring,
    private readonly names: MemberNames,
    private readonly kept: KeptLimits,
  ) {}

  /** Stores a ticket before anything of it exists on Discord, once however often the same interaction asks for it. */
  open({ subject, ...ticket }: NewTicket, maxOpenPerMember: number): Promise<Opened> {
    return this.database.transaction(async (manager) => {
      const { botId, ownerId, guildId, memberId, eventId } = ticket;
      await manager.query(LOCK_SERVER, [botId, ownerId, guildId]);
      const known = await manager.findOneBy(TicketEntity, { botId, eventId });
      if (known) return { ticket: known, isRepeated: true, refusal: null };
      const refusal = await this.refusalOf(manager, { botId, guildId, memberId }, maxOpenPerMember);
      if (refusal) return { ticket: null, refusal };
      const [rows] = await manager.query<[{ number: number }[], number]>(NEXT_NUMBER, [botId, guildId]);
      const number = rows[0]?.number ?? 0;
      const encrypted = this.keyring.encrypt(subject, placeOf({ botId, eventId }));
      const memberName = this.names.encrypt({ botId, memberId }, ticket.memberName);
      const made = await manager.save(TicketEntity, { ...ticket, memberName, number, subject: encrypted });
      return { ticket: await manager.findOneByOrFail(TicketEntity, { id: made.id }), isRepeated: false, refusal: null };
    });
  }

  async setThread(id: string, threadId: string): Promise<void> {
    await this.rows.update({ id }, { threadId });
  }

  /** Removes a ticket for which Discord made no thread. */
  async discard(id: string): Promise<void> {
    await this.rows.delete({ id, threadId: IsNull() });
  }

  find(botId: string, id: string): Promise<TicketEntity | null> {
    return this.rows.findOneBy({ botId, id });
  }

  findByThread(botId: string, threadId: string): Promise<TicketEntity | null> {
    return this.rows.findOneBy({ botId, threadId });
  }

  /** Who takes care of the ticket after this: the member, unless somebody else did before. */
  async claim(id: string, memberId: string): Promise<string> {
    await this.rows.update({ id, claimedBy: IsNull() }, { claimedBy: memberId });
    return (await this.rows.findOneByOrFail({ id })).claimedBy ?? memberId;
  }

  /** False when the ticket has as many added members as it may have. */
  async add(id: string, memberId: string): Promise<boolean> {
    const append = `
      update runner.ticket set added_ids = array_append(added_ids, $2)
      where id = $1 and not $2 = any(added_ids) and cardinality(added_ids) < $3`;
    await this.database.query(append, [id, memberId, MAX_ADDED]);
    return this.rows.existsBy({ id, addedIds: ArrayContains([memberId]) });
  }

  /** Marks an open ticket as closed; nothing when it is. `because` is told in the thread. */
  async close(ticket: TicketEntity, because: string): Promise<void> {
    const closedBecause = this.keyring.encrypt(because, placeOf(ticket));
    const soon = (): string => "now() + interval '1 minute'";
    await this.rows.update({ id: ticket.id, closedAt: IsNull() }, { closedAt: new Date(), closedBecause, attemptAt: soon });
  }

  /** Ends all tickets of a server that the bot has left. */
  async endAll(botId: string, guildId: string, keepsTexts: boolean): Promise<void> {
    const [ended] = await this.database.query<[Pick<TicketEntity, 'id' | 'eventId'>[], number]>(END_ALL, [botId, guildId]);
    if (keepsTexts) return;
    for (const { id, eventId } of ended) await this.removeTexts({ id, botId, eventId });
  }

  /** What was done about the end on Discord is complete. `keepsTexts` false: nothing that was written stays. */
  async finish(ticket: TicketEntity, keepsTexts: boolean): Promise<void> {
    const finished = { finishedAt: new Date(), closedBecause: null };
    if (keepsTexts) await this.rows.update({ id: ticket.id }, finished);
    else await this.removeTexts(ticket, finished);
  }

  /**
   * What was written in a ticket, without what members wrote who were forgotten, or what was stored before. Stores it unless the owner keeps no
   * messages (docs/decisions.md C21).
   */
  transcribe(
    { id, botId }: TicketEntity,
    lines: readonly TranscriptLine[],
    keepsTexts: boolean,
  ): Promise<readonly TranscriptLine[]> {
    return this.database.transaction(async (manager) => {
      const locked = await manager.findOne(TicketEntity, { where: { id }, lock: LOCK });
      if (!locked) return [];
      const stored = await readLines(manager, this.keyring, locked);
      if (stored) return stored;
      const forgotten = new Set(locked.forgotten);
      const isForgotten = (memberId: string): boolean => forgotten.has(this.fingerprintOf(botId, memberId));
      // The first message names the member who opened the ticket, and its subject.
      const kept = lines.filter(({ authorId, text }) => ![authorId, ...mentionedIn(text)].some(isForgotten));
      if (keepsTexts && kept.length > 0) await this.store(manager, locked, kept);
      return kept;
    });
  }

  deleteTranscript(id: string): Promise<void> {
    return this.database.transaction(async (manager) => {
      await manager.update(TicketEntity, { id, transcriptLines: Not(IsNull()) }, NO_TRANSCRIPT);
      await deleteLines(manager, id);
    });
  }

  async setActive(id: string, activeAt: Date): Promise<void> {
    await this.rows.update({ id }, { activeAt });
  }

  subjectOf({ botId, eventId, subject }: TicketEntity): string {
    return this.keyring.decrypt(subject, placeOf({ botId, eventId }));
  }

  /** Null when the member asked to be forgotten. */
  memberNameOf({ botId, memberId, memberName }: TicketEntity): string | null {
    return memberId === null || memberName === null ? null : this.names.decrypt({ botId, memberId }, memberName);
  }

  reasonOf({ botId, eventId, closedBecause }: TicketEntity): string {
    return closedBecause === null ? '' : this.keyring.decrypt(closedBecause, placeOf({ botId, eventId }));
  }

  /** Lines of the transcript, and how many it has; none without one. */
  async transcriptPage(
    ticket: TicketEntity,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly lines: readonly TranscriptLine[]; readonly total: number }> {
    const [stored] = await this.database.query<StoredPage[]>(READ_PAGE, [ticket.id, ...partsOfPage(page)]);
    if (!stored) return { lines: [], total: 0 };
    return { lines: readPage(this.keyring, ticket, stored.parts, page), total: stored.total };
  }

  async purge(botId: string): Promise<void> {
    await this.rows.delete({ botId });
    await this.database.query('delete from runner.ticket_server where bot_id = $1', [botId]);
  }

  /**
   * Removes what identifies a member, and what they wrote: the subjects and transcripts of their tickets, and their lines in those of others, also in
   * those that are made later. A ticket that is being ended goes without its reason. How many tickets they have opened stays counted for a day.
   */
  async forgetMember(botId: string, memberId: string): Promise<void> {
    type UsedUp = { readonly guildId: string; readonly open: number; readonly today: number };
    for (const { guildId, open, today } of await this.database.query<UsedUp[]>(USED_UP, [botId, memberId])) {
      const member = { botId, guildId, memberId };
      await this.kept.add(OPEN_TICKETS, member, open, Date.now() + DAY_MS);
      await this.kept.add(TICKETS_TODAY, member, today, Date.now() + DAY_MS);
    }
    for (const { id, eventId } of await this.rows.find({ where: { botId, memberId }, select: { id: true, eventId: true } }))
      await this.removeTexts({ id, botId, eventId }, { memberName: null, memberId: null });
    await this.rows.update({ botId, claimedBy: memberId }, { claimedBy: null });
    await this.database.query(FORGET, [botId, memberId, this.fingerprintOf(botId, memberId)]);
    for (const { id } of await this.writtenBy(botId, memberId)) await this.removeLines(id, memberId);
  }

  @Interval(DELETE_EVERY_MS, 'the sweep of old tickets')
  async deleteOld(): Promise<void> {
    for (let count = BATCH; count === BATCH;)
      [, count] = await this.database.query<[unknown[], number]>(DELETE_OLD, [RETENTION_DAYS, ABANDONED_DAYS, BATCH]);
  }

  private writtenBy(botId: string, memberId: string): Promise<Pick<TicketEntity, 'id'>[]> {
    return this.rows.find({ where: { botId, authorIds: ArrayContains([memberId]) }, select: { id: true } });
  }

  private removeLines(id: string, memberId: string): Promise<void> {
    return this.database.transaction(async (manager) => {
      const ticket = await manager.findOne(TicketEntity, { where: { id }, lock: LOCK });
      const written = ticket && (await readLines(manager, this.keyring, ticket));
      if (!written) return;
      const lines = written.filter(({ authorId }) => authorId !== memberId);
      await this.store(manager, ticket, lines);
    });
  }

  /** Stores the transcript of a locked ticket. */
  private async store(manager: EntityManager, ticket: TicketEntity, lines: readonly TranscriptLine[]): Promise<void> {
    await replaceLines(manager, this.keyring, ticket, lines);
    await manager.update(TicketEntity, { id: ticket.id }, { transcriptLines: lines.length, authorIds: authorsOf(lines) });
  }

  /** Changes a ticket, and removes what was written in it. */
  private removeTexts(
    { id, ...place }: Pick<TicketEntity, 'id' | 'botId' | 'eventId'>,
    fields: Partial<TicketEntity> = {},
  ): Promise<void> {
    return this.database.transaction(async (manager) => {
      await manager.update(TicketEntity, { id }, { ...fields, ...NO_TRANSCRIPT, subject: this.emptySubject(place) });
      await deleteLines(manager, id);
    });
  }

  private emptySubject(place: Pick<TicketEntity, 'botId' | 'eventId'>): string {
    return this.keyring.encrypt(EMPTY_SUBJECT, placeOf(place));
  }

  private fingerprintOf(botId: string, memberId: string): string {
    return this.keyring.fingerprint(`runner.ticket.forgotten ${botId} ${memberId}`);
  }

  private async refusalOf(
    manager: EntityManager,
    member: { readonly botId: string; readonly guildId: string; readonly memberId: string },
    maxOpenPerMember: number,
  ): Promise<Refusal | null> {
    const { botId, guildId, memberId } = member;
    const [counts] = await manager.query<{ inServer: number; ofMember: number; today: number }[]>(COUNT, [
      botId,
      guildId,
      memberId,
    ]);
    const { inServer = 0, ofMember = 0, today = 0 } = counts ?? {};
    if (ofMember + (await this.kept.usedUp(OPEN_TICKETS, member)) >= maxOpenPerMember) return 'member';
    if (today + (await this.kept.usedUp(TICKETS_TODAY, member)) >= MAX_OPENED_A_DAY) return 'day';
    return inServer >= MAX_OPEN_PER_SERVER ? 'server' : null;
  }

  private get rows() {
    return this.database.getRepository(TicketEntity);
  }
}

const mentionedIn = (text: string): string[] => [...text.matchAll(/<@!?(\d+)>/g)].flatMap(([, id]) => id ?? []);

const authorsOf = (lines: readonly TranscriptLine[]): string[] => [...new Set(lines.map(({ authorId }) => authorId))];
