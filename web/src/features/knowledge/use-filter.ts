import { useDeferredValue, useMemo, useState } from 'react';
import type { Counted } from '../../lib/search.js';
import { type KnowledgeType } from './knowledge-values.js';
import type { KnowledgeItem } from './knowledge.graphql.js';
import { useMatches } from './use-matches.js';

export interface Filter {
  readonly words: string;
  readonly type: KnowledgeType | 'all';
  /** Empty for all tags. */
  readonly tag: string;
}

const EVERYTHING: Filter = { words: '', type: 'all', tag: '' };

interface Filtered {
  readonly botId: string;
  readonly items: readonly KnowledgeItem[];
  /** How many of those that pass the filter are looked at, the newest ones. */
  readonly lookedAt: number;
  /** Grows with each saved item: a change of the content is not visible in the list. */
  readonly edits: number;
}

/** The items that pass the filter, newest first, and all tags. */
export function useFilter({ botId, items, lookedAt, edits }: Filtered) {
  const [filter, setFilter] = useState(EVERYTHING);
  const tags = useMemo(() => [...new Set(items.flatMap((item) => item.tags))].toSorted((a, b) => a.localeCompare(b)), [items]);
  // The last item with the tag may have been deleted.
  const now = tags.includes(filter.tag) ? filter : { ...filter, tag: '' };
  const { type, tag } = now;
  const isEnough = (ids: ReadonlySet<string>): boolean => {
    const passing =
      type === 'all' && tag === '' ? ids.size : items.filter((item) => isShown(item, { type, tag, answer: { ids } })).length;
    return passing >= lookedAt;
  };
  const { answer, isAsking, again } = useMatches({ botId, words: now.words, items, edits, isEnough });

  // Deferred, so that typing stays responsive while the nodes are rendered.
  const wanted = useDeferredValue(useMemo(() => ({ items, type, tag, answer }), [items, type, tag, answer]));
  const shown = useMemo(() => wanted.items.filter((item) => isShown(item, wanted)).toReversed(), [wanted]);
  return {
    filter: now,
    tags,
    shown,
    /** The search text whose result is shown. */
    sought: wanted.answer.criteria?.search ?? '',
    /** How many items pass the filter. */
    counted: countOf(shown, wanted),
    isNarrowed: wanted.type !== 'all' || wanted.tag !== '' || wanted.answer.criteria !== null,
    error: wanted.answer.error,
    isAsking,
    again,
    change: (changes: Partial<Filter>) => setFilter({ ...now, ...changes }),
    showAll: () => setFilter(EVERYTHING),
  };
}

interface Wanted {
  readonly type: Filter['type'];
  readonly tag: string;
  readonly answer: { readonly ids: ReadonlySet<string> | undefined; readonly counted?: Counted | undefined };
}

/** Of matches that are not all known the server counts those of every type and tag. */
function countOf(shown: readonly KnowledgeItem[], { type, tag, answer: { counted } }: Wanted): Counted {
  if (counted === undefined) return { total: shown.length, isMoreThanTotal: false };
  return type === 'all' && tag === '' ? counted : { total: shown.length, isMoreThanTotal: true };
}

function isShown(item: KnowledgeItem, { type, tag, answer: { ids } }: Wanted): boolean {
  if (type !== 'all' && item.type !== type) return false;
  if (tag !== '' && !item.tags.includes(tag)) return false;
  return ids?.has(item.id) ?? true;
}
