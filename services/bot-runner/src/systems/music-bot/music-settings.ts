import type { InstalledSystem } from '@kith/proto';
import { SettingValues } from '../setting-values.js';
import { MUSIC_BOT_ID } from './definition.js';

export interface MusicSettings {
  /** The only role that may change what is played, besides members who manage the server; null: everybody in the voice channel. */
  readonly djRoleId: string | null;
  /** In percent. */
  readonly volume: number;
  readonly leaveAfterMinutes: number;
}

export function musicSettings(stored: InstalledSystem['settings']): MusicSettings {
  const values = new SettingValues(MUSIC_BOT_ID, stored);
  return {
    djRoleId: values.id('djRole'),
    volume: values.number('volume'),
    leaveAfterMinutes: values.number('leaveAfterMinutes'),
  };
}
