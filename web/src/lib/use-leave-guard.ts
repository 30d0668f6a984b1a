import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';

/** What guards unsaved work; `ui/leave-question.tsx` asks for it. */
export interface LeaveGuard {
  readonly isAsking: boolean;
  /** Goes on at once, or after a question while something is unsaved: for another thing on the same page. */
  readonly leave: (go: () => void) => void;
  readonly stay: () => void;
  readonly discard: () => void;
  /** All is saved or carried along: the next page is not asked about. */
  readonly release: () => void;
}

/** Asks before unsaved work is left: for another thing on this page, for another page, or for good. */
export function useLeaveGuard(isDirty: boolean): LeaveGuard {
  const waiting = useRef<(() => void) | null>(null);
  // Read while navigating, which comes before the next rendering.
  const isReleased = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && !isReleased.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);

  return {
    isAsking: isAsking || blocker.state === 'blocked',
    leave: (go) => {
      if (!isDirty) return go();
      waiting.current = go;
      setAsking(true);
    },
    stay: () => {
      setAsking(false);
      blocker.reset?.();
    },
    discard: () => {
      setAsking(false);
      if (blocker.state === 'blocked') return blocker.proceed();
      waiting.current?.();
    },
    release: () => {
      isReleased.current = true;
    },
  };
}
