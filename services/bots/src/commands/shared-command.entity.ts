import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A custom command that its owner shares: whoever has the code may copy it. */
@Entity('shared_command')
export class SharedCommandEntity {
  @PrimaryColumn('text')
  code: string;

  @Column('uuid', { name: 'custom_command_id' })
  customCommandId: string;
}
