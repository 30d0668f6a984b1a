import i18next from 'i18next';
import { isolated } from '@kith/proto';
import { formatNumber } from './format.js';
import type { en } from './messages/en.js';
import { publicMessages } from './messages/en-public.js';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

// Synchronous, as the catalogue is part of the bundle. React escapes what it renders; names of any direction are isolated from the sentence.
void i18next.init({
  lng: 'en',
  initAsync: false,
  resources: { en: { translation: publicMessages } },
  interpolation: { escapeValue: true, escape: isolated },
});

// Texts are English; numbers follow the reader's locale.
i18next.services.formatter?.add('number', formatNumber);

/** The text of a key in the catalogue. */
export const t = i18next.t;

/** Whether the catalogue has a text for this key, of those that are loaded. */
export const hasText = (key: string): boolean => i18next.exists(key);

/** Adds texts that the first load does not need. */
export function addMessages(messages: object): void {
  i18next.addResourceBundle('en', 'translation', messages, true, true);
}
