type Storage = 'localStorage' | 'sessionStorage';

/** The stored text; null when there is none or storage is denied. */
export function readItem(storage: Storage, key: string): string | null {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Stores the text; with null, removes it. Does nothing when storage is denied or full. */
export function writeItem(storage: Storage, key: string, text: string | null): void {
  try {
    if (text === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, text);
  } catch {
    return;
  }
}
