import { useLayoutEffect, useRef, type SyntheticEvent } from 'react';

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
