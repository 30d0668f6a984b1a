import type { AnswerCause, TraceOutcome, TraceReason } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What became of one message on Discord, or of one slash command. */
@Entity('message_trace')
export class MessageTraceEntity {
  @PrimaryColumn('uuid', { name: 'bot_id' })
  botId: string;

  @PrimaryColumn('text', { name: 'message_id' })
  messageId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('text', { name: 'channel_id' })
  channelId: string;

  @Column('text', { name: 'guild_id', nullable: true })
  guildId: string | null;

  @Column('timestamptz', { name: 'sent_at' })
  sentAt: Date;

  @Column('text')
  outcome: TraceOutcome;

  @Column('text', { nullable: true })
  reason: TraceReason | null;

  /** Set when the bot takes the message up, and kept whatever becomes of it. */
  @Column('text', { nullable: true })
  cause: AnswerCause | null;

  /** The messages that the answer, or the notice in its place, was posted as. */
  @Column('text', { name: 'answer_ids', array: true, nullable: true })
  answerIds: string[] | null;

  @Column('text', { nullable: true })
  detail: string | null;

  /** The name of the slash command or of the entry of the context menu, whose interaction `messageId` is then; null for messages. */
  @Column('text', { nullable: true })
  command: string | null;
}
