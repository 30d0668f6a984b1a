import { useRef, useState } from 'react';

/** What is under way, by key: a second click on the same thing does nothing until the first has its answer. */
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
