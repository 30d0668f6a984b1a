import { useEffect, useState } from 'react';

/** Long enough to type a word without a question to the server per letter. */
const SETTLE_MS = 250;

/** What was typed, as soon as no more letters come; at once when it is empty. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    if (typed === settled) return;
    const timer = setTimeout(() => setSettled(typed), typed === '' ? 0 : SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed, settled]);
  return typed === '' ? '' : settled;
}
