import { useEffect, useRef } from 'react';

const NEAR_END_PX = 160;

/**
 * Keeps the end of a growing list in view, for as long as nobody has scrolled up to read. Give `flow` to what holds the entries: pictures
 * that load, and entries that are laid out late, move the end too. `toEnd` goes there in any case.
 */
export function useEndInView() {
  const box = useRef<HTMLDivElement>(null);
  const flow = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);

  const toEnd = (): void => {
    isAtEnd.current = true;
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  const onScroll = (): void => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
  };
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
    });
    if (flow.current) observer.observe(flow.current);
    return () => observer.disconnect();
  }, []);
  return { box, flow, onScroll, toEnd };
}
