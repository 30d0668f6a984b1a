import { createStore } from '../lib/store.js';

/** Whether the list of notifications is open. */
export const notificationsView = createStore(false);
