import type { ErrorBody } from '@kith/proto';
import { t } from './i18n.js';
import { readToken } from './session.js';

/** A failed REST call. `message` is `<status>: <text>` as specified; show `reason` to people and switch on `code`. */
export class RequestError extends Error {
  override readonly name = 'RequestError';

  constructor(
    readonly status: number,
    text: string,
    readonly body: Partial<ErrorBody>,
  ) {
    super(`${status}: ${text}`);
  }

  get code(): string | undefined {
    return this.body.code;
  }

  get reason(): string {
    // An HTML page comes from a proxy in front of the server and is not shown.
    return this.body.message ?? (/<html/i.test(this.message) ? t('common.offline') : this.message);
  }
}

/** Headers of every request: the token, if there is one, and the type of a JSON body. */
export function callHeaders(hasBody: boolean): Record<string, string> {
  const token = readToken();
  return { ...(hasBody && { 'content-type': 'application/json' }), ...(token !== null && { authorization: `Bearer ${token}` }) };
}

/** One REST call. Throws RequestError, also (with status 0) when the server cannot be reached. */
export async function request<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const response = await send(path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return (await response.json()) as T;
}

interface Sent extends RequestInit {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: string | FormData;
}

/** Milliseconds until a read that was answered with 503 is sent once more; random, so that not all browsers come back at once. */
export const retryDelayMs = (): number => 400 + Math.random() * 400;

/**
 * Like fetch, with token and cookies; a GET that is answered with 503 is sent once more. Throws RequestError unless the response is ok;
 * rethrows an abort.
 */
export async function send(path: string, init: Sent): Promise<Response> {
  const first = await sendOnce(path, init);
  const isRepeated = first.status === 503 && init.method === 'GET';
  if (isRepeated) await new Promise((resolve) => setTimeout(resolve, retryDelayMs()));
  const response = isRepeated ? await sendOnce(path, init) : first;
  if (response.ok) return response;
  const text = await response.text();
  throw new RequestError(response.status, text || response.statusText, parseBody(text));
}

async function sendOnce(path: string, init: Sent): Promise<Response> {
  // The browser sets the type of a FormData body, with its boundary.
  const headers = callHeaders(typeof init.body === 'string');
  return fetch(path, { ...init, credentials: 'include', headers }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new RequestError(0, t('common.offline'), { message: t('common.offline') });
  });
}

/** The body of an error response; empty when it is not a JSON object. */
export function parseBody(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
