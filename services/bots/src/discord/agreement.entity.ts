import { Column, Entity, PrimaryColumn } from 'typeorm';

/** That a user accepted a version of the service-provider agreement, and when. */
@Entity('agreement')
export class AgreementEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('int')
  version: number;

  @Column('timestamptz', { name: 'accepted_at', default: () => 'clock_timestamp()' })
  acceptedAt: Date;
}
