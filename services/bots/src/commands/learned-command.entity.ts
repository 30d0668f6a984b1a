import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { CustomCommandEntity } from '../custom-commands/custom-command.entity.js';

/** A command in a companion's brain: of the catalogue, or of its owner's library. */
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

  /** Null: the command's own trigger. */
  @Column('text', { name: 'custom_trigger', nullable: true })
  customTrigger: string | null;

  /** What the owner wishes; a custom command rests while the plan is free. */
  @Column('boolean', { name: 'is_enabled' })
  isEnabled: boolean;

  @Column('timestamptz', { name: 'learned_at', default: () => 'clock_timestamp()' })
  learnedAt: Date;
}
