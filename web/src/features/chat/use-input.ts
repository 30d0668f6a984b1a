import { useState } from 'react';
import type { AttachedFile } from './attached-files.js';
import { keepDraft, readDraft } from './draft.js';
import { useAttachedFiles } from './use-attached-files.js';

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
