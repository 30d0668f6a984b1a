import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { KNOWLEDGE_ITEM, type KnowledgeItem } from './knowledge.graphql.js';
import { isPending } from './use-knowledge.js';

/** The text of an item, which its list does not bring. */
export function useItemText(botId: string, item: KnowledgeItem) {
  const { data, error, loading, refetch } = useQuery(KNOWLEDGE_ITEM, {
    variables: { botId, itemId: item.id },
    // Asked for once and not followed: what comes later must not take the place of what is typed.
    fetchPolicy: 'no-cache',
    skip: isPending(item),
  });
  // Said until there is a text, also while it is asked for again.
  const [problem, setProblem] = useState<unknown>(undefined);
  if (error !== undefined && error !== problem) setProblem(error);
  return {
    /** Undefined until it is here, or while it is still being read. */
    text: data?.knowledgeItem.content,
    problem,
    isLoading: loading,
    again: () => {
      if (!loading) void refetch().catch(() => undefined);
    },
  };
}

export type ItemText = ReturnType<typeof useItemText>;
