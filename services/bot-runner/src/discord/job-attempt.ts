import { DiscordAPIError, RateLimitError } from '@discordjs/rest';
import { JobPostponed } from '@kith/kit';
import { AppError } from '@kith/proto';
import { QueryFailedError } from 'typeorm';
import { RequestsPaused } from './invalid-requests.js';

/** Nobody waits for an answer to an older message. */
export const MAX_JOB_AGE_MS = 900_000;
const MIN_POSTPONEMENT_MS = 50;
/** Postgres' class of errors for values: the same value is refused each time. */
const DATA_EXCEPTION = /^22/;
const UNREACHABLE = 'Discord could not be reached.';

interface Attempt {
  readonly isLastAttempt: boolean;
  /** When that happened to which the job reacts, in epoch ms: MAX_JOB_AGE_MS after it the job is given up. */
  readonly sinceMs: number;
}

/** Why a job can never be done. */
export interface Failure {
  /** A sentence for the owner of the bot. */
  readonly reason: string;
  /** What Discord answered; undefined when it was not Discord that refused. */
  readonly refusal: DiscordAPIError | undefined;
}

/**
 * Runs one attempt of a job that sends requests to Discord; null when it is done. A job that would have to wait, because of a rate limit for
 * example, is postponed (JobPostponed), so that it does not occupy a slot that others need. Throws what another attempt may overcome.
 */
export async function attemptJob(work: () => Promise<void>, { isLastAttempt, sinceMs }: Attempt): Promise<Failure | null> {
  try {
    await work();
    return null;
  } catch (error) {
    const waitMs = postponement(error);
    const isTooLate = waitMs === null ? isLastAttempt : Date.now() + waitMs > sinceMs + MAX_JOB_AGE_MS;
    const reason = permanentFailure(error) ?? (isTooLate ? UNREACHABLE : null);
    if (reason !== null) return { reason, refusal: error instanceof DiscordAPIError ? error : undefined };
    throw waitMs === null ? error : new JobPostponed(waitMs);
  }
}

/** For how long a job has to wait, in milliseconds; null when the error is no reason to wait. */
export function postponement(error: unknown): number | null {
  if (error instanceof JobPostponed) return error.delayMs;
  if (error instanceof RequestsPaused) return error.retryAfterMs;
  if (!(error instanceof RateLimitError)) return null;
  const { timeToReset, retryAfter, sublimitTimeout } = error;
  return Math.max(timeToReset, retryAfter, sublimitTimeout, MIN_POSTPONEMENT_MS);
}

/** Why another attempt cannot succeed, as a text for the owner; null when it may. */
function permanentFailure(error: unknown): string | null {
  if (error instanceof AppError)
    return ['TOKEN_MISSING', 'TOKEN_INVALID', 'NOT_FOUND', 'BAD_INPUT'].includes(error.code) ? error.message : null;
  if (isDataException(error)) return 'It has a value that cannot be stored.';
  if (!(error instanceof DiscordAPIError) || ![400, 401, 403, 404].includes(error.status)) return null;
  return `Discord refused it: ${error.message} (${error.code}).`;
}

/** Whether Postgres refuses a value, which it would do each time. */
export const isDataException = (error: unknown): boolean =>
  error instanceof QueryFailedError && DATA_EXCEPTION.test(codeOf(error));

const codeOf = ({ driverError }: QueryFailedError<Error & { readonly code?: string }>): string => driverError.code ?? '';
