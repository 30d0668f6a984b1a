import { useQuery } from '@apollo/client/react';
import { type Plan, PLAN_CATALOGUE } from '@kith/proto';
import { useEffect, useState } from 'react';
import { useWindowFocus } from '../../lib/focus.js';
import { KNOWLEDGE, type KnowledgeItem } from './knowledge.graphql.js';
import { FIRST_PAGE } from './use-save-knowledge.js';

const POLL_MS = 2000;
// Another limit than that of the list, so that the polled page does not replace the list in the cache.
const POLL_LIMIT = 50;

/**
 * All knowledge items of a bot, loaded page by page. Polls while the server is still reading some of them. `isTitlesOnly`: the server
 * returns the first three titles only, because the bot holds more items than the free plan allows (docs/decisions.md W3).
 */
export function useKnowledge(botId: string, plan: Plan) {
  const query = useQuery(KNOWLEDGE, {
    variables: { botId, ...FIRST_PAGE },
    nextFetchPolicy: 'cache-first',
  });
  const { data, refetch, fetchMore } = query;
  useWindowFocus(() => void refetch().catch(() => undefined));

  const { items, total } = data?.knowledge ?? EMPTY;
  const known = items.length;
  const isTitlesOnly = plan === 'free' && total > PLAN_CATALOGUE.free.maxKnowledgeItems;
  const hasMore = !isTitlesOnly && known > 0 && known < total;
  const [moreError, setMoreError] = useState<unknown>(null);
  useEffect(() => {
    if (!hasMore || moreError !== null) return;
    fetchMore({ variables: { offset: known } }).catch(setMoreError);
  }, [known, hasMore, moreError, fetchMore]);

  const firstPending = items.findIndex(isPending);
  useQuery(KNOWLEDGE, {
    variables: { botId, limit: POLL_LIMIT, offset: Math.max(0, firstPending) },
    skip: firstPending < 0,
    fetchPolicy: 'network-only',
    pollInterval: POLL_MS,
  });
  return { query, items, total, isTitlesOnly, hasMore, moreError, setMoreError };
}

const EMPTY: { readonly items: readonly KnowledgeItem[]; readonly total: number } = { items: [], total: 0 };

/** Whether the server is still reading the item. */
export const isPending = ({ status }: Pick<KnowledgeItem, 'status'>): boolean => status === 'queued' || status === 'processing';
