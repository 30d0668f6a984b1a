import { KnowledgeItem, MAX_UPLOAD_BYTES, type ErrorBody } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { callHeaders, RequestError } from '../../lib/request.js';
import { endSession } from '../../lib/session.js';

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
export function uploadKnowledge({ botId, file, title, tags, position, onProgress, signal }: Upload): Promise<KnowledgeItem> {
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
      if (call.status >= 200 && call.status < 300) return resolve(KnowledgeItem.parse(JSON.parse(call.responseText)));
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
