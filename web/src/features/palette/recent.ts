const MAX_RECENT = 6;
const keyOf = (userId: string): string => `kith.recent.${userId}`;

/** What this user chose last in this browser, the latest first. */
export function readRecent(userId: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

export function keepRecent(userId: string, id: string): void {
  try {
    const ids = [id, ...readRecent(userId).filter((other) => other !== id)].slice(0, MAX_RECENT);
    localStorage.setItem(keyOf(userId), JSON.stringify(ids));
  } catch {
    // Storage is denied or full: nothing is recent then.
    return;
  }
}
