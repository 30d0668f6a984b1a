import { appMessages } from './en-app.js';
import { publicMessages } from './en-public.js';
import { resetMessages } from './en-reset.js';

/** The one catalogue of every text. It lies in several files so that the landing page loads the first alone. */
export const en = { ...publicMessages, ...resetMessages, ...appMessages };
