const OURS = /^kith[.:]/;

/**
 * Forgets what this browser keeps of whoever was signed in: saved chats, drafts, what a tab remembers (S22). With a user's id, only what
 * names nobody or somebody else. The theme stays, as it belongs to nobody.
 */
export function clearKeptData(exceptOf?: string): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) {
        if (OURS.test(key) && !(exceptOf && key.includes(exceptOf))) storage.removeItem(key);
      }
    }
  } catch {
    // Storage is denied: nothing was kept.
    return;
  }
}
