import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { reasonsOf, sortFiles, type AttachedFile } from './attached-files.js';

/** The files of the next message: picked, dropped or pasted. */
export function useAttachedFiles() {
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const attach = (chosen: readonly File[]): void => {
    const { accepted, skipped } = sortFiles(chosen, files.length);
    if (accepted.length > 0) setFiles([...files, ...accepted]);
    if (skipped.length > 0) toast.error(t('chat.skipped'), { text: reasonsOf(skipped) });
  };
  const detach = (id: string): void => setFiles((now) => now.filter((file) => file.id !== id));
  return { files, attach, detach, setFiles };
}
