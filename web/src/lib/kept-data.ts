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
