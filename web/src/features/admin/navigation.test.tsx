import { describe, expect, it } from '@jest/globals';
import type { User } from '@kith/proto';
import { screen } from '@testing-library/react';
import { Sidebar } from '../../app/layout/sidebar.js';
import { fakeServer } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { asAdmin, asSuperAdmin } from '../../testing/fake-admin.js';

const FOR_ALL = ['Dashboard', 'Create Bot', 'Custom Commands', 'Settings', 'Pricing & Models', 'Message Credits'];

async function entriesFor(user: User): Promise<(string | null)[]> {
  fakeServer({ 'GET /api/auth/user': () => ({ body: user }) });
  renderApp({ page: <Sidebar />, path: '/admin/users', isProtected: true });
  await screen.findByRole('link', { name: 'Settings' });
  return screen
    .getAllByRole('link')
    .flatMap(({ className, textContent }) => (className.includes('sidebar-link') ? [textContent] : []));
}

describe('the navigation', () => {
  it('has no admin links for a user', async () => {
    expect(await entriesFor(aUser())).toEqual(FOR_ALL);
  });

  it('has five admin links for an administrator and marks only the open page', async () => {
    expect(await entriesFor(asAdmin)).toEqual([
      ...FOR_ALL,
      'Admin Dashboard',
      'User Management',
      'Reports',
      'Revenue & Credits',
      'Payment Events',
    ]);
    expect(screen.getByRole('link', { name: 'User Management' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Admin Dashboard' }).getAttribute('aria-current')).toBeNull();
  });

  it('has all admin links for the super-admin, in the order of the specification', async () => {
    expect(await entriesFor(asSuperAdmin)).toEqual([
      ...FOR_ALL,
      'Admin Dashboard',
      'User Management',
      'Reports',
      'Revenue & Credits',
      'Payment Events',
      'User Impersonation',
      'Credit Management',
      'Model Catalogue',
      'Product News',
      'Audit Log',
    ]);
  });
});
