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
