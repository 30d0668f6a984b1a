import { paths, ROUTES } from '../src/lib/paths.js';
import type { Row, State } from './state.js';
import { AWAY, arrive, follow, signInFirst } from './follow.js';

const SAME_FOR_ALL = 'the same words for everybody';
const OPEN_TO_ALL = 'open to everybody';
const landing = () => paths.landing;
const dashboard = () => paths.dashboard;
const checkout = (id: string): string => ROUTES.sandboxCheckout.replace(':checkoutId', id);

const words: Row = { empty: SAME_FOR_ALL, error: 'nothing is asked for', forbidden: OPEN_TO_ALL };

const noSuchCheckout = (when: string, id: State['path']): State => ({
  when,
  as: 'owner',
  path: (users) => checkout(id(users)),
  heading: 'There is no such checkout',
  reads: ['Not found.'],
  expects: /404.*\/api\/sandbox\/checkout\//,
  goOn: follow('Back to Dashboard', dashboard),
});

export const publicStates = {
  landing: words,
  privacy: words,
  terms: words,
  safety: words,
  auth: {
    empty: 'a form is empty by nature',
    error: [
      {
        when: 'the password is wrong',
        as: 'visitor',
        path: () => paths.auth('login'),
        open: async ({ field, button }, _page, { nobody }) => {
          await field('Username').fill(nobody.username);
          await field('Password').fill('not it at all');
          await button('Login').click();
        },
        heading: 'Welcome to Kith',
        toast: ['Login failed', 'Invalid username or password'],
        expects: /401.*\/api\/auth\/login$/,
        goOn: async ({ field, link, heading }, _page, { nobody }) => {
          if ((await field('Username').inputValue()) !== nobody.username) throw new Error('the name is lost');
          await link('Forgot password?').click();
          await heading('Forgot your password?');
        },
      },
      {
        when: 'the reset link is over',
        as: 'visitor',
        path: () => `${paths.auth()}#reset=${'x'.repeat(43)}`,
        open: async ({ field, button }) => {
          await field('New Password').fill('another horse');
          await field('Confirm New Password').fill('another horse');
          await button('Set new password').click();
        },
        heading: 'Set a new password',
        reads: ['This reset link was used before or is too old. Please ask for a new one.'],
        expects: /400.*\/api\/auth\/password-reset$/,
        goOn: async ({ link, heading }) => {
          await link('Ask for a new link').click();
          await heading('Forgot your password?');
        },
      },
      {
        when: 'this Kith sends no mail',
        as: 'visitor',
        path: () => paths.forgotPassword(),
        heading: 'Forgot your password?',
        reads: ['This Kith sends no mail, so it cannot send a reset link. Please ask the person who runs it.'],
        goOn: async ({ link, button }) => {
          await link('Back to login').click();
          await button('Login').waitFor();
        },
      },
    ],
    forbidden: [
      {
        when: 'somebody is signed in',
        as: 'nobody',
        path: () => paths.auth('register'),
        heading: /^Welcome back/,
        goOn: (_screen, page) => arrive(page, paths.dashboard),
      },
    ],
  },
  discordReturn: {
    empty: SAME_FOR_ALL,
    error: [
      {
        when: 'the person cancelled at Discord',
        as: 'visitor',
        path: () => `${paths.discordReturn}?error=access_denied&state=sign-in.x`,
        heading: 'This did not work',
        reads: ['You cancelled at Discord. Nothing was changed.'],
        goOn: async ({ link, heading }) => {
          await link('Back to login').click();
          await heading('Welcome to Kith');
        },
      },
    ],
    forbidden: OPEN_TO_ALL,
  },
  unauthorized: {
    empty: SAME_FOR_ALL,
    error: 'nothing is asked for',
    forbidden: [
      {
        when: 'somebody was sent here',
        as: 'visitor',
        path: () => paths.unauthorized,
        heading: 'Unauthorized Access',
        reads: [/please contact support/],
        goOn: follow('Go to the home page', landing),
      },
    ],
  },
  unknown: {
    empty: 'always',
    error: (['visitor', 'nobody'] as const).map((as) => ({
      when: `nothing is there, for ${as === 'visitor' ? 'a visitor' : 'a user'}`,
      as,
      path: () => '/nowhere/at/all',
      heading: '404 Page Not Found',
      reads: ['There is nothing at this address. It may have moved, or the link may be wrong.'],
      goOn: follow('Go to the home page', landing),
    })),
    forbidden: 'nothing is there to be forbidden',
  },
} satisfies Record<string, Row>;

export const accountStates = {
  customCommands: {
    empty: [
      {
        when: 'none was written',
        as: 'nobody',
        path: () => paths.customCommands,
        heading: 'No custom commands yet',
        reads: ['Your first one is half written already: give it a name and a trigger.'],
        goOn: async ({ field, button, toast, heading }) => {
          await field('Name').fill('Greet');
          await field('Trigger').fill('!greet');
          await field('Description').fill('Says hello');
          await button('Create Command').click();
          await toast('Custom command created successfully!');
          await button('Delete Greet').click();
          await button('Delete Command').click();
          await heading('No custom commands yet');
        },
      },
    ],
    error: AWAY,
    forbidden: [
      signInFirst(() => paths.customCommands),
      {
        when: 'they may not act on Discord',
        as: 'nobody',
        path: () => paths.customCommands,
        heading: 'Custom Commands',
        reads: [/^On the Free plan you can write and test commands\./],
        goOn: follow('Compare plans', () => paths.pricing),
      },
    ],
  },
  settings: {
    empty: [
      {
        when: 'nothing was paid for',
        as: 'nobody',
        path: () => paths.settings,
        heading: 'Plan and billing',
        reads: ['No subscription'],
        goOn: follow('Compare plans', () => paths.pricing),
      },
    ],
    error: AWAY,
    forbidden: [
      signInFirst(() => paths.settings),
      {
        when: 'an administrator acts as the user',
        as: 'acting',
        path: () => paths.settings,
        heading: 'Settings & Preferences',
        reads: [/sign-outs, billing and deletion are not available until you end it\.$/],
        goOn: async ({ tab, button, toast }) => {
          await tab('Notifications').click();
          await button('Save Preferences').click();
          await toast('Notifications Updated');
        },
      },
    ],
  },
  pricing: {
    empty: 'there are always plans',
    error: AWAY,
    forbidden: [
      {
        when: 'a visitor chooses',
        as: 'visitor',
        path: () => paths.pricing,
        heading: 'Plans for every community',
        goOn: follow('Choose Premium', () => paths.auth()),
      },
    ],
  },
  models: {
    empty: 'there are always four labels',
    error: AWAY,
    forbidden: 'for everybody, visitors included',
  },
  credits: {
    empty: [
      {
        when: 'none was ever bought',
        as: 'nobody',
        path: () => paths.credits,
        heading: 'No entries yet',
        reads: ['Credits that you buy and use are listed here.'],
        goOn: async ({ button }, page) => {
          const [opened] = await Promise.all([page.context().waitForEvent('page'), button('Buy 100 credits for $1.99').click()]);
          await opened.getByRole('heading', { name: 'Test checkout' }).waitFor();
          await opened.close();
        },
      },
    ],
    error: AWAY,
    forbidden: [signInFirst(() => paths.credits)],
  },
  sandboxCheckout: {
    empty: 'one payment, or none: an error',
    error: [noSuchCheckout('it never was', ({ unknown }) => unknown), noSuchCheckout('the address is cut off', () => 'nothing')],
    forbidden: [
      signInFirst(({ foreignCheckout }) => checkout(foreignCheckout)),
      noSuchCheckout('somebody else began it', ({ foreignCheckout }) => foreignCheckout),
    ],
  },
  sandboxPortal: {
    empty: [
      {
        when: 'nothing was paid',
        as: 'nobody',
        path: () => paths.sandboxPortal,
        heading: 'Nothing has been paid yet',
        reads: ['You have no subscription.'],
        goOn: follow('Settings', () => paths.settings),
      },
    ],
    error: AWAY,
    forbidden: [signInFirst(() => paths.sandboxPortal)],
  },
  changePlan: {
    empty: 'one amount, or none: an error',
    error: [
      {
        when: 'there is no subscription',
        as: 'nobody',
        path: () => paths.changePlan('premium'),
        heading: 'There is no subscription to change',
        reads: ['Choose a plan first.'],
        goOn: follow('Plans and prices', () => paths.pricing),
      },
    ],
    forbidden: [
      signInFirst(() => paths.changePlan('premium')),
      {
        when: 'an administrator acts as the user',
        as: 'acting',
        path: () => paths.changePlan('premium'),
        heading: 'This change is not possible',
        goOn: follow('See it in Settings', () => paths.settings),
      },
    ],
  },
} satisfies Record<string, Row>;
