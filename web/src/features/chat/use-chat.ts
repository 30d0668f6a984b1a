import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { endSession } from '../../lib/session.js';
import { toast } from '../../lib/toast.js';
import type { ChatPlace } from '../../shared/saved-chat.js';
import { useAttachedFiles, type AttachedFile } from './attachments.js';
import type { ChatMessage } from './chat-message.js';
import type { Rating } from './chat.graphql.js';
import { failureOf, receiveReply, type ChatFailure, type Reply } from './chat-stream.js';
import { useSavedChat } from './saved-chat.js';

/** The longest message in characters. */
export const MAX_LENGTH = 4000;

interface Question {
  readonly text: string;
  readonly files: readonly AttachedFile[];
  readonly requestId: string;
}

/** The conversation with one bot. */
export function useChat({ userId, botId, showPrompt }: ChatPlace & { readonly showPrompt: boolean }, onReply: () => void) {
  const { messages, setMessages, isPersistent, setPersistent } = useSavedChat({ userId, botId });
  const input = useInput(botId);
  // Text of the reply so far: '' before its first piece, null while no reply is expected.
  const [partial, setPartial] = useState<string | null>(null);
  const [failure, setFailure] = useState<ChatFailure | null>(null);
  const running = useRef<AbortController | null>(null);
  const failed = useRef<Question | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const ask = async ({ text, files, requestId }: Question, signal: AbortSignal) => {
    input.clear();
    setPartial('');
    setFailure(null);
    const received = await receiveReply({ botId, message: text, files, requestId, showPrompt, signal }, (soFar) => {
      input.deleteDraft();
      setPartial(soFar);
    });
    setPartial(null);
    return received;
  };

  const send = async (): Promise<void> => {
    const text = input.draft.trim();
    if (text === '' || input.isTooLong || running.current) return;
    const question = asQuestion(failed.current, { text, files: input.files });
    const { signal } = (running.current = new AbortController());
    const message = asMessage({ content: text, isUser: true, ...asAttachments(question.files) });
    setMessages((before) => [...before, message]);
    const { reply, error } = await ask(question, signal);
    running.current = null;
    failed.current = reply ? null : question;
    if (reply) {
      input.deleteDraft();
      // What broke off here may not be kept, and cannot be rated then.
      const rated = reply.engine === undefined ? {} : { requestId: question.requestId };
      setMessages((before) => [...before, asMessage({ ...reply, ...rated })]);
      onReply();
    } else {
      // Nothing arrived: text and files return to the input.
      setMessages((before) => before.filter(({ id }) => id !== message.id));
      input.restore(text, question.files);
    }
    if (error === undefined || signal.aborted) return;
    const problem = failureOf(error);
    if (problem.code === 'UNAUTHENTICATED') return endSession();
    if (!reply) setFailure(problem);
    showFailure(problem);
  };

  const stop = (): void => running.current?.abort();
  const clear = (): void => setMessages([]);
  const setRating = useCallback(
    (requestId: string, rating: Rating): void =>
      setMessages((before) => before.map((message) => (message.requestId === requestId ? { ...message, rating } : message))),
    [setMessages],
  );
  return { setRating, messages, partial, failure, isPersistent, setPersistent, input, send, stop, clear };
}

/** The text and files of the next message. The text survives a reload. */
function useInput(botId: string) {
  const [draft, setDraft] = useState(() => loadDraft(botId));
  const { files, setFiles, attach, detach } = useAttachedFiles();
  const type = (text: string): void => {
    setDraft(text);
    saveDraft(botId, text);
  };
  /** Empties the input. The saved draft stays until a reply arrives, so that a closed tab does not lose it. */
  const clear = (): void => {
    setDraft('');
    setFiles([]);
  };
  const deleteDraft = (): void => saveDraft(botId, '');
  const restore = (text: string, unsent: readonly AttachedFile[]): void => {
    type(text);
    setFiles(unsent);
  };
  const isTooLong = draft.trim().length > MAX_LENGTH;
  return { isTooLong, draft, files, type, attach, detach, clear, deleteDraft, restore };
}
export type ChatInput = ReturnType<typeof useInput>;

const draftKey = (botId: string): string => `kith.draft.${botId}`;

function loadDraft(botId: string): string {
  try {
    return sessionStorage.getItem(draftKey(botId)) ?? '';
  } catch {
    return '';
  }
}

/** Saves the draft for this tab; an empty one is deleted. */
function saveDraft(botId: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(draftKey(botId));
    else sessionStorage.setItem(draftKey(botId), text);
  } catch {
    // Storage is denied or full: the text is lost on reload.
    return;
  }
}

/** A failed question that is sent again unchanged keeps its request id, so that it is answered and charged once. */
function asQuestion(failed: Question | null, { text, files }: Omit<Question, 'requestId'>): Question {
  const isSame =
    failed?.text === text && failed.files.length === files.length && failed.files.every((file, at) => file === files[at]);
  return isSame ? failed : { text, files, requestId: crypto.randomUUID() };
}

const asMessage = (reply: Reply): ChatMessage => ({ ...reply, id: crypto.randomUUID(), timestamp: Date.now() });

const asAttachments = (files: readonly AttachedFile[]): Pick<ChatMessage, 'attachments'> =>
  files.length === 0 ? {} : { attachments: files.map(({ file, type }) => ({ name: file.name, type, size: file.size })) };

function showFailure({ code, reason }: ChatFailure): void {
  const action = code === 'DAILY_LIMIT' ? { action: { label: t('chat.getCredits'), to: paths.credits } } : {};
  toast.error(t('chat.error'), { text: reason, ...action });
}
