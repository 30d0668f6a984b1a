import { ENGINES } from '@kith/proto';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { type ChatPlace, savedChatKey } from '../../shared/saved-chat.js';
import type { ChatMessage } from './chat-message.js';

/** The messages on the screen, saved in the browser where that is switched on (decision T4). */
export function useSavedChat({ userId, botId }: ChatPlace) {
  const [saved] = useState(() => readChat({ userId, botId }));
  const [messages, setMessages] = useState<readonly ChatMessage[]>(saved ?? []);
  const [isPersistent, setIsPersistent] = useState(saved !== undefined);

  useEffect(() => {
    if (!isPersistent || keepChat({ userId, botId }, messages)) return;
    setIsPersistent(false);
    toast.error(t('chat.persistentOff'), { text: t('chat.notSavedText') });
  }, [userId, botId, isPersistent, messages]);

  const setPersistent = (isOn: boolean): void => {
    setIsPersistent(isOn);
    if (isOn) return toast.success(t('chat.persistentOn'), { text: t('chat.persistentOnText') });
    forgetChat({ userId, botId });
    toast.success(t('chat.persistentOff'), { text: t('chat.persistentOffText') });
  };
  return { messages, setMessages, isPersistent, setPersistent };
}

// More would not fit into what browsers give a site, nor would anybody read it.
const MAX_SAVED = 500;

const SavedMessage = z.object({
  id: z.string(),
  content: z.string(),
  isUser: z.boolean(),
  timestamp: z.number(),
  attachments: z.array(z.object({ name: z.string(), type: z.string(), size: z.number() })).optional(),
  engine: z.enum(ENGINES).optional(),
  sources: z.array(z.string()).optional(),
  cut: z.enum(['stopped', 'broken', 'truncated']).optional(),
});

/** The saved conversation; undefined when it is not to be saved. One that cannot be read is empty, and named in the browser's log only. */
export function readChat(place: ChatPlace): readonly ChatMessage[] | undefined {
  try {
    const saved = localStorage.getItem(savedChatKey(place));
    return saved === null ? undefined : z.array(SavedMessage).parse(JSON.parse(saved));
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification asks for it
    console.warn('The saved chat cannot be read', error);
    return isDenied() ? undefined : [];
  }
}

/** Saves text and file names, the newest as far as there is room. False when the browser refuses. */
export function keepChat(place: ChatPlace, messages: readonly ChatMessage[]): boolean {
  for (let count = Math.min(messages.length, MAX_SAVED); ; count = Math.floor(count / 2)) {
    try {
      localStorage.setItem(savedChatKey(place), JSON.stringify(count === 0 ? [] : messages.slice(-count)));
      return true;
    } catch {
      if (count === 0) return false;
    }
  }
}

export function forgetChat(place: ChatPlace): void {
  if (!isDenied()) localStorage.removeItem(savedChatKey(place));
}

function isDenied(): boolean {
  try {
    return !localStorage;
  } catch {
    return true;
  }
}
