import type { ApolloCache } from '@apollo/client';
import { KNOWLEDGE, type KnowledgeItem } from './knowledge.graphql.js';

/** The most that one answer may hold (proto, paging). */
export const FIRST_PAGE = { limit: 200, offset: 0 };

/** A new item at the end of the list, where the server puts it too. */
export function addToList(cache: ApolloCache, botId: string, item: KnowledgeItem): void {
  changeList(cache, botId, (items) => (items.some(({ id }) => id === item.id) ? items : [...items, item]));
}

export function removeFromList(cache: ApolloCache, botId: string, itemId: string): void {
  changeList(cache, botId, (items) => items.filter(({ id }) => id !== itemId));
}

function changeList(
  cache: ApolloCache,
  botId: string,
  change: (items: readonly KnowledgeItem[]) => KnowledgeItem[] | readonly KnowledgeItem[],
) {
  cache.updateQuery({ query: KNOWLEDGE, variables: { botId, ...FIRST_PAGE } }, (before) => {
    if (!before) return undefined;
    const { items, total } = before.knowledge;
    const changed = [...change(items)];
    return { ...before, knowledge: { ...before.knowledge, items: changed, total: total + changed.length - items.length } };
  });
}
