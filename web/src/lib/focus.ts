import { useEffect, useRef, type FocusEvent, useEffectEvent } from 'react';

const FOCUSABLE = 'button, a[href]';

/**
 * Keeps the keyboard focus in a list when the focused row is removed: the row that takes its place gets the focus, or the list when it is
 * empty. Spread the result on the list element.
 */
export function useListFocus<E extends HTMLElement>(ids: readonly string[]) {
  const list = useRef<E>(null);
  const at = useRef(-1);
  const shown = ids.join(' ');
  useEffect(() => {
    const { current } = list;
    if (!current || at.current < 0 || document.activeElement !== document.body) return;
    const row = current.children[Math.min(at.current, current.children.length - 1)];
    (row?.querySelector<HTMLElement>(FOCUSABLE) ?? current).focus();
  }, [shown]);

  const onFocus = ({ target }: FocusEvent<E>): void => {
    at.current = [...(list.current?.children ?? [])].findIndex((row) => row.contains(target));
  };
  const onBlur = ({ target, relatedTarget }: FocusEvent<E>): void => {
    // The focus has not left the list when its button was removed, or when a dialog has opened above it.
    const isLeft = relatedTarget === null ? target.isConnected : !relatedTarget.closest('dialog');
    if (isLeft && !list.current?.contains(relatedTarget)) at.current = -1;
  };
  return { ref: list, tabIndex: -1, onFocus, onBlur };
}

/** Calls back when the window gets the focus. */
export function useWindowFocus(onFocus: () => void): void {
  const focused = useEffectEvent(onFocus);
  useEffect(() => {
    const listener = (): void => focused();
    addEventListener('focus', listener);
    return () => removeEventListener('focus', listener);
  }, []);
}
