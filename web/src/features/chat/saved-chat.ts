import { useEffect, useState } from 'react';
import { z } from 'zod';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { savedChatKey, type ChatPlace } from '../../shared/saved-chat.js';
import { ChatMessage } from './chat-message.js';

const MAX_SAVED = 500;

/** The messages on the screen, saved in the browser when the user switched that on (docs/decisions.md T4). */
export function useSavedChat({ userId, botId }: ChatPlace) {
  const [saved] = useState(() => loadChat({ userId, botId }));
  const [messages, setMessages] = useState<readonly ChatMessage[]>(saved ?? []);
  const [isPersistent, setIsPersistent] = useState(saved !== undefined);

  useEffect(() => {
    if (!isPersistent || saveChat({ userId, botId }, messages)) return;
    setIsPersistent(false);
    toast.error(t('chat.persistentOff'), { text: t('chat.notSavedText') });
  }, [userId, botId, isPersistent, messages]);

  const setPersistent = (isOn: boolean): void => {
    setIsPersistent(isOn);
    if (isOn) return toast.success(t('chat.persistentOn'), { text: t('chat.persistentOnText') });
    deleteChat({ userId, botId });
    toast.success(t('chat.persistentOff'), { text: t('chat.persistentOffText') });
  };
  return { messages, setMessages, isPersistent, setPersistent };
}

/** Undefined when the chat is not persistent. A chat that cannot be read is empty, with a warning in the console. */
export function loadChat(place: ChatPlace): readonly ChatMessage[] | undefined {
  try {
    const saved = localStorage.getItem(savedChatKey(place));
    return saved === null ? undefined : z.array(ChatMessage).parse(JSON.parse(saved));
  } catch (error) {
    // oxlint-disable-next-line no-console -- docs/specification.md
    console.warn('The saved chat cannot be read', error);
    return isStorageDenied() ? undefined : [];
  }
}

/** Saves the newest messages, as many as there is room for. False when the browser refuses to store any. */
export function saveChat(place: ChatPlace, messages: readonly ChatMessage[]): boolean {
  for (let count = Math.min(messages.length, MAX_SAVED); ; count = Math.floor(count / 2)) {
    try {
      const saved =
        count === 0 ? [] : messages.slice(-count).map(({ citations: _citations, prompt: _prompt, ...message }) => message);
      localStorage.setItem(savedChatKey(place), JSON.stringify(saved));
      return true;
    } catch {
      if (count === 0) return false;
    }
  }
}

export function deleteChat(place: ChatPlace): void {
  if (!isStorageDenied()) localStorage.removeItem(savedChatKey(place));
}

function isStorageDenied(): boolean {
  try {
    return !localStorage;
  } catch {
    return true;
  }
}
