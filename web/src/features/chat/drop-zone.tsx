import { Upload } from 'lucide-react';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { t } from '../../lib/i18n.js';

interface DropZoneProps {
  readonly isDisabled: boolean;
  readonly onDrop: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => [...dataTransfer.types].includes('Files');

/** The whole chat takes files that are dropped on it; the button beside the input does the same by keyboard. */
export function DropZone({ isDisabled, onDrop, children }: DropZoneProps) {
  // Entering a child comes before leaving its parent.
  const depth = useRef(0);
  const [isOver, setOver] = useState(false);
  const move = (by: number): void => {
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return (
    <div
      className="chat"
      onDragEnter={(event) => hasFiles(event) && move(1)}
      onDragLeave={(event) => hasFiles(event) && move(-1)}
      onDragOver={(event) => {
        // Else the browser would open the file in place of the page.
        if (hasFiles(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        move(-depth.current);
        if (!isDisabled) onDrop([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && !isDisabled && (
        <div className="chat-drop" aria-hidden="true">
          <Upload size={28} />
          {t('chat.drop')}
        </div>
      )}
    </div>
  );
}
