import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A run of a custom command on Discord or in the test chat, without what was written. */
@Entity('custom_command_run')
export class CustomCommandRunEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'custom_command_id' })
  customCommandId: string;

  /** As it was called then. */
  @Column('text', { name: 'bot_name' })
  botName: string;

  @Column('text')
  trigger: string;

  @Column('timestamptz', { name: 'started_at' })
  startedAt: Date;

  @Column('double precision', { name: 'duration_ms' })
  durationMs: number;

  /** JSON, encrypted and bound to this row: its message may quote what a member wrote. */
  @Column('text', { nullable: true })
  error: string | null;
}
