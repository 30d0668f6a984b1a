import type { ROUTES } from '../src/lib/paths.js';
import type { Row } from './state.js';
import { accountStates, publicStates } from './states-account.js';
import { adminStates } from './states-admin.js';
import { botStates, toolStates } from './states-bots.js';

type Route = keyof typeof ROUTES | 'unknown';

/** Every route of the app with its empty, error and forbidden states. */
export const STATES: Readonly<Record<Route, Row>> = {
  ...publicStates,
  ...botStates,
  ...toolStates,
  ...accountStates,
  ...adminStates,
};
