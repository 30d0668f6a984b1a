import type { InstalledSystem } from '@kith/proto';
import { SettingValues } from '../setting-values.js';
import { SUPPORT_TICKETS_ID } from './definition.js';

export interface TicketSettings {
  /** The role whose members see all tickets; null without one. */
  readonly teamRoleId: string | null;
  /** Where transcripts are posted; null: nowhere. */
  readonly logChannelId: string | null;
  readonly maxOpenPerMember: number;
  readonly closeAfterDays: number;
  readonly greeting: string;
}

export function ticketSettings(settings: InstalledSystem['settings']): TicketSettings {
  const values = new SettingValues(SUPPORT_TICKETS_ID, settings);
  return {
    teamRoleId: values.id('teamRole'),
    logChannelId: values.id('logChannel'),
    maxOpenPerMember: values.number('maxOpenPerMember'),
    closeAfterDays: values.number('closeAfterDays'),
    greeting: values.text('greeting'),
  };
}
