import { X } from 'lucide-react';
import { useId, type FormEvent, type ReactNode, useLayoutEffect, useRef, type SyntheticEvent } from 'react';
import { t } from '../lib/i18n.js';
import { Button, IconButton } from './button.js';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Modal dialog, open while it is rendered. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId();
  const modal = useModal(onClose);
  return (
    <dialog {...modal} className="dialog" aria-labelledby={id}>
      <header className="bar bar-between dialog-head">
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon={X} label={t('common.close')} onClick={onClose} />
      </header>
      {children}
    </dialog>
  );
}

interface FormDialogProps extends DialogProps {
  /** Text of the button that submits. */
  readonly submit: string;
  readonly isDanger?: boolean;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  readonly onSubmit: () => void;
}

/** A dialog with a form of native fields. */
export function FormDialog({ submit, isDanger, isBusy, isDisabled, onSubmit, children, ...dialog }: FormDialogProps) {
  const send = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog {...dialog}>
      <form className="stack" noValidate onSubmit={send}>
        {children}
        <footer className="dialog-foot">
          <Button onClick={dialog.onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isBusy={isBusy} disabled={isDisabled}>
            {submit}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel?: string;
  /** Colours the button that confirms; true unless given. */
  readonly isDanger?: boolean;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks for confirmation, usually of something that cannot be undone. */
export const ConfirmDialog = ({
  title,
  text,
  confirm,
  cancel,
  isDanger = true,
  isBusy,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => (
  <Dialog title={title} onClose={onCancel}>
    <p>{text}</p>
    <footer className="dialog-foot">
      <Button onClick={onCancel}>{cancel ?? t('common.cancel')}</Button>
      <Button variant={isDanger ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
        {confirm}
      </Button>
    </footer>
  </Dialog>
);

const FIELD =
  ':is(input:not([type]), input:is([type=text], [type=password], [type=url]), textarea, select):not(:disabled, [readonly])';
const HEADING = 'h2[tabindex]';

/**
 * Opens a native modal dialog while it is rendered: focus trap, Escape and returning the focus come from the browser. The focus starts in
 * the first text field, or at the heading when there is none.
 */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  // Closed before it is removed: only closing returns the focus.
  useLayoutEffect(() => {
    const shown = ref.current;
    const field = shown?.querySelector<HTMLElement>(FIELD);
    // Without autofocus the browser would focus the first button, which closes the dialog.
    if (!field) shown?.querySelector(HEADING)?.setAttribute('autofocus', '');
    shown?.showModal();
    field?.focus();
    return () => shown?.close();
  }, []);
  const onCancel = (event: SyntheticEvent): void => {
    // The cancel event of a file chooser inside the dialog bubbles.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  };
  return { ref, onCancel };
}
