import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A Discord application whose bot an administrator has taken down. */
@Entity('taken_down_application')
export class TakenDownApplicationEntity {
  @PrimaryColumn('text', { name: 'application_id' })
  applicationId: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;
}
