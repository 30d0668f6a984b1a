import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CustomCommandEntity } from './custom-command.entity.js';

/** A command that a bot has learned: from the command catalogue, or a custom command of its owner. */
@Entity('learned_command')
export class LearnedCommandEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  @Column('text', { name: 'catalogue_id', nullable: true })
  catalogueId: string | null;

  @Column('uuid', { name: 'custom_command_id', nullable: true })
  customCommandId: string | null;

  @ManyToOne(() => CustomCommandEntity)
  @JoinColumn({ name: 'custom_command_id' })
  customCommand: CustomCommandEntity | null;

  /** Replaces the command's own trigger in this bot; null uses that one. */
  @Column('text', { name: 'custom_trigger', nullable: true })
  customTrigger: string | null;

  /** As set by the owner; a custom command has no effect while the owner's plan is free. */
  @Column('boolean', { name: 'is_enabled' })
  isEnabled: boolean;

  /** How long a member waits between two calls, in seconds; null: the usual time. */
  @Column('int', { name: 'cooldown_s', nullable: true })
  cooldownS: number | null;

  /** The role on Discord that a member needs. */
  @Column('text', { name: 'required_role_id', nullable: true })
  requiredRoleId: string | null;

  @Column('timestamptz', { name: 'learned_at', default: () => 'clock_timestamp()' })
  learnedAt: Date;
}
