import type { Page } from 'playwright-core';
import { paths } from '../src/lib/paths.js';
import { done } from './users.js';
import type { Screen } from './screen.js';
import type { Row, State, Who } from './state.js';
import type { StateUsers } from './state-users.js';
import { arrive, follow, signInFirst } from './follow.js';

const NOT_ADMIN = 'Only administrators can access this page.';
const NOT_SUPER = 'You do not have permission to access this page.';

/** A user without access is sent to the landing page with a toast and stays signed in (docs/specification.md). */
const denied = (as: Who & ('nobody' | 'admin'), path: string, text: string): State => ({
  when: `${as === 'admin' ? 'an administrator who is not the super-admin' : 'a user'} comes`,
  as,
  path: () => path,
  open: (_screen, page) => arrive(page, paths.landing),
  heading: 'A companion that knows your community.',
  toast: ['Access Denied', text],
  goOn: follow('Go to Dashboard', () => paths.dashboard),
});

const adminsOnly = (path: string): State[] => [signInFirst(() => path), denied('nobody', path, NOT_ADMIN)];
const superAdminOnly = (path: string): State[] => [
  signInFirst(() => path),
  denied('nobody', path, NOT_SUPER),
  denied('admin', path, NOT_SUPER),
];

const nobodyFound = (path: string, title: string): State => ({
  when: 'nobody has the name',
  as: 'root',
  path: () => path,
  open: async ({ heading, field }) => {
    await heading(title);
    await field('Search by username or email').fill('nobody-of-this-name');
  },
  heading: 'No users found',
  reads: ['No username or email contains “nobody-of-this-name”.'],
  goOn: async ({ button, field }, page, { owner }) => {
    await button('Clear search').click();
    await field('Search by username or email').fill(owner.username);
    await page.locator('.account').filter({ hasText: owner.username }).last().waitFor();
  },
});

const giveRight = ({ root, fallen }: StateUsers) => done(root.client.post(`/api/admin/grant-admin/${fallen.id}`));

/** Loses admin rights while the page is open. */
const fall = async ({ heading }: Screen, title: string, { root, fallen }: StateUsers): Promise<void> => {
  await heading(title);
  await done(root.client.post(`/api/admin/revoke-admin/${fallen.id}`));
};

const retryWithTheRight = async ({ button }: Screen, page: Page, users: StateUsers): Promise<void> => {
  const { fallen } = users;
  await giveRight(users);
  await button('Try again').first().click();
  await page.locator('.account').filter({ hasText: fallen.username }).first().waitFor();
};

/** As 2026-11, in UTC. */
function monthsAgo(count: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 7);
}

export const adminStates = {
  admin: {
    empty: [nobodyFound(paths.admin, 'Admin Dashboard')],
    error: [
      {
        when: 'the right is gone meanwhile',
        as: 'fallen',
        path: () => paths.adminUsers,
        open: async (screen, _page, users) => {
          await fall(screen, 'User Management', users);
          await screen.link('Admin Dashboard').click();
        },
        heading: 'Error Loading Admin Data',
        reads: ['Could not load admin data. You may not have the necessary permissions.'],
        goOn: async (screen, page, users) => {
          await follow('Return to Dashboard', () => paths.dashboard)(screen, page, users);
          await giveRight(users);
        },
      },
    ],
    forbidden: [
      ...adminsOnly(paths.admin),
      {
        when: 'the super-admin acts as a user',
        as: 'acting',
        path: () => paths.admin,
        open: (_screen, page) => arrive(page, paths.dashboard),
        heading: /^Welcome back/,
        reads: [/^You are acting as /],
        goOn: async ({ button, toast, heading }, page) => {
          await button('End Impersonation').click();
          await toast('Impersonation Ended');
          await arrive(page, paths.admin);
          await heading('Admin Dashboard');
        },
      },
    ],
  },
  adminUsers: {
    empty: [nobodyFound(paths.adminUsers, 'User Management')],
    error: [
      {
        when: 'the right is gone meanwhile',
        as: 'fallen',
        path: () => paths.admin,
        open: async (screen, _page, users) => {
          await fall(screen, 'Admin Dashboard', users);
          await screen.link('Manage Plans and Admins').click();
        },
        heading: 'Failed to load admin users',
        reads: ['Failed to load users', 'You do not have permission to do this.'],
        goOn: retryWithTheRight,
      },
    ],
    forbidden: adminsOnly(paths.adminUsers),
  },
  adminUser: {
    empty: [
      {
        when: 'the user has no companion',
        as: 'root',
        path: ({ nobody }) => paths.adminUser(nobody.id),
        heading: 'No companions',
        goOn: follow('All entries', () => paths.adminAudit()),
      },
    ],
    error: [
      {
        when: 'nobody has the id',
        as: 'root',
        path: ({ unknown }) => paths.adminUser(unknown),
        heading: 'The user could not be loaded',
        goOn: follow('Admin Dashboard', () => paths.admin),
      },
    ],
    forbidden: adminsOnly(paths.adminUser('00000000-0000-4000-8000-000000000000')),
  },
  adminImpersonate: {
    empty: [nobodyFound(paths.adminImpersonate, 'User Impersonation')],
    error: 'while a service is stopped: outage.sweep.e2e.ts; nobody takes the right from the super-admin',
    forbidden: superAdminOnly(paths.adminImpersonate),
  },
  adminCredits: {
    empty: [nobodyFound(paths.adminCredits, 'Credit Management')],
    error: 'while a service is stopped: outage.sweep.e2e.ts; nobody takes the right from the super-admin',
    forbidden: superAdminOnly(paths.adminCredits),
  },
  adminModels: {
    empty: 'there are always four labels',
    error: 'while a service is stopped: outage.sweep.e2e.ts; nobody takes the right from the super-admin',
    forbidden: superAdminOnly(paths.adminModels),
  },
  adminNews: {
    empty: [
      {
        when: 'no news were sent',
        as: 'root',
        path: () => paths.adminNews,
        heading: 'No news yet',
        goOn: async ({ button, problem }) => {
          await button('Send').click();
          await problem('Title', 'Title must be at least 3 characters');
        },
      },
    ],
    error: 'the auth service lists them, and without it nobody is signed in',
    forbidden: superAdminOnly(paths.adminNews),
  },
  adminReports: {
    empty: [
      {
        when: 'nobody reported a companion',
        as: 'root',
        path: () => paths.adminReports,
        heading: 'No reports',
        reads: ['There are none in this state.'],
        goOn: async ({ field }, page) => {
          await field('State').selectOption('dismissed');
          await page.waitForURL(({ search }) => search === '?state=dismissed');
        },
      },
    ],
    error: 'the runners list them, and without one no companion is online',
    forbidden: adminsOnly(paths.adminReports),
  },
  adminEvents: {
    empty: [
      {
        when: 'no event has the state',
        as: 'root',
        path: () => `${paths.adminEvents}?state=failed`,
        heading: 'No events found',
        reads: ['No event has this state.'],
        goOn: async ({ button }, page) => {
          await button('Show all').click();
          await page.waitForURL(({ search }) => search === '');
        },
      },
    ],
    error: 'while a service is stopped: outage.sweep.e2e.ts',
    forbidden: adminsOnly(paths.adminEvents),
  },
  adminRevenue: {
    empty: [
      {
        when: 'nothing was paid in the month',
        as: 'root',
        path: () => `${paths.adminRevenue}?period=${monthsAgo(11)}`,
        heading: 'Nothing was paid or given back in this period.',
        goOn: async ({ field }, page) => {
          await field('Period').selectOption('last-30-days');
          await page.waitForURL(({ search }) => search === '');
        },
      },
    ],
    error: 'while a service is stopped: outage.sweep.e2e.ts',
    forbidden: adminsOnly(paths.adminRevenue),
  },
  adminAudit: {
    empty: [
      {
        when: 'nothing is written about the user',
        as: 'root',
        path: ({ unknown }) => paths.adminAudit(unknown),
        heading: 'No entries found',
        reads: ['No entry matches these filters.'],
        goOn: async ({ button, text }) => {
          await button('Clear filters').click();
          await text('Chain intact');
        },
      },
    ],
    error: [
      {
        when: 'the address names no user',
        as: 'root',
        path: () => paths.adminAudit('nonsense'),
        heading: 'The audit log could not be loaded',
        goOn: async ({ field, button, text }) => {
          await field('User ID').fill('');
          await button('Filter').click();
          await text('Chain intact');
        },
      },
    ],
    forbidden: superAdminOnly(paths.adminAudit()),
  },
} satisfies Record<string, Row>;
