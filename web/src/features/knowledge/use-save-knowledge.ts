import type { ApolloCache } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { type ErrorBody, KnowledgeItem as UploadedItem, MAX_UPLOAD_BYTES } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { callHeaders, RequestError } from '../../lib/request.js';
import { endSession } from '../../lib/session.js';
import { randomPosition } from './brain-space.js';
import { type KnowledgeValues, splitTags } from './knowledge-values.js';
import { ADD_KNOWLEDGE, DELETE_KNOWLEDGE, KNOWLEDGE, type KnowledgeItem, UPDATE_KNOWLEDGE } from './knowledge.graphql.js';

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

interface Upload {
  readonly botId: string;
  readonly file: File;
  readonly title: string;
  readonly tags: readonly string[];
  readonly position: { readonly x: number; readonly y: number };
  /** Hears the share of the file (0-1) that has left this machine. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Uploads a file (decision W2). By XMLHttpRequest: fetch cannot tell how far an upload has come. Throws RequestError, or AbortError. */
export function uploadKnowledge({ botId, file, title, tags, position, onProgress, signal }: Upload): Promise<UploadedItem> {
  const form = new FormData();
  form.append('title', title);
  form.append('tags', tags.join(','));
  form.append('x', String(position.x));
  form.append('y', String(position.y));
  // Last, so that the server has read the rest when it comes.
  form.append('file', file);
  const call = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    call.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    call.addEventListener('load', () => {
      if (call.status >= 200 && call.status < 300) return resolve(UploadedItem.parse(JSON.parse(call.responseText)));
      if (call.status === 401) endSession();
      reject(new RequestError(call.status, call.responseText || call.statusText, bodyOf(call.responseText)));
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

/** What is wrong with a file before it is sent, in words; null when nothing is. The server looks at what it really is. */
export function fileProblem({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (/\.doc$/i.test(name)) return t('knowledge.oldWord');
  if (size > MAX_UPLOAD_BYTES) return t('knowledge.fileTooLarge');
  return size === 0 ? t('knowledge.fileEmpty') : null;
}

function bodyOf(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
