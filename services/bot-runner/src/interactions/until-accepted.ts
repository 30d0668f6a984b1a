import { setTimeout as sleep } from 'node:timers/promises';
import { HTTPError } from '@discordjs/rest';
import { errorText, isOutage, type Logger } from '@kith/kit';
import { AppError, sentAtMs } from '@kith/proto';
import { postponement } from '../discord/job-attempt.js';
import { isNetworkFailure } from '../discord/network-failure.js';

/** Discord accepts answers for this long. */
const TOKEN_MS = 900_000;
const TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** For a new message, which may be there although Discord's answer was lost: each repeat may be read again, and the REST client makes one by itself. */
export const FOR_NEW_MESSAGE = { repeats: 0 };

/** Of a request with the token of an interaction in its URL, which needs no other. */
export const tokenRequest = () => ({ auth: false, signal: AbortSignal.timeout(TIMEOUT_MS) });

/**
 * Sends a request that answers an interaction until Discord accepts it, for as long as the interaction can be answered: it waits for limits, as a job
 * would, and repeats the request where Discord or Redis failed or did not answer, at most `repeats` times, beside what the REST client repeats by
 * itself. Throws what Discord answers, and at once what another attempt does not overcome.
 */
export async function untilAccepted(
  interactionId: string,
  request: () => Promise<unknown>,
  { repeats = Number.POSITIVE_INFINITY }: { readonly repeats?: number } = {},
): Promise<void> {
  const endMs = sentAtMs(interactionId) + TOKEN_MS;
  for (let failures = 0; ;) {
    try {
      await request();
      return;
    } catch (error) {
      const limitMs = postponement(error);
      if (limitMs === null) failures += 1;
      const mayRepeat = limitMs !== null || (isTransient(error) && failures <= repeats);
      const waitMs = limitMs ?? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
      if (!mayRepeat || Date.now() + waitMs > endMs) throw error;
      await sleep(waitMs, undefined, { ref: false });
    }
  }
}

/** An error of Discord's servers, of the network or of the connection to Redis. */
const isTransient = (error: unknown): boolean =>
  error instanceof HTTPError || isNetworkFailure(error) || (isOutage(error) && !(error instanceof AppError));

/** Resolves when an answer is given, or after `holdMs`, and lets it go on then. Never throws: that nobody was answered is logged. */
export async function answered(
  logger: Pick<Logger, 'warn'>,
  { botId, interactionId }: { readonly botId: string; readonly interactionId: string },
  { giving, holdMs }: { readonly giving: Promise<unknown>; readonly holdMs: number },
): Promise<void> {
  const logged = giving.catch((error: unknown) => {
    // Not the error itself: the URL in it contains the token of the interaction.
    logger.warn({ botId, interactionId, reason: errorText(error) }, 'interaction not answered');
  });
  await settlesWithin(logged, holdMs);
}

/** Whether the work ends within this time, in milliseconds, with a result or an error. */
export async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const done = new AbortController();
  const { signal } = done;
  const settled = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, sleep(ms, false, { signal, ref: false })]);
  } finally {
    done.abort();
  }
}
