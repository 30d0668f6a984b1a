import type { Page } from 'playwright-core';
import type { ROUTES } from '../src/lib/paths.js';
import { accountStates, publicStates } from './states-account.js';
import { adminStates } from './states-admin.js';
import { botStates, toolStates } from './states-bots.js';
import type { Screen } from './screen.js';
import type { Tenants } from './tenants.js';

export type Who =
  'visitor' | keyof Pick<Tenants, 'owner' | 'free' | 'nobody' | 'leaving' | 'admin' | 'fallen' | 'root' | 'acting'>;

/** What a screen says when it has nothing to show, cannot show it, or may not. */
export interface State {
  /** What makes it so. */
  readonly when: string;
  readonly as: Who;
  readonly path: (tenants: Tenants) => string;
  /** What brings the page there, where its address alone does not. */
  readonly open?: (screen: Screen, page: Page, tenants: Tenants) => Promise<unknown>;
  readonly heading: string | RegExp;
  /** What else stands there. */
  readonly reads?: readonly (string | RegExp)[];
  readonly toast?: readonly [title: string, text: string | RegExp];
  /** The way on, which is taken. */
  readonly goOn: (screen: Screen, page: Page, tenants: Tenants) => Promise<unknown>;
  /** What the browser says to it. */
  readonly expects?: RegExp;
}

/** The states of a kind, or why there are none. */
type States = readonly State[] | string;

/** Every kind has to be thought of: who adds a route says what it shows, or why it never does. */
export interface Row {
  readonly empty: States;
  readonly error: States;
  readonly forbidden: States;
}

type Route = keyof typeof ROUTES | 'unknown';

/** Every route of the app and the addresses beside them, with all that they can show instead of what they are for. */
export const STATES: Readonly<Record<Route, Row>> = {
  ...publicStates,
  ...botStates,
  ...toolStates,
  ...accountStates,
  ...adminStates,
};
