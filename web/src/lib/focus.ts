import { useEffect, useRef, type FocusEvent, useEffectEvent } from 'react';

const FOCUSABLE = 'button, a[href]';

/**
 * A row that goes away would take the focus with it. Put what this gives on the list: the row that takes the place gets the focus,
 * the list itself when no row is left.
 */
export function useKeptFocus<E extends HTMLElement>(ids: readonly string[]) {
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
    // A button that is taken away while it has the focus is not left by anybody, nor is one whose question opens above it.
    const isLeft = relatedTarget === null ? target.isConnected : !relatedTarget.closest('dialog');
    if (isLeft && !list.current?.contains(relatedTarget)) at.current = -1;
  };
  return { ref: list, tabIndex: -1, onFocus, onBlur };
}

/** Calls back when somebody comes back to this window. */
export function useWindowFocus(onReturn: () => void): void {
  const returned = useEffectEvent(onReturn);
  useEffect(() => {
    const heard = (): void => returned();
    addEventListener('focus', heard);
    return () => removeEventListener('focus', heard);
  }, []);
}
