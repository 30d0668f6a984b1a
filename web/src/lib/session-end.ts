const listeners = new Set<() => void>();

/** Called by whoever learns from the server that the session is over. */
export function endSession(): void {
  for (const listener of listeners) listener();
}

export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
