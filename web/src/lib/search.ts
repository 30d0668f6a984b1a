import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

/** Put into the context of the query: what is asked anew shall not get the answer that is still on its way to the question before. */
export const ASKED_ANEW = { queryDeduplication: false } as const;

interface Asked<Question> {
  /** The same object while it is the same question; null: nothing is sought. */
  readonly question: Question | null;
  /** What the server found, of the query for this question. */
  readonly found: readonly { readonly id: string }[] | undefined;
  /** Whatever of the list can change the answer: the server is asked anew when this is another one. */
  readonly listed: string;
  readonly query: {
    readonly error?: unknown;
    readonly loading: boolean;
    readonly observable: { readonly reobserve: () => Promise<unknown> };
  };
}

export interface SearchAnswer<Question> {
  /** What it answers; null: nothing was sought. */
  readonly question: Question | null;
  /** What was found; undefined where nothing was sought, or where that could not be had. */
  readonly ids: ReadonlySet<string> | undefined;
  readonly error: unknown;
}

const NOT_ASKED: SearchAnswer<never> = { question: null, ids: undefined, error: undefined };

/**
 * Which rows of a list that is here the server finds (decision X2). An answer, or why there is none, stays until the next one is there;
 * one that was overtaken is never heard of.
 */
export function useSearchAnswer<Question>({ question, found, listed, query: { error, loading, observable } }: Asked<Question>) {
  const current = useMemo((): SearchAnswer<Question> | undefined => {
    if (question === null) return NOT_ASKED;
    if (error !== undefined) return { question, ids: undefined, error };
    return found && { question, ids: new Set(found.map(({ id }) => id)), error };
  }, [question, found, error]);
  const [last, setLast] = useState<SearchAnswer<Question>>(NOT_ASKED);
  if (current && current !== last) setLast(current);

  // What fails here shows as the error of the query. Unlike `refetch`, this drops the question before.
  const ask = (): void => {
    if (question !== null) void observable.reobserve().catch(() => undefined);
  };
  useChange(listed, ask);
  return {
    answer: current ?? last,
    isAsking: question !== null && loading,
    again: () => {
      if (!loading) ask();
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
