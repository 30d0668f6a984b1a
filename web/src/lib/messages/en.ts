import { appMessages } from './en-app.js';
import { legalMessages } from './en-legal.js';
import { notFoundMessages } from './en-not-found.js';
import { publicMessages } from './en-public.js';
import { resetMessages } from './en-reset.js';
import { tourMessages } from './en-tour.js';

/** The one catalogue of every text. It lies in several files so that the landing page loads the first alone. */
export const en = {
  ...publicMessages,
  ...notFoundMessages,
  ...legalMessages,
  ...resetMessages,
  ...appMessages,
  ...tourMessages,
};
