import { attachmentType, MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '@kith/proto';
import { File as FileIcon, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatNumber, formatTenths } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { Button } from '../../ui/button.js';
import type { FileNote } from './chat-message.js';

interface AttachmentsProps {
  readonly files: readonly AttachedFile[];
  readonly isBusy: boolean;
  readonly onRemove: (id: string) => void;
}

/** What goes with the next message; each can be taken out again. */
export const Attachments = ({ files, isBusy, onRemove }: AttachmentsProps) =>
  files.length > 0 && (
    <ul className="attachments" aria-label={t('chat.attached')}>
      {files.map(({ id, file, type }) => (
        <li key={id} className="attachment">
          {isRaster(type) ? <Thumbnail file={file} /> : <FileIcon size={18} aria-hidden="true" />}
          <span className="attachment-name">{file.name}</span>
          <span className="attachment-size">{sizeOf(file.size)}</span>
          <Button
            variant="ghost"
            size="sm"
            isIcon
            aria-label={t('chat.detach', { name: file.name })}
            disabled={isBusy}
            onClick={() => onRemove(id)}
          >
            <X size={14} aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  );

/** The files of a message that was sent: their names. */
export const FileNotes = ({ files }: { readonly files: readonly FileNote[] }) =>
  files.length > 0 && (
    <ul className="file-notes" aria-label={t('chat.attached')}>
      {files.map(({ name, size }, at) => (
        <li key={`${at}-${name}`} className="attachment">
          <FileIcon size={14} aria-hidden="true" />
          <span className="attachment-name">{name}</span>
          <span className="attachment-size">{sizeOf(size)}</span>
        </li>
      ))}
    </ul>
  );

function Thumbnail({ file }: { readonly file: File }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  // The name stands beside it.
  return <img className="thumbnail" src={address} alt="" />;
}

/** A file that waits to be sent. */
export interface AttachedFile {
  readonly id: string;
  readonly file: File;
  /** One of the allowed types; what the browser says of the file, or else what its name says. */
  readonly type: string;
}

interface Sorted {
  readonly accepted: readonly AttachedFile[];
  /** Why each of the others was left out, in words. */
  readonly skipped: readonly string[];
}

const MAX_REASONS = 3;
// Drawings (SVG) can hold scripts and are never shown inline (decision T1).
const RASTER = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** Which files may go with a message that holds `already` (specification 2, section 5; decision T1). */
export function sortFiles(files: readonly File[], already: number): Sorted {
  const accepted: AttachedFile[] = [];
  const skipped: string[] = [];
  for (const file of files) {
    const type = attachmentType(file);
    const { name } = file;
    if (type === undefined) skipped.push(t('chat.skippedKind', { name }));
    else if (file.size > MAX_ATTACHMENT_BYTES) skipped.push(t('chat.skippedSize', { name }));
    else if (already + accepted.length >= MAX_ATTACHMENTS) skipped.push(t('chat.skippedCount', { name, count: MAX_ATTACHMENTS }));
    else accepted.push({ id: crypto.randomUUID(), file, type });
  }
  return { accepted, skipped };
}

/** The reasons for a toast: the first ones, and how many there are besides. */
export function reasonsOf(skipped: readonly string[]): string {
  const rest = skipped.length - MAX_REASONS;
  return [...skipped.slice(0, MAX_REASONS), ...(rest > 0 ? [t('chat.skippedMore', { count: rest })] : [])].join('; ');
}

/** True for pictures that a browser draws without running anything in them. */
export const isRaster = (type: string): boolean => RASTER.has(type);

/** A size as people read it. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return t('chat.bytes', { size: formatNumber(bytes) });
  if (bytes < 1024 * 1024) return t('chat.kilobytes', { size: formatNumber(Math.round(bytes / 1024)) });
  return t('chat.megabytes', { size: formatTenths(bytes / 1024 / 1024) });
}

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
