import { HOUR_MS } from '@kith/proto';

/** The system that writes something into servers which acts there without Kith, rules of Discord's AutoMod, and which is removed with it. */
export const WRITES_TO_DISCORD = 'auto-moderation';

/** For so long it is tried to remove from Discord what was written there (docs/decisions.md X9). */
export const REMOVAL_TRIED_FOR_MS = HOUR_MS;

/** A dry run writes nothing. */
export const writesToDiscord = (systemId: string, settings: Readonly<Record<string, unknown>>): boolean =>
  systemId === WRITES_TO_DISCORD && settings['dryRun'] !== true;
