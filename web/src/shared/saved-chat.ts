/** Whose conversation with whom. */
export interface ChatPlace {
  readonly userId: string;
  readonly botId: string;
}

/** Where the browser keeps a persistent chat (specification 2, section 4). */
export const savedChatKey = ({ userId, botId }: ChatPlace): string => `kith.chat.${userId}.${botId}`;

/** A companion that was reset remembers nothing: its saved chat stays switched on, and is empty. */
export function emptySavedChat(place: ChatPlace): void {
  try {
    if (localStorage.getItem(savedChatKey(place)) !== null) localStorage.setItem(savedChatKey(place), '[]');
  } catch {
    // A browser without storage has saved nothing.
    return;
  }
}
