import { useApolloClient, useMutation } from '@apollo/client/react';
import { readError } from '../../lib/read-error.js';
import { randomPosition } from './brain-space.js';
import { addToList, removeFromList } from './knowledge-cache.js';
import { splitTags, type KnowledgeValues } from './knowledge-values.js';
import { ADD_KNOWLEDGE, DELETE_KNOWLEDGE, UPDATE_KNOWLEDGE, type KnowledgeItem } from './knowledge.graphql.js';
import { uploadKnowledge } from './upload.js';

interface FileToAdd {
  readonly file: File;
  readonly values: KnowledgeValues;
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

interface TextChange {
  /** Without content where the text is not here: it stays as it is. */
  readonly values: Omit<KnowledgeValues, 'content'> & { readonly content?: string };
  /** What is stored. */
  readonly text: string | undefined;
}

/** The changes that can be made to what a companion knows; each throws what the server refused it with. */
export function useSaveKnowledge(botId: string) {
  const { cache } = useApolloClient();
  const [addKnowledge] = useMutation(ADD_KNOWLEDGE);
  const [updateKnowledge] = useMutation(UPDATE_KNOWLEDGE);
  const [deleteKnowledge] = useMutation(DELETE_KNOWLEDGE);

  const add = async (type: 'text' | 'url', { title, content, address, tags }: KnowledgeValues): Promise<void> => {
    const source = type === 'url' ? { fileUrl: address.trim() } : {};
    const input = { type, title: title.trim(), content, tags: splitTags(tags), position: randomPosition(), ...source };
    const { data } = await addKnowledge({ variables: { botId, input } });
    if (data) addToList(cache, botId, data.addKnowledge);
  };
  const upload = async ({ file, values, onProgress, signal }: FileToAdd): Promise<void> => {
    const words = { title: values.title.trim(), tags: splitTags(values.tags) };
    const item = await uploadKnowledge({ botId, file, ...words, position: randomPosition(), onProgress, signal });
    addToList(cache, botId, inCache(item));
  };
  /** Only what was changed of the text. The title starts the reading of a failed one again. */
  const change = async (item: KnowledgeItem, { values, text }: TextChange): Promise<void> => {
    const { title, content, address, tags } = values;
    const input = {
      title: title.trim(),
      tags: splitTags(tags),
      ...(content !== text && { content }),
      ...(item.type === 'url' && { fileUrl: address.trim() }),
    };
    await updateKnowledge({ variables: { botId, itemId: item.id, input } });
  };
  const retry = async ({ id, title }: KnowledgeItem): Promise<void> => {
    await updateKnowledge({ variables: { botId, itemId: id, input: { title } } });
  };
  const move = async ({ id }: KnowledgeItem, position: KnowledgeItem['position']): Promise<void> => {
    await updateKnowledge({ variables: { botId, itemId: id, input: { position } } });
  };
  const remove = async ({ id }: KnowledgeItem): Promise<void> => {
    await deleteKnowledge({ variables: { botId, itemId: id } }).catch((error: unknown) => {
      // Deleted in another window: what was wanted is so.
      if (readError(error).code !== 'NOT_FOUND') throw error;
    });
    removeFromList(cache, botId, id);
  };
  return { add, upload, change, retry, move, remove };
}

/** An item of the REST door as it lies in the cache. */
function inCache({
  botId: _botId,
  content: _content,
  position,
  ...item
}: Awaited<ReturnType<typeof uploadKnowledge>>): KnowledgeItem {
  const typed = { __typename: 'KnowledgeItem', ...item, position: { __typename: 'Position', ...position } };
  return typed;
}
