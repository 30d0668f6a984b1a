import { useQuery } from '@apollo/client/react';
import type { Plan } from '@kith/proto';
import { useEffect, useState } from 'react';
import { useWindowFocus } from '../../lib/focus.js';
import { KNOWLEDGE, type KnowledgeItem } from './knowledge.graphql.js';
import { FIRST_PAGE } from './use-save-knowledge.js';

const POLL_MS = 2000;
// Not that of the list: what is asked again must not take the list's place in the cache.
const POLLED = 50;

/** What a companion knows, all of it, page after page; what is still being read is asked for again until it has come to an end. */
export function useKnowledge(botId: string, plan: Plan) {
  const { data, error, refetch, fetchMore } = useQuery(KNOWLEDGE, {
    variables: { botId, ...FIRST_PAGE },
    nextFetchPolicy: 'cache-first',
  });
  const again = (): void => void refetch().catch(() => undefined);
  useWindowFocus(again);

  const { items, total } = data?.knowledge ?? NOTHING;
  const known = items.length;
  // The free plan sees three titles, however many there are.
  const hasMore = plan !== 'free' && known > 0 && known < total;
  const [moreError, setMoreError] = useState<unknown>(null);
  useEffect(() => {
    if (!hasMore || moreError !== null) return;
    fetchMore({ variables: { offset: known } }).catch(setMoreError);
  }, [known, hasMore, moreError, fetchMore]);

  const firstPending = items.findIndex(isPending);
  useQuery(KNOWLEDGE, {
    variables: { botId, limit: POLLED, offset: Math.max(0, firstPending) },
    skip: firstPending < 0,
    fetchPolicy: 'network-only',
    pollInterval: POLL_MS,
  });
  return { bot: data?.bot, isLoaded: data !== undefined, items, total, error, again, hasMore, moreError, setMoreError };
}

const NOTHING: { readonly items: readonly KnowledgeItem[]; readonly total: number } = { items: [], total: 0 };

/** Whether it is still being read. */
export const isPending = ({ status }: Pick<KnowledgeItem, 'status'>): boolean => status === 'queued' || status === 'processing';
