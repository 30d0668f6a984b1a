import type { GeneratedImage } from '@kith/proto';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A generated image; its bytes are in the file store. */
@Entity('image')
export class ImageEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'bot_id' })
  botId: string;

  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  /** How often the bot had been wiped before. */
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
