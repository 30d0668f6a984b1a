import { formatUntil } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { RequestError } from '../../lib/request.js';

/** Why a message has no answer. */
export interface ChatFailure {
  readonly code: string | undefined;
  /** In words for people. */
  readonly reason: string;
}

/** The code of a failed message, and the words for it (specification 2, section 8). */
export function failureOf(error: unknown): ChatFailure {
  const body = error instanceof RequestError ? error.body : undefined;
  return { code: body?.code, reason: reasonOf(error, body) };
}

function reasonOf(error: unknown, body: RequestError['body'] | undefined): string {
  if (body?.code === 'NOT_FOUND') return t('chat.notFoundText');
  if (body?.code === 'DAILY_LIMIT' && body.resetsAt) return t('chat.limit', { time: formatUntil(body.resetsAt, Date.now()) });
  const said = error instanceof RequestError ? body?.message : readError(error).message;
  return said || t('chat.errorText');
}
