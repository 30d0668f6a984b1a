import { request } from './request.js';
import { readItem, writeItem } from './storage.js';

const RETURN_KEY = 'kith.return';

/** Asks the server for the page of Discord and opens it in this tab. Throws RequestError. */
export async function openDiscord(
  start: '/api/auth/discord/start' | '/api/auth/discord/link/start',
  body: object,
): Promise<void> {
  const { url } = await request<{ url: string }>('POST', start, body);
  open(url, '_self');
}

/** Keeps where the user wanted to go while the browser is at Discord. */
export const storeReturn = (path: string | undefined): void => writeItem('sessionStorage', RETURN_KEY, path ?? null);
export const readReturn = (): string | null => readItem('sessionStorage', RETURN_KEY);
