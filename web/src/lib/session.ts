const KEY = 'token';

/** The bearer of the session, kept where the specification says (part 1, section 9). Null also when storage is denied. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** False when no session can have begun here. The cookie cannot be seen: without storage only the server knows. */
export function mayHaveSession(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
}

/** Keeps or, with null, forgets the bearer. Without storage the cookie alone carries the session. */
export function keepToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, token);
  } catch {
    return;
  }
}

/** Calls back when another tab signs in or out. */
export function onTokenChange(listener: () => void): () => void {
  const heard = (event: StorageEvent): void => {
    if (event.key === KEY) listener();
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

const listeners = new Set<() => void>();

/** Called by whoever learns from the server that the session is over. */
export function endSession(): void {
  for (const listener of listeners) listener();
}

export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme belongs to nobody; the token goes by itself (lib/token.ts), as another tab may have signed in with a new one. */
const STAYS = ['theme', 'token'];

/**
 * Forgets what this browser keeps of whoever was signed in: saved chats, drafts, what a tab remembers (S22). With a user's id, only what
 * names nobody or somebody else.
 */
export function clearKeptData(exceptOf?: string): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) {
        if (!STAYS.includes(key) && !(exceptOf && key.includes(exceptOf))) storage.removeItem(key);
      }
    }
  } catch {
    // Storage is denied: nothing was kept.
    return;
  }
}
