import { useEffect, useEffectEvent } from 'react';

/** Calls back when somebody comes back to this window. */
export function useWindowFocus(onReturn: () => void): void {
  const returned = useEffectEvent(onReturn);
  useEffect(() => {
    const heard = (): void => returned();
    addEventListener('focus', heard);
    return () => removeEventListener('focus', heard);
  }, []);
}
