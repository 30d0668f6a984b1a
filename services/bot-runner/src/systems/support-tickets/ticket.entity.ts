import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A ticket of the system support-tickets; deleted 30 days after it was closed. */
@Entity('ticket')
export class TicketEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('text', { name: 'guild_id' })
  guildId: string;

  /** The interaction that opened it. */
  @Column('text', { name: 'event_id' })
  eventId: string;

  /** Counts the tickets of the bot in the server. */
  @Column('int')
  number: number;

  /** Where its thread stands. */
  @Column('text', { name: 'channel_id' })
  channelId: string;

  /** Null until Discord has made it. */
  @Column('text', { name: 'thread_id', nullable: true })
  threadId: string | null;

  /** Who opened it; null when the member asked to be forgotten, and so is the encrypted name. */
  @Column('text', { name: 'member_id', nullable: true })
  memberId: string | null;

  @Column('text', { name: 'member_name', nullable: true })
  memberName: string | null;

  /** Encrypted. */
  @Column('text')
  subject: string;

  /** The member of the team who takes care of it. */
  @Column('text', { name: 'claimed_by', nullable: true })
  claimedBy: string | null;

  /** Members whom somebody added. */
  @Column('text', { name: 'added_ids', array: true, default: '{}' })
  addedIds: string[];

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  /** When its thread was last known to have a new message. */
  @Column('timestamptz', { name: 'active_at', default: () => 'now()' })
  activeAt: Date;

  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt: Date | null;

  /** What is told about the end: who closed it, and why; encrypted. */
  @Column('text', { name: 'closed_because', nullable: true })
  closedBecause: string | null;

  /** When everything that belongs to the end was done on Discord. */
  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt: Date | null;

  /** When it is tried again, for one that is closed and not finished, and when its activity is asked for again. */
  @Column('timestamptz', { name: 'attempt_at', default: () => 'now()' })
  attemptAt: Date;

  @Column('int', { default: 0 })
  attempts: number;

  /** How many lines its transcript has, which `runner.transcript_part` keeps; null until it is closed, when there is none, and after it was deleted. */
  @Column('int', { name: 'transcript_lines', nullable: true })
  transcriptLines: number | null;

  /** The members who wrote what is in the transcript. */
  @Column('text', { name: 'author_ids', array: true, default: '{}' })
  authorIds: string[];

  /** Fingerprints of members who asked to be forgotten before there was a transcript: it leaves out what they wrote. */
  @Column('text', { array: true, default: '{}' })
  forgotten: string[];
}
