import { useDeferredValue, useMemo, useState } from 'react';
import { typeKey, type KnowledgeType } from './knowledge-kinds.js';
import type { KnowledgeItem } from './knowledge.graphql.js';

export interface Filter {
  readonly words: string;
  readonly type: KnowledgeType | 'all';
  /** Empty for all. */
  readonly tag: string;
}

const EVERYTHING: Filter = { words: '', type: 'all', tag: '' };

/** What of the items is shown, newest first, and the tags that there are. */
export function useFilter(items: readonly KnowledgeItem[]) {
  const [filter, setFilter] = useState(EVERYTHING);
  // The letters come first, the nodes after them.
  const wanted = useDeferredValue(filter);
  const tags = useMemo(() => [...new Set(items.flatMap((item) => item.tags))].toSorted((a, b) => a.localeCompare(b)), [items]);
  // A tag may go with the last item that has it.
  const possible = (one: Filter): Filter => (tags.includes(one.tag) ? one : { ...one, tag: '' });
  const shown = useMemo(
    () => items.filter((item) => matches(item, possible(wanted))).toReversed(),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `tags` is all that `possible` knows
    [items, wanted, tags],
  );
  const now = possible(filter);
  return {
    filter: now,
    tags,
    shown,
    change: (changes: Partial<Filter>) => setFilter({ ...now, ...changes }),
    showAll: () => setFilter(EVERYTHING),
  };
}

function matches(item: KnowledgeItem, { words, type, tag }: Filter): boolean {
  if (type !== 'all' && typeKey(item.type) !== type) return false;
  if (tag !== '' && !item.tags.includes(tag)) return false;
  const sought = words.trim().toLowerCase();
  return sought === '' || [item.title, item.content, ...item.tags].some((text) => text.toLowerCase().includes(sought));
}
