import { readItem, writeItem } from './storage.js';
import { forgetKept } from './use-kept.js';

const KEY = 'token';

/** The session token in local storage (docs/specification.md). Null also when storage is denied. */
export const readToken = (): string | null => readItem('localStorage', KEY);

/** False when no token is stored. True when storage is denied: then only the cookie holds the session, which scripts cannot read. */
export function mayHaveSession(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
}

/** Stores the token; with null, removes it. When storage is denied the cookie alone holds the session. */
export const storeToken = (token: string | null): void => writeItem('localStorage', KEY, token);

/** Calls back when another tab signs in or out. */
export function onTokenChange(listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === KEY) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

const listeners = new Set<() => void>();

/** Call when the server has answered that the session is over. */
export function endSession(): void {
  for (const listener of listeners) listener();
}

export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme is not personal. The token is removed by `storeToken`, because another tab may have stored a new one. */
const KEPT_KEYS = ['theme', 'token'];

/**
 * Deletes what this browser has stored for a user: saved chats, drafts, view settings (docs/security.md S22), and the state of lists.
 * With a user id, the stored entries of that user are kept.
 */
export function clearUserData(exceptUserId?: string): void {
  forgetKept();
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) {
        if (!KEPT_KEYS.includes(key) && !(exceptUserId && key.includes(exceptUserId))) storage.removeItem(key);
      }
    }
  } catch {
    // Storage is denied: nothing is stored.
    return;
  }
}
