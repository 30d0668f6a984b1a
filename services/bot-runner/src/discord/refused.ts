import { DiscordAPIError } from '@discordjs/rest';

/** Whether Discord would refuse another attempt, too: the request is not valid (400) or not permitted (403), or what it names is gone (404). */
export const isRefused = (error: unknown): error is DiscordAPIError =>
  error instanceof DiscordAPIError && [400, 403, 404].includes(error.status);

/** Whether the bot may not reach what it asked for (403), or nobody can any more (404). A request that is not valid (400) is neither. */
export const isOutOfReach = (error: unknown): error is DiscordAPIError =>
  error instanceof DiscordAPIError && [403, 404].includes(error.status);

/** For `catch`: null for what is out of reach; throws everything else. */
export function nullIfOutOfReach(error: unknown): null {
  if (isOutOfReach(error)) return null;
  throw error;
}
