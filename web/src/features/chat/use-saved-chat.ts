import { useEffect, useState } from 'react';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import type { ChatPlace } from '../../shared/saved-chat.js';
import type { ChatMessage } from './chat-message.js';
import { forgetChat, keepChat, readChat } from './saved-chat.js';

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
