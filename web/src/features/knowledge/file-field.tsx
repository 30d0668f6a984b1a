import { FileUp } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { formatBytes } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';

// What part 2, section 5 lists; .doc too, so that whoever has one is told why it cannot be read.
const ACCEPTED = {
  file: '.txt,.pdf,.doc,.docx,.md,.json,.csv',
  image: 'image/png,image/jpeg,image/gif,image/webp',
} as const;

interface FileFieldProps {
  readonly type: 'file' | 'image';
  readonly file: File | null;
  readonly problem: string | null;
  readonly isDisabled: boolean;
  readonly onChoose: (file: File) => void;
}

/** One file, chosen or dropped. */
export function FileField({ type, file, problem, isDisabled, onChoose }: FileFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent): void => {
    if (isDisabled || ![...event.dataTransfer.types].includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !isDisabled) onChoose(dropped);
  };
  return (
    <div className="file-field">
      <div
        className="file-drop"
        data-over={isOver}
        data-faulty={problem !== null}
        onDragEnter={over}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileUp size={22} aria-hidden="true" />
        {file && <p className="file-name">{t('knowledge.chosen', { name: file.name, size: formatBytes(file.size) })}</p>}
        <Button
          size="sm"
          disabled={isDisabled}
          aria-describedby={`${id}-hint ${id}-problem`}
          onClick={() => input.current?.click()}
        >
          {t(file ? 'knowledge.otherFile' : type === 'image' ? 'knowledge.chooseImage' : 'knowledge.choose')}
        </Button>
        {!file && <p className="muted">{t('knowledge.drop')}</p>}
        <input
          ref={input}
          type="file"
          hidden
          accept={ACCEPTED[type]}
          aria-label={t(type === 'image' ? 'knowledge.types.image' : 'knowledge.types.file')}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            // The same file can be chosen again after it was mended.
            currentTarget.value = '';
            if (chosen) onChoose(chosen);
          }}
        />
      </div>
      <p id={`${id}-hint`} className="file-hint">
        {t(`knowledge.typeHint.${type}`)}
      </p>
      <p id={`${id}-problem`} className="field-error" role="alert">
        {problem}
      </p>
    </div>
  );
}
