import type { ErrorCode } from '@kith/proto';
import { GatewayCloseCodes } from 'discord-api-types/v10';

const MIN_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 60_000;

/** Sent by us to Discord: any code but 1000 and 1001 keeps the session resumable. Sent by Discord they keep it too. */
export const CLOSE_TO_RESUME = 4900;
/** Ends the session: the bot goes offline at once. */
export const CLOSE_ENDING_SESSION = 1000;

/** The bot is in more servers than Discord allows for its number of connections. */
export const SHARDING_REQUIRED: number = GatewayCloseCodes.ShardingRequired;

/** Close codes after which another connection attempt would fail again, with the error that the owner sees. */
const FATAL: ReadonlyMap<number, ErrorCode> = new Map([
  [GatewayCloseCodes.AuthenticationFailed, 'TOKEN_INVALID'],
  [GatewayCloseCodes.InvalidShard, 'DISCORD_REFUSED'],
  [GatewayCloseCodes.ShardingRequired, 'DISCORD_REFUSED'],
  [GatewayCloseCodes.InvalidAPIVersion, 'DISCORD_REFUSED'],
  [GatewayCloseCodes.InvalidIntents, 'DISCORD_REFUSED'],
  [GatewayCloseCodes.DisallowedIntents, 'INTENT_MISSING'],
]);

// These end the session. After all others, 1000 and 1001 from Discord included, RESUME is tried: Discord sends opcode 9 when it is too late.
const SESSION_ENDED: ReadonlySet<number> = new Set([GatewayCloseCodes.NotAuthenticated, GatewayCloseCodes.InvalidSeq]);

/** The error that the owner sees after this close code; undefined when another connection attempt makes sense. */
export const fatalError = (closeCode: number): ErrorCode | undefined => FATAL.get(closeCode);

export const endsSession = (closeCode: number): boolean => SESSION_ENDED.has(closeCode);

/** Milliseconds to wait before connection attempt `attempt` (0: the first after a stable connection): exponential up to a minute, with jitter. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  if (attempt === 0) return 50 + random() * 250;
  const full = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** (attempt - 1));
  return full * (0.5 + random() / 2);
}
