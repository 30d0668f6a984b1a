import type { ErrorCode } from '@kith/proto';
import { GatewayCloseCodes } from 'discord-api-types/v10';

/** Ours, sent to Discord: any code but 1000 and 1001 leaves the session alive for a RESUME. */
export const CLOSE_TO_RESUME = 4900;
/** Ends the session: the bot goes offline at once. */
export const CLOSE_FOR_GOOD = 1000;

/** Codes after which connecting again as before can only fail again, with what the user is told. */
const FATAL: ReadonlyMap<number, ErrorCode> = new Map([
  [GatewayCloseCodes.AuthenticationFailed, 'TOKEN_INVALID'],
  [GatewayCloseCodes.InvalidShard, 'DISCORD_REFUSED'],
  [GatewayCloseCodes.ShardingRequired, 'DISCORD_REFUSED'],
  [GatewayCloseCodes.InvalidAPIVersion, 'DISCORD_REFUSED'],
  [GatewayCloseCodes.InvalidIntents, 'DISCORD_REFUSED'],
  [GatewayCloseCodes.DisallowedIntents, 'INTENT_MISSING'],
]);

// The session is gone with these. After 4009 (timed out) RESUME is tried: Discord answers op 9 when it is too late.
const SESSION_ENDED: ReadonlySet<number> = new Set([
  1000,
  1001,
  GatewayCloseCodes.NotAuthenticated,
  GatewayCloseCodes.InvalidSeq,
]);

/** What a close code means for the user; undefined when connecting again makes sense. */
export const fatalError = (closeCode: number): ErrorCode | undefined => FATAL.get(closeCode);

export const endsSession = (closeCode: number): boolean => SESSION_ENDED.has(closeCode);
