import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';

/** Asks before unsaved work is left: for another thing on this page, for another page, or for good. */
export function useLeaveGuard() {
  const [isDirty, setDirty] = useState(false);
  const waiting = useRef<(() => void) | null>(null);
  const [isAsking, setAsking] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);

  const leave = (go: () => void): void => {
    if (!isDirty) return go();
    waiting.current = go;
    setAsking(true);
  };
  const stay = (): void => {
    setAsking(false);
    blocker.reset?.();
  };
  const discard = (): void => {
    setAsking(false);
    if (blocker.state === 'blocked') return blocker.proceed();
    waiting.current?.();
  };
  return { setDirty, leave, stay, discard, isAsking: isAsking || blocker.state === 'blocked' };
}
