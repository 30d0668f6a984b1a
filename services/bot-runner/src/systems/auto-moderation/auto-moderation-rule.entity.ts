import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Rule, Trigger } from './rule.js';

/** A rule of the system auto-moderation in one server. */
@Entity('auto_moderation_rule')
export class AutoModerationRuleEntity implements Rule {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('text', { name: 'guild_id' })
  guildId: string;

  @Column('text')
  name: string;

  @Column('text')
  trigger: Trigger;

  @Column('text')
  words: string;

  @Column('int', { name: 'at_most' })
  limit: number;

  @Column('text', { name: 'channel_ids', array: true })
  channelIds: string[];

  @Column('text', { name: 'exempt_role_ids', array: true })
  exemptRoleIds: string[];

  @Column('int', { name: 'younger_than_days' })
  youngerThanDays: number;

  @Column('boolean')
  deletes: boolean;

  @Column('boolean')
  warns: boolean;

  @Column('int', { name: 'timeout_minutes' })
  timeoutMinutes: number;

  /** False once its owner removed it: the row stays until Discord's own rule is gone. */
  @Column('boolean', { name: 'is_wanted', default: true })
  isWanted: boolean;

  /** The rule of Discord's AutoMod that does the same; null without one. */
  @Column('text', { name: 'discord_rule_id', nullable: true })
  discordRuleId: string | null;

  /** Why Discord's AutoMod does not check it too, as a sentence; null when it does, or need not. */
  @Column('text', { name: 'discord_problem', nullable: true })
  discordProblem: string | null;

  /** For which state of the system Discord's rules were last brought in step; null: they have to be. */
  @Column('text', { name: 'synced_as', nullable: true })
  syncedAs: string | null;

  @Column('timestamptz', { name: 'attempt_at', default: () => 'now()' })
  attemptAt: Date;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
