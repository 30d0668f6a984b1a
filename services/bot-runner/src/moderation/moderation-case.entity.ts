import type { CaseRule, ModerationAction } from '@kith/proto';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A message that broke a rule of moderation, or a warning or timeout by command. */
@Entity('moderation_case')
export class ModerationCaseEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('text', { name: 'guild_id' })
  guildId: string;

  @Column('text', { name: 'channel_id' })
  channelId: string;

  @Column('text', { name: 'message_id' })
  messageId: string;

  /** Who found it: the id of a system, `moderation` or `command`. */
  @Column('text')
  source: string;

  /** Of the text of the message that was looked at: when it was changed to it, as an id of Discord's form; 0 for the text that was written first. */
  @Column('text', { default: '0' })
  revision: string;

  /** Null when the member asked to be forgotten; so is the name. */
  @Column('text', { name: 'member_id', nullable: true })
  memberId: string | null;

  @Column('text', { name: 'member_name', nullable: true })
  memberName: string | null;

  /** Who called the command; null for other cases, and when they asked to be forgotten. So is the name. */
  @Column('text', { name: 'moderator_id', nullable: true })
  moderatorId: string | null;

  @Column('text', { name: 'moderator_name', nullable: true })
  moderatorName: string | null;

  @Column('text')
  rule: CaseRule;

  /** What the system found, or the reason of a command; null for the rules of moderation. */
  @Column('text', { nullable: true })
  detail: string | null;

  @Column('text', { array: true })
  actions: ModerationAction[];

  @Column('text', { array: true, default: '{}' })
  refused: ModerationAction[];

  /** Those of the member with this one; null without a warning. */
  @Column('int', { nullable: true })
  warnings: number | null;

  @Column('timestamptz', { name: 'timeout_until', nullable: true })
  timeoutUntil: Date | null;

  @Column('boolean', { name: 'is_dry_run' })
  isDryRun: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'undone_at', nullable: true })
  undoneAt: Date | null;
}
