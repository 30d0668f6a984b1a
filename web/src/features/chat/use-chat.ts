import type { Engine } from '@kith/proto';
import { useEffect, useRef, useState } from 'react';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { RequestError } from '../../lib/request.js';
import { toast } from '../../ui/toast.js';
import { streamReply } from './chat-stream.js';

export interface ChatMessage {
  readonly id: string;
  readonly content: string;
  readonly isUser: boolean;
  readonly timestamp: number;
  readonly engine?: Engine;
  readonly sources?: readonly string[];
  /** Why the text is not the whole reply. */
  readonly cut?: 'stopped' | 'broken' | 'truncated';
}

/** The conversation with one companion; it lives as long as the page. */
export function useChat(botId: string) {
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const [draft, setDraft] = useState('');
  // The text so far; '' while the companion is still thinking, null when nothing is under way.
  const [partial, setPartial] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const failed = useRef<{ text: string; requestId: string } | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const add = (message: Omit<ChatMessage, 'id' | 'timestamp'>): void =>
    setMessages((before) => [...before, { ...message, id: crypto.randomUUID(), timestamp: Date.now() }]);

  const send = async (): Promise<void> => {
    const text = draft.trim();
    if (text === '' || running.current) return;
    const requestId = failed.current?.text === text ? failed.current.requestId : crypto.randomUUID();
    const abort = new AbortController();
    running.current = abort;
    const before = messages;
    add({ content: text, isUser: true });
    setDraft('');
    setPartial('');
    let soFar = '';
    try {
      for await (const frame of streamReply({ botId, message: text, requestId, signal: abort.signal })) {
        if (frame.type === 'delta') {
          soFar += frame.text;
          setPartial(soFar);
        } else {
          const { response, engine, sources, truncated } = frame;
          add({ content: response, isUser: false, engine, sources, ...(truncated && { cut: 'truncated' as const }) });
        }
      }
      failed.current = null;
    } catch (error) {
      const isStopped = abort.signal.aborted;
      if (soFar !== '') add({ content: soFar, isUser: false, cut: isStopped ? 'stopped' : 'broken' });
      else {
        // Nothing came: the words go back into the input, and sent again they are one and the same request.
        failed.current = { text, requestId };
        setMessages(before);
        setDraft(text);
      }
      if (!isStopped) toast.error(t('chat.error'), { text: reason(error) });
    } finally {
      running.current = null;
      setPartial(null);
    }
  };

  return {
    messages,
    draft,
    setDraft,
    partial,
    send,
    stop: () => running.current?.abort(),
    clear: () => setMessages([]),
  };
}

const reason = (error: unknown): string =>
  (error instanceof RequestError ? error.reason : readError(error).message) || t('chat.errorText');
