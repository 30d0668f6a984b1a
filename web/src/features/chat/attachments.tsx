import { File as FileIcon, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { isRaster, sizeOf, type AttachedFile } from './attached-files.js';
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
