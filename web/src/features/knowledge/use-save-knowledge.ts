import type { ApolloCache } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { KnowledgeItem as StoredItem, MAX_UPLOAD_BYTES } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { callHeaders, parseBody, RequestError } from '../../lib/request.js';
import { endSession } from '../../lib/session.js';
import { randomPosition, type Point } from './brain-space.js';
import { splitTags, type KnowledgeValues } from './knowledge-values.js';
import { ADD_KNOWLEDGE, DELETE_KNOWLEDGE, KNOWLEDGE, UPDATE_KNOWLEDGE, type KnowledgeItem } from './knowledge.graphql.js';

interface ItemChange {
  /** Without content when it was not loaded: it stays unchanged. */
  readonly values: Omit<KnowledgeValues, 'content'> & { readonly content?: string };
  /** The stored content. */
  readonly text: string | undefined;
}

/** The mutations of knowledge items, with their effect on the cached list. Each throws the error of the server. */
export function useSaveKnowledge(botId: string) {
  const { cache } = useApolloClient();
  const [addKnowledge] = useMutation(ADD_KNOWLEDGE);
  const [updateKnowledge] = useMutation(UPDATE_KNOWLEDGE);
  const [deleteKnowledge] = useMutation(DELETE_KNOWLEDGE);
  const update = (id: string, input: Parameters<typeof updateKnowledge>[0]['variables']['input']) =>
    updateKnowledge({ variables: { botId, itemId: id, input } });

  return {
    add: async (
      type: 'text' | 'url',
      { title, content, address, wholeSite = false, tags, ...activation }: KnowledgeValues,
    ): Promise<void> => {
      const source = type === 'url' ? { fileUrl: address.trim(), wholeSite } : {};
      const input = {
        type,
        title: title.trim(),
        content,
        tags: splitTags(tags),
        ...activationOf(activation),
        position: randomPosition(),
        ...source,
      };
      const { data } = await addKnowledge({ variables: { botId, input } });
      if (data) addToList(cache, botId, data.addKnowledge);
    },
    upload: async (upload: Omit<Upload, 'botId'>): Promise<void> => {
      addToList(cache, botId, asCached(await uploadKnowledge({ botId, ...upload })));
    },
    /** Always sends the title, which makes the server read a failed item again. Sends the content only when it was changed. */
    change: (item: KnowledgeItem, { values: { title, content, address, tags, ...activation }, text }: ItemChange) =>
      update(item.id, {
        title: title.trim(),
        tags: splitTags(tags),
        ...activationOf(activation),
        ...(content !== text && { content }),
        ...(item.type === 'url' && { fileUrl: address.trim() }),
      }),
    retry: ({ id, title }: KnowledgeItem) => update(id, { title }),
    readAgain: ({ id }: KnowledgeItem) => update(id, { readAgain: true }),
    move: ({ id }: KnowledgeItem, { x, y }: Point) => update(id, { position: { x, y } }),
    remove: async ({ id }: KnowledgeItem): Promise<void> => {
      await deleteKnowledge({ variables: { botId, itemId: id } }).catch((error: unknown) => {
        // Already deleted in another window: nothing has failed.
        if (readError(error).code !== 'NOT_FOUND') throw error;
      });
      changeList(cache, botId, (items) => items.filter((item) => item.id !== id));
    },
  };
}

/** Key words stay while another activation is chosen. */
const activationOf = ({ activation, keywords }: Pick<KnowledgeValues, 'activation' | 'keywords'>) => ({
  activation,
  keywords: splitTags(keywords),
});

/** The largest page that the server returns. */
export const FIRST_PAGE = { limit: 200, offset: 0 };

/** Appends an item, as the server does. */
function addToList(cache: ApolloCache, botId: string, added: KnowledgeItem): void {
  changeList(cache, botId, (items) => (items.some(({ id }) => id === added.id) ? items : [...items, added]));
}

type Items = readonly KnowledgeItem[];

function changeList(cache: ApolloCache, botId: string, change: (items: Items) => Items): void {
  cache.updateQuery({ query: KNOWLEDGE, variables: { botId, ...FIRST_PAGE } }, (before) => {
    if (!before) return undefined;
    const { items, total } = before.knowledge;
    const changed = [...change(items)];
    return { ...before, knowledge: { ...before.knowledge, items: changed, total: total + changed.length - items.length } };
  });
}

/** An item from REST with the shape of a GraphQL result. */
function asCached({ botId: _botId, content: _content, position, ...item }: StoredItem): KnowledgeItem {
  const typed = { __typename: 'KnowledgeItem', ...item, position: { __typename: 'Position', ...position } };
  return typed;
}

interface Upload {
  readonly botId: string;
  readonly file: File;
  readonly values: Pick<KnowledgeValues, 'title' | 'tags' | 'activation' | 'keywords'>;
  /** Gets the share of the file that was sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Uploads a file (docs/decisions.md W2). Uses XMLHttpRequest, because fetch reports no progress. Throws RequestError, or AbortError after
 * `signal` was aborted.
 */
function uploadKnowledge({ botId, file, values, onProgress, signal }: Upload): Promise<StoredItem> {
  const position = randomPosition();
  const form = new FormData();
  form.append('title', values.title.trim());
  form.append('tags', splitTags(values.tags).join(','));
  form.append('activation', values.activation);
  form.append('keywords', splitTags(values.keywords).join(','));
  form.append('x', String(position.x));
  form.append('y', String(position.y));
  // Last, because the server reads the other fields before it.
  form.append('file', file);
  const call = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    call.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    call.addEventListener('load', () => {
      if (call.status >= 200 && call.status < 300) return resolve(StoredItem.parse(JSON.parse(call.responseText)));
      if (call.status === 401) endSession();
      reject(new RequestError(call.status, call.responseText || call.statusText, parseBody(call.responseText)));
    });
    call.addEventListener('error', () => reject(new RequestError(0, t('common.offline'), { message: t('common.offline') })));
    call.addEventListener('abort', () => reject(new DOMException('Upload cancelled', 'AbortError')));
    signal.addEventListener('abort', () => call.abort(), { once: true });
    call.open('POST', `/api/bots/${encodeURIComponent(botId)}/knowledge/upload`);
    call.withCredentials = true;
    for (const [name, value] of Object.entries(callHeaders(false))) call.setRequestHeader(name, value);
    call.send(form);
  });
}

const OLD_OFFICE = ['doc', 'xls', 'ppt'] as const;

/** Why a file cannot be uploaded; null when it can. The server checks the content too. */
export function fileProblem({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  const old = OLD_OFFICE.find((extension) => name.toLowerCase().endsWith(`.${extension}`));
  if (old) return t(`knowledge.oldOffice.${old}`);
  if (size > MAX_UPLOAD_BYTES) return t('knowledge.fileTooLarge');
  return size === 0 ? t('knowledge.fileEmpty') : null;
}
