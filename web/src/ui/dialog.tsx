import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { t } from '../lib/i18n.js';
import { Button } from './button.js';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Open while it is rendered. The browser's own modal: focus trap, Escape and the way back of the focus come with it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it leaves the page: a dialog that is taken away open takes the focus with it.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button variant="ghost" size="sm" isIcon aria-label={t('common.close')} onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </Button>
      </header>
      {children}
    </dialog>
  );
}
