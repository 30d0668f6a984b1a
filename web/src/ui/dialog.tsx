import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { t } from '../lib/i18n.js';
import { Button } from './button.js';
import { useModal } from './use-modal.js';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Open while it is rendered. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId();
  const modal = useModal(onClose);
  return (
    <dialog {...modal} className="dialog" aria-labelledby={id}>
      <header className="dialog-head">
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        <Button variant="ghost" size="sm" isIcon aria-label={t('common.close')} onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </Button>
      </header>
      {children}
    </dialog>
  );
}
