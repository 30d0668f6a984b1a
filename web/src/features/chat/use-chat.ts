import { useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { endSession } from '../../lib/session.js';
import { toast } from '../../lib/toast.js';
import type { ChatPlace } from '../../shared/saved-chat.js';
import { type AttachedFile, useAttachedFiles } from './attachments.js';
import type { ChatMessage } from './chat-message.js';
import { type ChatFailure, failureOf, type Received, receiveReply, type Said } from './chat-stream.js';
import { useSavedChat } from './saved-chat.js';

interface Sent {
  readonly text: string;
  readonly files: readonly AttachedFile[];
  readonly requestId: string;
}

/** The conversation with one companion; it lives as long as the page, or in the browser where that is switched on. */
export function useChat({ userId, botId }: ChatPlace, onReply: () => void) {
  const { messages, setMessages, isPersistent, setPersistent } = useSavedChat({ userId, botId });
  const input = useInput(botId);
  // The text so far; '' while the companion is still thinking, null when nothing is under way.
  const [partial, setPartial] = useState<string | null>(null);
  const [failure, setFailure] = useState<ChatFailure | null>(null);
  const running = useRef<AbortController | null>(null);
  const failed = useRef<Sent | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const ask = async ({ text, files, requestId }: Sent, signal: AbortSignal): Promise<Received> => {
    input.hide();
    setPartial('');
    setFailure(null);
    const received = await receiveReply({ botId, message: text, files, requestId, signal }, (soFar) => {
      input.forget();
      setPartial(soFar);
    });
    setPartial(null);
    return received;
  };

  const send = async (): Promise<void> => {
    const text = input.draft.trim();
    if (text === '' || input.isTooLong || running.current) return;
    const sent = again(failed.current, { text, files: input.files });
    const { signal } = (running.current = new AbortController());
    const question = messageOf({ content: text, isUser: true, ...notesOf(sent.files) });
    setMessages((before) => [...before, question]);
    const { reply, error } = await ask(sent, signal);
    running.current = null;
    failed.current = reply ? null : sent;
    if (reply) {
      input.forget();
      setMessages((before) => [...before, messageOf(reply)]);
      onReply();
    } else {
      // Nothing came: words and files go back into the input, and sent again they are one and the same request.
      setMessages((before) => before.filter(({ id }) => id !== question.id));
      input.restore(text, sent.files);
    }
    if (error === undefined || signal.aborted) return;
    const problem = failureOf(error);
    if (problem.code === 'UNAUTHENTICATED') return endSession();
    if (!reply) setFailure(problem);
    tell(problem);
  };

  const stop = (): void => running.current?.abort();
  const clear = (): void => setMessages([]);
  return { messages, partial, failure, isPersistent, setPersistent, input, send, stop, clear };
}

/** The same words and files that failed before are the same request. */
function again(before: Sent | null, { text, files }: Omit<Sent, 'requestId'>): Sent {
  const isSame =
    before?.text === text && before.files.length === files.length && before.files.every((file, at) => file === files[at]);
  return isSame ? before : { text, files, requestId: crypto.randomUUID() };
}

const messageOf = (said: Said): ChatMessage => ({ ...said, id: crypto.randomUUID(), timestamp: Date.now() });

const notesOf = (files: readonly AttachedFile[]): Pick<Said, 'attachments'> =>
  files.length === 0 ? {} : { attachments: files.map(({ file, type }) => ({ name: file.name, type, size: file.size })) };

function tell({ code, reason }: ChatFailure): void {
  const action = code === 'DAILY_LIMIT' ? { action: { label: t('chat.getCredits'), to: paths.credits } } : {};
  toast.error(t('chat.error'), { text: reason, ...action });
}

/** How long a message may be. */
export const MAX_LENGTH = 4000;

/** What is to be sent next: words, which survive a reload, and files. */
export function useInput(botId: string) {
  const [draft, setDraft] = useState(() => readDraft(botId));
  const { files, setFiles, attach, detach } = useAttachedFiles();

  const type = (text: string): void => {
    setDraft(text);
    keepDraft(botId, text);
  };
  /** Empties the input. The words stay in the storage until something comes: a tab that dies now has not lost them. */
  const hide = (): void => {
    setDraft('');
    setFiles([]);
  };
  const forget = (): void => keepDraft(botId, '');
  const restore = (text: string, sent: readonly AttachedFile[]): void => {
    type(text);
    setFiles(sent);
  };
  const isTooLong = draft.trim().length > MAX_LENGTH;
  return { isTooLong, draft, files, type, attach, detach, hide, forget, restore };
}

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
