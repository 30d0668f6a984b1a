import type { Page } from 'playwright-core';
import type { Screen } from './screen.js';
import type { StateUsers } from './state-users.js';

export type Who =
  'visitor' | keyof Pick<StateUsers, 'owner' | 'free' | 'nobody' | 'leaving' | 'admin' | 'fallen' | 'root' | 'acting'>;

/** What a screen shows when it is empty, fails to load, or is not allowed. */
export interface State {
  /** How the state comes about. */
  readonly when: string;
  readonly as: Who;
  readonly path: (users: StateUsers) => string;
  /** Steps that lead to the state, where the URL alone does not. */
  readonly open?: (screen: Screen, page: Page, users: StateUsers) => Promise<unknown>;
  readonly heading: string | RegExp;
  /** Other texts on the screen. */
  readonly reads?: readonly (string | RegExp)[];
  readonly toast?: readonly [title: string, text: string | RegExp];
  /** Follows the way on that the screen offers. */
  readonly goOn: (screen: Screen, page: Page, users: StateUsers) => Promise<unknown>;
  /** The console message that the browser logs. */
  readonly expects?: RegExp;
}

/** The states of one kind, or the reason why there are none. */
type States = readonly State[] | string;

/** All kinds are required, so that a new route states each or says why it has none. */
export interface Row {
  readonly empty: States;
  readonly error: States;
  readonly forbidden: States;
}
