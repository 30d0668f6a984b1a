import i18next from 'i18next';
import { formatNumber } from './format.js';
import type { en } from './messages/en.js';
import { publicMessages } from './messages/en-public.js';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

// Synchronous, as the catalogue is part of the bundle. React escapes what it renders.
void i18next.init({
  lng: 'en',
  initAsync: false,
  resources: { en: { translation: publicMessages } },
  interpolation: { escapeValue: false },
});

// As everywhere else: the words are English, the numbers are the reader's.
i18next.services.formatter?.add('number', formatNumber);

/** The text for a key of the catalogue. */
export const t = i18next.t;

/** Adds the texts of the signed-in part, which the landing page does without. */
export function addMessages(messages: object): void {
  i18next.addResourceBundle('en', 'translation', messages, true, true);
}
