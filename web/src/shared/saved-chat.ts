import { readItem, writeItem } from '../lib/storage.js';

/** A conversation is identified by its user and bot. */
export interface ChatPlace {
  readonly userId: string;
  readonly botId: string;
}

/** Key in local storage of a persistent chat. */
export const savedChatKey = ({ userId, botId }: ChatPlace): string => `kith.chat.${userId}.${botId}`;

/** Empties the saved chat of a bot that was reset; the chat stays persistent. */
export function emptySavedChat(place: ChatPlace): void {
  if (readItem('localStorage', savedChatKey(place)) !== null) writeItem('localStorage', savedChatKey(place), '[]');
}
