const keyOf = (botId: string): string => `kith.draft.${botId}`;

/** What was typed and not answered yet; it lives as long as the tab. */
export function readDraft(botId: string): string {
  try {
    return sessionStorage.getItem(keyOf(botId)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps what is typed, or forgets it when nothing is. */
export function keepDraft(botId: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(botId));
    else sessionStorage.setItem(keyOf(botId), text);
  } catch {
    // Storage is denied or full: the text lasts as long as the page.
    return;
  }
}
