import type { Engine, ReplyFrame } from '@kith/proto';
import { useEffect, useRef, useState } from 'react';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { RequestError } from '../../lib/request.js';
import { endSession } from '../../lib/session-end.js';
import { toast } from '../../ui/toast.js';
import { streamReply, type Question } from './chat-stream.js';

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

type Said = Omit<ChatMessage, 'id' | 'timestamp'>;
type Done = Extract<ReplyFrame, { type: 'done' }>;

/** The conversation with one companion; it lives as long as the page. */
export function useChat(botId: string) {
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const [draft, setDraft] = useState('');
  // The text so far; '' while the companion is still thinking, null when nothing is under way.
  const [partial, setPartial] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const failed = useRef<{ text: string; requestId: string } | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const add = (message: Said): void =>
    setMessages((before) => [...before, { ...message, id: crypto.randomUUID(), timestamp: Date.now() }]);

  const send = async (): Promise<void> => {
    const text = draft.trim();
    if (text === '' || running.current) return;
    const requestId = failed.current?.text === text ? failed.current.requestId : crypto.randomUUID();
    const { signal } = (running.current = new AbortController());
    const before = messages;
    add({ content: text, isUser: true });
    setDraft('');
    setPartial('');
    const { reply, error } = await receive({ botId, message: text, requestId, signal }, setPartial);
    running.current = null;
    setPartial(null);
    failed.current = reply ? null : { text, requestId };
    if (reply) add(reply);
    else {
      // Nothing came: the words go back into the input, and sent again they are one and the same request.
      setMessages(before);
      setDraft(text);
    }
    if (error === undefined || signal.aborted) return;
    if (codeOf(error) === 'UNAUTHENTICATED') endSession();
    else toast.error(t('chat.error'), { text: reason(error) });
  };

  return { messages, draft, setDraft, partial, send, stop: () => running.current?.abort(), clear: () => setMessages([]) };
}

/** The reply as far as it came, and what went wrong, if something did. */
async function receive(question: Question, onText: (soFar: string) => void): Promise<{ reply?: Said; error?: unknown }> {
  let soFar = '';
  try {
    for await (const frame of streamReply(question)) {
      if (frame.type === 'delta') onText((soFar += frame.text));
      else return { reply: whole(frame) };
    }
    return {};
  } catch (error) {
    const cut = question.signal.aborted ? 'stopped' : 'broken';
    return { error, ...(soFar !== '' && { reply: { content: soFar, isUser: false, cut } }) };
  }
}

const whole = ({ response, engine, sources, truncated }: Done): Said => ({
  content: response,
  isUser: false,
  engine,
  sources,
  ...(truncated && { cut: 'truncated' }),
});

const codeOf = (error: unknown): string | undefined => (error instanceof RequestError ? error.code : undefined);

const reason = (error: unknown): string => (codeOf(error) === 'NOT_FOUND' ? t('chat.notFoundText') : words(error));

const words = (error: unknown): string =>
  (error instanceof RequestError ? error.reason : readError(error).message) || t('chat.errorText');
