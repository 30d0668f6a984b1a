import { X } from 'lucide-react';
import { useId, type ReactNode, useLayoutEffect, useRef, type SyntheticEvent } from 'react';
import { t } from '../lib/i18n.js';
import { Button } from './button.js';
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

interface QuestionProps {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel?: string;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before something is lost. */
export const Question = ({ title, text, confirm, cancel, isBusy, onConfirm, onCancel }: QuestionProps) => (
  <Dialog title={title} onClose={onCancel}>
    <p>{text}</p>
    <footer className="dialog-foot">
      <Button onClick={onCancel}>{cancel ?? t('common.cancel')}</Button>
      <Button variant="danger" isBusy={isBusy} onClick={onConfirm}>
        {confirm}
      </Button>
    </footer>
  </Dialog>
);

const FIELD =
  ':is(input:not([type]), input:is([type=text], [type=password], [type=url]), textarea, select):not(:disabled, [readonly])';
const HEADING = 'h2[tabindex]';

/**
 * For a dialog that is open while it is rendered. The browser's own modal: focus trap, Escape and the way back of the focus come with it;
 * what Escape does is said by `onClose`. Who has something to fill in begins there, everybody else at the heading.
 */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  // Closed before it leaves the page: a dialog that is taken away open takes the focus with it.
  useLayoutEffect(() => {
    const shown = ref.current;
    const field = shown?.querySelector<HTMLElement>(FIELD);
    // The browser looks for it while it opens the window; without it, it takes the first button, which is the one that closes.
    if (!field) shown?.querySelector(HEADING)?.setAttribute('autofocus', '');
    shown?.showModal();
    field?.focus();
    return () => shown?.close();
  }, []);
  const onCancel = (event: SyntheticEvent): void => {
    // Of a file chooser inside of it too, which is another window.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  };
  return { ref, onCancel };
}
