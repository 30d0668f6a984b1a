import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n.js';
import { toastError } from '../../lib/toast-error.js';
import { RUN_CONVERSATION, type SavedConversation } from './replay.graphql.js';

/** How far a run of several conversations is. */
interface Progress {
  readonly current: string;
  readonly done: number;
  readonly total: number;
  readonly isStopping: boolean;
}

/** Asks saved conversations again, one after the other. It stops at the first failure, when it is told to, and when the page is left. */
export function useReplay(botId: string) {
  const client = useApolloClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const isStopped = useRef(false);
  /** Of runs without an answer, by conversation: one whose answer was lost is not charged again when it is sent again. */
  const unanswered = useRef(new Map<string, string>());
  useEffect(() => () => void (isStopped.current = true), []);
  const run = async (conversations: readonly Pick<SavedConversation, 'id'>[]): Promise<void> => {
    if (progress) return;
    isStopped.current = false;
    try {
      for (const [done, { id }] of conversations.entries()) {
        if (isStopped.current) break;
        setProgress({ current: id, done, total: conversations.length, isStopping: false });
        const requestId = unanswered.current.get(id) ?? crypto.randomUUID();
        unanswered.current.set(id, requestId);
        const variables = { botId, conversationId: id, requestId };
        // One at a time, so that stopping spares the others.
        // oxlint-disable-next-line no-await-in-loop
        await client.mutate({ mutation: RUN_CONVERSATION, variables });
        unanswered.current.delete(id);
      }
    } catch (error) {
      toastError(t('versions.replay.failed'), error);
    } finally {
      setProgress(null);
    }
  };
  /** The conversation that is being asked is asked to its end, because its answers are charged. */
  const stop = (): void => {
    isStopped.current = true;
    setProgress((now) => now && { ...now, isStopping: true });
  };
  return { progress, run, stop };
}
