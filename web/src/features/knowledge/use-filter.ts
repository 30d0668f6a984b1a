import { useState } from 'react';
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
  const tags = [...new Set(items.flatMap((item) => item.tags))].toSorted((a, b) => a.localeCompare(b));
  // A tag may go with the last item that has it.
  const now = tags.includes(filter.tag) ? filter : { ...filter, tag: '' };
  return {
    filter: now,
    tags,
    shown: items.filter((item) => matches(item, now)).toReversed(),
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
