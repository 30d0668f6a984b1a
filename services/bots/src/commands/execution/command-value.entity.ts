import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A value that a custom command stored for a bot. */
@Entity('command_value')
export class CommandValueEntity {
  @PrimaryColumn('uuid', { name: 'bot_id' })
  botId: string;

  @PrimaryColumn('text')
  key: string;

  /** JSON, encrypted and bound to this row, because it may hold what members wrote. */
  @Column('text')
  value: string;

  /** Of key and JSON, which count towards the storage of the bot. */
  @Column('int')
  bytes: number;
}
