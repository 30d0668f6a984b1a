import { appMessages } from './en-app.js';
import { publicMessages } from './en-public.js';

/** The one catalogue of every text. It lies in two files only so that the landing page loads the first alone. */
export const en = { ...publicMessages, ...appMessages };
