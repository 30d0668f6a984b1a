/**
 * Aborts the controller when the signal aborts, for the same reason, until the returned function is called. As `AbortSignal.any`, which costs several
 * times as much and leaves weak references to the garbage collector.
 */
export function abortWith(signal: AbortSignal, controller: AbortController): () => void {
  const onAbort = (): void => controller.abort(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return () => signal.removeEventListener('abort', onAbort);
}
