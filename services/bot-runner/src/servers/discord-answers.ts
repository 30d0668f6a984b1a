import { DiscordAPIError, HTTPError, RateLimitError } from '@discordjs/rest';
import { JobPostponed } from '@kith/kit';
import { AppError, ERRORS } from '@kith/proto';
import { RequestsPaused } from '../discord/invalid-requests.js';
import { isNetworkFailure } from '../discord/network-failure.js';
import { isUnauthorized } from '../discord/rest-clients.js';

/** Discord's codes for what the owner of a bot can mend, as sentences for the owner. */
const REFUSALS: Readonly<Record<number, string>> = {
  10_003: 'This channel does not exist any more.',
  10_004: 'The companion is not in this server any more.',
  50_001: 'The companion cannot see this channel. Let it see the channel in its settings on Discord, or choose another one.',
  50_013:
    'The companion may not do this there. Give its role the permission on Discord, or invite it again with the link of this page.',
};
const UNREACHABLE = 'Discord cannot be reached right now. Please try again in a minute.';

/** Sends one request about a bot to Discord. Whatever goes wrong becomes an error that its owner understands. */
export async function askDiscord<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw ownerError(error);
  }
}

function ownerError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnauthorized(error)) return new AppError('TOKEN_INVALID');
  const waitMs = waitOf(error);
  if (waitMs !== null) return new AppError('RATE_LIMITED', undefined, { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) });
  if (error instanceof DiscordAPIError && error.status < 500) return new AppError('DISCORD_REFUSED', refusalOf(error));
  if (error instanceof DiscordAPIError || error instanceof HTTPError || isNetworkFailure(error))
    return new AppError('DISCORD_UNREACHABLE', UNREACHABLE);
  return AppError.from(error);
}

function waitOf(error: unknown): number | null {
  if (error instanceof JobPostponed) return error.delayMs;
  if (error instanceof RequestsPaused) return error.retryAfterMs;
  return error instanceof RateLimitError ? Math.max(error.timeToReset, error.retryAfter, error.sublimitTimeout) : null;
}

/** Discord names each field that it refuses with a reason, behind its general message. */
function refusalOf({ code, message }: DiscordAPIError): string {
  const known = REFUSALS[Number(code)];
  if (known !== undefined) return known;
  const reason = /\[[A-Z_]+\]: (.+)$/m.exec(message)?.[1] ?? message;
  return `Discord refused this: ${reason}`.slice(0, 300) || ERRORS.DISCORD_REFUSED.text;
}
