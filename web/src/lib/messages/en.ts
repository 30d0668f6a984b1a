import { cardMessages } from './en-card.js';
import { connectMessages } from './en-connect.js';
import { appMessages } from './en-app.js';
import { healthMessages } from './en-health.js';
import { inboxMessages } from './en-inbox.js';
import { discordMessages } from './en-discord.js';
import { legalMessages } from './en-legal.js';
import { memoryMessages } from './en-memory.js';
import { needsMessages } from './en-needs.js';
import { notFoundMessages } from './en-not-found.js';
import { publicMessages } from './en-public.js';
import { resetMessages } from './en-reset.js';
import { tourMessages } from './en-tour.js';
import { versionMessages } from './en-versions.js';

/** The catalogue of all texts, for types and tests. The app loads its parts separately to keep the first load small. */
export const en = {
  ...publicMessages,
  ...notFoundMessages,
  ...legalMessages,
  ...resetMessages,
  ...discordMessages,
  ...appMessages,
  ...tourMessages,
  ...connectMessages,
  ...needsMessages,
  ...healthMessages,
  ...memoryMessages,
  ...inboxMessages,
  ...versionMessages,
  ...cardMessages,
};
