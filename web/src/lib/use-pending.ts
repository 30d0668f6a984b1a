import { useRef, useState } from 'react';

/** Runs one task per key at a time: a second call with the same key does nothing until the first has finished. */
export function usePending() {
  const running = useRef(new Set<string>());
  const [keys, setKeys] = useState<readonly string[]>([]);
  const run = async (key: string, work: () => Promise<void>): Promise<void> => {
    if (running.current.has(key)) return;
    running.current.add(key);
    setKeys([...running.current]);
    try {
      await work();
    } finally {
      running.current.delete(key);
      setKeys([...running.current]);
    }
  };
  return { run, isPending: (key: string): boolean => keys.includes(key) };
}
