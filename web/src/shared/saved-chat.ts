/** A conversation is identified by its user and bot. */
export interface ChatPlace {
  readonly userId: string;
  readonly botId: string;
}

/** Key in local storage of a persistent chat. */
export const savedChatKey = ({ userId, botId }: ChatPlace): string => `kith.chat.${userId}.${botId}`;

/** Empties the saved chat of a bot that was reset; the chat stays persistent. */
export function emptySavedChat(place: ChatPlace): void {
  try {
    if (localStorage.getItem(savedChatKey(place)) !== null) localStorage.setItem(savedChatKey(place), '[]');
  } catch {
    // Storage is denied: nothing is saved.
    return;
  }
}
