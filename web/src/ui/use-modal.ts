import { useLayoutEffect, useRef, type SyntheticEvent } from 'react';

/**
 * For a dialog that is open while it is rendered. The browser's own modal: focus trap, Escape and the way back of the focus come with it;
 * what Escape does is said by `onClose`.
 */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  // Closed before it leaves the page: a dialog that is taken away open takes the focus with it.
  useLayoutEffect(() => {
    const shown = ref.current;
    shown?.showModal();
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
