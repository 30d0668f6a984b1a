import { attachmentType, MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS, PLAN_CATALOGUE } from '@kith/proto';
import { File as FileIcon, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatNumber, formatTenths } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { useUser } from '../../shared/auth.js';
import { IconButton } from '../../ui/button.js';
import type { ChatMessage } from './chat-message.js';

/** A file that is not sent yet. */
export interface AttachedFile {
  readonly id: string;
  readonly file: File;
  /** One of the allowed types, from the browser or from the file name. */
  readonly type: string;
}

const MAX_REASONS = 3;
// SVG can contain scripts and is never shown inline (docs/decisions.md T1).
const RASTER_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** The files of the next message: picked, dropped or pasted. */
export function useAttachedFiles() {
  const { subscriptionPlan } = useUser();
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const attach = (chosen: readonly File[]): void => {
    // The server refuses them too (docs/decisions.md D3).
    if (!PLAN_CATALOGUE[subscriptionPlan].hasMedia) return void toast.error(t('chat.skipped'), { text: t('chat.skippedPlan') });
    const { accepted, skipped } = sortFiles(chosen, files.length);
    if (accepted.length > 0) setFiles([...files, ...accepted]);
    if (skipped.length > 0) toast.error(t('chat.skipped'), { text: summaryOf(skipped) });
  };
  const detach = (id: string): void => setFiles((now) => now.filter((file) => file.id !== id));
  return { files, attach, detach, setFiles };
}

/** The files that can be sent with a message that has `count` files already, and why each of the others cannot. */
function sortFiles(files: readonly File[], count: number) {
  const accepted: AttachedFile[] = [];
  const skipped: string[] = [];
  for (const file of files) {
    const type = attachmentType(file);
    const { name } = file;
    if (type === undefined) skipped.push(t('chat.skippedKind', { name }));
    else if (file.size > MAX_ATTACHMENT_BYTES) skipped.push(t('chat.skippedSize', { name }));
    else if (count + accepted.length >= MAX_ATTACHMENTS) skipped.push(t('chat.skippedCount', { name, count: MAX_ATTACHMENTS }));
    else accepted.push({ id: crypto.randomUUID(), file, type });
  }
  return { accepted, skipped };
}

/** The first reasons and the number of the others. */
function summaryOf(skipped: readonly string[]): string {
  const rest = skipped.length - MAX_REASONS;
  return [...skipped.slice(0, MAX_REASONS), ...(rest > 0 ? [t('chat.skippedMore', { count: rest })] : [])].join('; ');
}

interface AttachmentsProps {
  readonly files: readonly AttachedFile[];
  readonly isBusy: boolean;
  readonly onRemove: (id: string) => void;
}

/** The files of the next message, each with a button to remove it. */
export const Attachments = ({ files, isBusy, onRemove }: AttachmentsProps) =>
  files.length > 0 && (
    <ul className="attachments" aria-label={t('chat.attached')}>
      {files.map(({ id, file, type }) => (
        <li key={id} className="attachment">
          {RASTER_TYPES.has(type) ? <Thumbnail file={file} /> : <FileIcon size={18} aria-hidden="true" />}
          <NameAndSize name={file.name} size={file.size} />
          <IconButton icon={X} label={t('chat.detach', { name: file.name })} disabled={isBusy} onClick={() => onRemove(id)} />
        </li>
      ))}
    </ul>
  );

/** The files of a sent message. */
export const SentFiles = ({ files }: { readonly files: NonNullable<ChatMessage['attachments']> }) =>
  files.length > 0 && (
    <ul className="file-notes" aria-label={t('chat.attached')}>
      {files.map(({ name, size }, at) => (
        <li key={`${at}-${name}`} className="attachment">
          <FileIcon size={14} aria-hidden="true" />
          <NameAndSize name={name} size={size} />
        </li>
      ))}
    </ul>
  );

const NameAndSize = ({ name, size }: { readonly name: string; readonly size: number }) => (
  <>
    <span className="attachment-name truncate">{name}</span>
    <span className="attachment-size">{formatSize(size)}</span>
  </>
);

function Thumbnail({ file }: { readonly file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  // Decorative: the name is shown beside it.
  return <img className="thumbnail" src={url} alt="" />;
}

function formatSize(bytes: number): string {
  if (bytes < 1024) return t('chat.bytes', { size: formatNumber(bytes) });
  if (bytes < 1024 * 1024) return t('chat.kilobytes', { size: formatNumber(Math.round(bytes / 1024)) });
  return t('chat.megabytes', { size: formatTenths(bytes / 1024 / 1024) });
}
