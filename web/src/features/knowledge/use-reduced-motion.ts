import { useSyncExternalStore } from 'react';

const query = (): MediaQueryList => matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the person asked their system for less motion; follows when they change their mind. */
export const useReducedMotion = (): boolean => useSyncExternalStore(onChange, () => query().matches);

function onChange(listener: () => void): () => void {
  const asked = query();
  asked.addEventListener('change', listener);
  return () => asked.removeEventListener('change', listener);
}
