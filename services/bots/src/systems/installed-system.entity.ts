import type { InstalledSystem } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('installed_system')
export class InstalledSystemEntity {
  @PrimaryColumn('uuid', { name: 'bot_id' })
  botId: string;

  @PrimaryColumn('text', { name: 'system_id' })
  systemId: string;

  @Column('jsonb')
  settings: InstalledSystem['settings'];

  @Column('timestamptz', { name: 'installed_at', default: () => 'clock_timestamp()' })
  installedAt: Date;
}
