import { useEffect } from 'react';
import type { KnowledgeItem } from './knowledge.graphql.js';

const POLL_MS = 2000;

/** Long texts are indexed in the background: asks again until every item has come to an end. */
export function usePollingWhileIndexing(items: readonly KnowledgeItem[], start: (ms: number) => void, stop: () => void): void {
  const isIndexing = items.some((item) => item.status === 'queued' || item.status === 'processing');
  useEffect(() => {
    if (!isIndexing) return;
    start(POLL_MS);
    return stop;
  }, [isIndexing, start, stop]);
}
