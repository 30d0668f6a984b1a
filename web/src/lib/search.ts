import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

/** Query context: a repeated search must not receive the answer to the request before it. */
export const NO_DEDUPLICATION = { queryDeduplication: false } as const;

interface SearchOptions<Criteria> {
  /** Must be memoised; null while there is no search. */
  readonly criteria: Criteria | null;
  /** Entries that the server found for these criteria. */
  readonly found: readonly { readonly id: string }[] | undefined;
  /** How many entries there are, where `found` are only the first of them. Must be memoised. */
  readonly counted?: Counted | undefined;
  /** Changes when the list has changed in a way that can affect the result; the search is repeated then. */
  readonly listVersion: string;
  readonly query: {
    readonly error?: unknown;
    readonly loading: boolean;
    readonly observable: { readonly reobserve: () => Promise<unknown> };
  };
}

export interface Counted {
  readonly total: number;
  /** There are more than `total`. */
  readonly isMoreThanTotal: boolean;
}

export interface SearchAnswer<Criteria> {
  /** The criteria that this answers; null when there was no search. */
  readonly criteria: Criteria | null;
  /** Ids of the entries found; undefined without a search and after an error. */
  readonly ids: ReadonlySet<string> | undefined;
  /** How many entries there are, where `ids` are only the first of them. */
  readonly counted: Counted | undefined;
  readonly error: unknown;
}

const NO_SEARCH: SearchAnswer<never> = { criteria: null, ids: undefined, counted: undefined, error: undefined };

/**
 * Filters a loaded list by a search on the server (docs/decisions.md X2). An answer or error stays until the next one arrives; answers to
 * outdated criteria are dropped.
 */
export function useSearchAnswer<Criteria>({
  criteria,
  found,
  counted,
  listVersion,
  query: { error, loading, observable },
}: SearchOptions<Criteria>) {
  const current = useMemo((): SearchAnswer<Criteria> | undefined => {
    if (criteria === null) return NO_SEARCH;
    if (error !== undefined) return { criteria, ids: undefined, counted: undefined, error };
    return found && { criteria, ids: new Set(found.map(({ id }) => id)), counted, error };
  }, [criteria, found, counted, error]);
  const [last, setLast] = useState<SearchAnswer<Criteria>>(NO_SEARCH);
  if (current && current !== last) setLast(current);

  // A failure appears as `query.error`. Unlike `refetch`, `reobserve` cancels the request before it.
  const search = (): void => {
    if (criteria !== null) void observable.reobserve().catch(() => undefined);
  };
  useChange(listVersion, search);
  return {
    answer: current ?? last,
    isAsking: criteria !== null && loading,
    again: () => {
      if (!loading) search();
    },
  };
}

function useChange(value: string, onChange: () => void): void {
  const before = useRef(value);
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    changed();
  }, [value]);
}

/** Long enough that typing a word does not send a request per letter. */
const DEBOUNCE_MS = 250;

/** The value once it has stopped changing; at once when it is empty. */
export function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    if (value === debounced) return;
    const timer = setTimeout(() => setDebounced(value), value === '' ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value, debounced]);
  return value === '' ? '' : debounced;
}
