import { useCallback, useEffect, useRef } from 'react';

/** Tells which bots of a block of cards are on the screen; none when the block has left it. */
export type OnShown = (block: Element, ids: readonly string[]) => void;

interface Range {
  readonly offset: number;
  readonly limit: number;
}

/** The largest page that the server answers. */
const MAX_RANGE = 200;

/**
 * Which bots must be asked for again, and are on the screen. `ask` asks for a part of the list, and rejects when that fails: the bots then count as not
 * asked for.
 */
export function useShownBots(ids: readonly string[], ask: (range: Range) => Promise<unknown>) {
  const shown = useRef(new Map<Element, readonly string[]>());
  const outdated = useRef<ReadonlySet<string>>(new Set());
  const latest = useRef({ ids, ask });
  useEffect(() => {
    latest.current = { ids, ask };
  });

  const askForShown = useCallback((): void => {
    if (document.hidden || outdated.current.size === 0) return;
    const { ids, ask } = latest.current;
    const wanted = new Set([...shown.current.values()].flat().filter((id) => outdated.current.has(id)));
    const places = ids.flatMap((id, place) => (wanted.has(id) ? [place] : []));
    for (const range of rangesOf(places)) {
      const asked = ids.slice(range.offset, range.offset + range.limit);
      outdated.current = without(outdated.current, asked);
      void ask(range).catch(() => {
        outdated.current = new Set([...outdated.current, ...asked]);
      });
    }
  }, []);
  const onShown = useCallback<OnShown>(
    (block, blockIds) => {
      if (blockIds.length === 0) shown.current.delete(block);
      else {
        shown.current.set(block, blockIds);
        askForShown();
      }
    },
    [askForShown],
  );
  /** What is shown is asked for at once, and the rest when it comes onto the screen. */
  const askAgain = useCallback((): void => {
    outdated.current = new Set(latest.current.ids);
    askForShown();
  }, [askForShown]);
  return { onShown, askAgain };
}

/** The parts of a list, each of at most a page, that hold these places, which are in order. */
function rangesOf(places: readonly number[]): Range[] {
  const ranges: { offset: number; limit: number }[] = [];
  for (const place of places) {
    const last = ranges.at(-1);
    if (last && place < last.offset + MAX_RANGE) last.limit = place - last.offset + 1;
    else ranges.push({ offset: place, limit: 1 });
  }
  return ranges;
}

const without = (ids: ReadonlySet<string>, left: readonly string[]): ReadonlySet<string> => {
  const gone = new Set(left);
  return new Set([...ids].filter((id) => !gone.has(id)));
};
