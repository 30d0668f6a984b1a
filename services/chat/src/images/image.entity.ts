import type { GeneratedImage } from '@kith/proto';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A picture that a companion drew; its bytes lie in the file store. */
@Entity('image')
export class Image {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  /** How often the companion had been wiped before. */
  @Column('int')
  epoch: number;

  @Column('text')
  key: string;

  @Column('text', { name: 'media_type' })
  mediaType: GeneratedImage['mediaType'];

  @Column('int')
  bytes: number;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
