import type { Character, CharacterSetting } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The character of a bot after a save that changed it. */
@Entity('bot_version')
export class BotVersionEntity {
  @PrimaryColumn('uuid', { name: 'bot_id' })
  botId: string;

  /** The version of the bot after the save. */
  @PrimaryColumn('int')
  version: number;

  @Column('jsonb')
  character: Character;

  /** The settings that the save changed. */
  @Column('text', { array: true })
  fields: CharacterSetting[];

  /** Whether an administrator saved it who acted as the owner. */
  @Column('boolean', { name: 'is_by_administrator' })
  isByAdministrator: boolean;

  @Column('int', { name: 'restored_from', nullable: true })
  restoredFrom: number | null;

  @Column('timestamptz', { name: 'saved_at' })
  savedAt: Date;
}
