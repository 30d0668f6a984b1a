import type { Page } from 'playwright-core';
import { paths } from '../src/lib/paths.js';
import type { State } from './states.js';

type GoOn = State['goOn'];

/** Follows a link to the page that it names. */
export const follow =
  (link: string, to: State['path']): GoOn =>
  async (screen, page, tenants) => {
    await screen.link(link).click();
    await arrive(page, to(tenants));
  };

/** Presses a button and reads what comes then. */
export const press =
  (button: string, heading: string): GoOn =>
  async (screen) => {
    await screen.button(button).click();
    await screen.heading(heading);
  };

/** At exactly this path, whatever its query. */
export const arrive = (page: Page, path: string): Promise<void> =>
  page.waitForURL(({ pathname }) => pathname === path.split(/[?#]/, 1)[0]);

/** Who is not signed in is led to the sign-in, where both ways in are open. */
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

/** Said where it depends on whether a service is there. */
export const AWAY = 'while a service is away: outage.e2e.ts';
