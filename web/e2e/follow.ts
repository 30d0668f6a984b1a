import type { Page } from 'playwright-core';
import { paths } from '../src/lib/paths.js';
import type { State } from './state.js';

type GoOn = State['goOn'];

/** Follows a link to the named page. */
export const follow =
  (link: string, to: State['path']): GoOn =>
  async (screen, page, users) => {
    await screen.link(link).click();
    await arrive(page, to(users));
  };

/** Presses a button and waits for the text that follows. */
export const press =
  (button: string, heading: string): GoOn =>
  async (screen) => {
    await screen.button(button).click();
    await screen.heading(heading);
  };

/** Waits for exactly this path, with any query. */
export const arrive = (page: Page, path: string): Promise<void> =>
  page.waitForURL(({ pathname }) => pathname === path.split(/[?#]/, 1)[0]);

/** A visitor is led to the sign-in page with both tabs. */
export const signInFirst = (path: State['path']): State => ({
  when: 'nobody is signed in',
  as: 'visitor',
  path,
  heading: 'Welcome to Kith',
  reads: ['Sign in, or create an account to meet your first companion.'],
  goOn: async (screen, page) => {
    await arrive(page, paths.auth());
    await screen.tab('Register').click();
    await screen.button('Create account').waitFor();
  },
});

/** Reason: depends on a stopped service. */
export const AWAY = 'while a service is stopped: outage.sweep.e2e.ts';
