import type { InstalledSystem } from '@kith/proto';
import { SettingValues } from '../setting-values.js';
import { REACTION_ROLES_ID } from './definition.js';

/** The settings of reaction roles as they are used. */
export interface RoleSettings {
  /** How many roles of one message a member can have. */
  readonly maxRoles: number;
  readonly removeOnReact: boolean;
  readonly logChannelId: string | null;
}

export function roleSettings(stored: InstalledSystem['settings']): RoleSettings {
  const values = new SettingValues(REACTION_ROLES_ID, stored);
  return {
    maxRoles: values.number('maxRoles'),
    removeOnReact: values.isOn('removeOnReact'),
    logChannelId: values.id('logChannel'),
  };
}
