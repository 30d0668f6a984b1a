import { setTimeout as sleep } from 'node:timers/promises';
import { abortWith } from './abort-with.js';
import { ModelFailure, type CompletionPart } from './model-provider.js';
import { toModelFailure } from './provider-errors.js';

export interface CompletionTimeouts {
  /** Timeout of the first piece of text or thought, retries included. */
  readonly firstTextTimeoutMs?: number;
  /** Timeout between two pieces of text or thought. */
  readonly idleTimeoutMs?: number;
  /** Timeout of the whole completion, however steadily its text arrives; shorter than that of a message. */
  readonly totalTimeoutMs?: number;
}

/** What a provider reads: a thought shows that the model works, and is for nobody to read. */
export type StreamedPart = CompletionPart | { readonly kind: 'thought' };

/** Made once: an abort without a reason makes an error with a stack each time. */
const NOT_NEEDED = new DOMException('Nobody needs it any more.', 'AbortError');

const FIRST_TEXT_TIMEOUT_MS = 15_000;
const IDLE_TIMEOUT_MS = 20_000;
const TOTAL_TIMEOUT_MS = 110_000;
const RETRY_WAIT_MS = 500;
/** A provider that asks for a longer pause is not asked a second time for the same message. */
const MAX_RETRY_WAIT_MS = 2000;

/**
 * The parts that `read` yields, without thoughts and with timeouts around them. Throws the reason of `cancelled` when the caller cancelled, else ModelFailure. The
 * connection is closed when the reader stops early.
 */
export async function* withTimeouts(
  cancelled: AbortSignal,
  {
    firstTextTimeoutMs = FIRST_TEXT_TIMEOUT_MS,
    idleTimeoutMs = IDLE_TIMEOUT_MS,
    totalTimeoutMs = TOTAL_TIMEOUT_MS,
  }: CompletionTimeouts,
  read: (signal: AbortSignal) => AsyncIterable<StreamedPart>,
): AsyncGenerator<CompletionPart, void> {
  const timeout = new AbortController();
  // The request ends with either.
  const unlink = abortWith(cancelled, timeout);
  let timer = setTimeout(() => timeout.abort(), firstTextTimeoutMs);
  const total = setTimeout(() => timeout.abort(), totalTimeoutMs);
  try {
    for await (const part of read(timeout.signal)) {
      clearTimeout(timer);
      // The SDKs end an aborted stream as if it were complete.
      if (part.kind === 'end') throwIfAborted(cancelled, timeout.signal);
      else timer = setTimeout(() => timeout.abort(), idleTimeoutMs);
      if (part.kind !== 'thought') yield part;
    }
    throwIfAborted(cancelled, timeout.signal);
  } catch (error) {
    throw cancelled.aborted ? error : timeout.signal.aborted ? new ModelFailure('timeout') : toModelFailure(error);
  } finally {
    clearTimeout(timer);
    clearTimeout(total);
    unlink();
    timeout.abort(NOT_NEEDED);
  }
}

/**
 * Starts a request, and once more after a moment where that may help. Never when the message or the key was refused, and not when the provider
 * asks for a longer pause.
 */
export async function withRetry<T>(start: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const { reason, retryAfterMs = RETRY_WAIT_MS } = toModelFailure(error);
    const isWorthwhile = (reason === 'busy' || reason === 'down') && retryAfterMs <= MAX_RETRY_WAIT_MS;
    if (signal.aborted || !isWorthwhile) throw error;
    await sleep(retryAfterMs, undefined, { signal });
    return start();
  }
}

function throwIfAborted(cancelled: AbortSignal, timeout: AbortSignal): void {
  cancelled.throwIfAborted();
  if (timeout.aborted) throw new ModelFailure('timeout');
}
