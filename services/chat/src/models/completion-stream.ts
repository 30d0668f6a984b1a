import { ModelFailure, toModelFailure, type CompletionPart } from './model-provider.js';

export interface CompletionTimeouts {
  /** Timeout of the first piece of text, retries included. */
  readonly firstTextTimeoutMs?: number;
  /** Timeout between two pieces of text. */
  readonly idleTimeoutMs?: number;
}

const FIRST_TEXT_TIMEOUT_MS = 15_000;
const IDLE_TIMEOUT_MS = 20_000;

/**
 * The parts that `read` yields, with timeouts around them. Throws the reason of `cancelled` when the caller cancelled, else ModelFailure. The
 * connection is closed when the reader stops early.
 */
export async function* withTimeouts(
  cancelled: AbortSignal,
  { firstTextTimeoutMs = FIRST_TEXT_TIMEOUT_MS, idleTimeoutMs = IDLE_TIMEOUT_MS }: CompletionTimeouts,
  read: (signal: AbortSignal) => AsyncIterable<CompletionPart>,
): AsyncGenerator<CompletionPart, void> {
  const timeout = new AbortController();
  let timer = setTimeout(() => timeout.abort(), firstTextTimeoutMs);
  try {
    for await (const part of read(AbortSignal.any([cancelled, timeout.signal]))) {
      clearTimeout(timer);
      // The SDKs end an aborted stream as if it were complete.
      if (part.kind === 'end') throwIfAborted(cancelled, timeout.signal);
      else timer = setTimeout(() => timeout.abort(), idleTimeoutMs);
      yield part;
    }
    throwIfAborted(cancelled, timeout.signal);
  } catch (error) {
    throw cancelled.aborted ? error : timeout.signal.aborted ? new ModelFailure('timeout') : toModelFailure(error);
  } finally {
    clearTimeout(timer);
    timeout.abort();
  }
}

function throwIfAborted(cancelled: AbortSignal, timeout: AbortSignal): void {
  cancelled.throwIfAborted();
  if (timeout.aborted) throw new ModelFailure('timeout');
}
