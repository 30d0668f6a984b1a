import { useLayoutEffect, useRef, type SyntheticEvent } from 'react';

const FIELD =
  ':is(input:not([type]), input:is([type=text], [type=password], [type=url]), textarea, select):not(:disabled, [readonly])';

/**
 * For a dialog that is open while it is rendered. The browser's own modal: focus trap, Escape and the way back of the focus come with it;
 * what Escape does is said by `onClose`. Who has something to fill in begins there.
 */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  // Closed before it leaves the page: a dialog that is taken away open takes the focus with it.
  useLayoutEffect(() => {
    const shown = ref.current;
    shown?.showModal();
    shown?.querySelector<HTMLElement>(FIELD)?.focus();
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
