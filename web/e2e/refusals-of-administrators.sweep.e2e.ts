import { beforeAll, describe, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Visitor } from './browser.js';
import { aPerson, done, PASSWORD, signInSuperAdmin, theSuperAdmin, type Person } from './users.js';
import { theProduct } from './product.js';
import { screenOf, type Screen } from './screen.js';

const GONE = 'Not found.';
const FORBIDDEN = 'You do not have permission to do this.';
const NOT_REACHED = 'Kith cannot be reached. Please check your connection.';

const product = theProduct();
let visitor: Visitor;
let page: Page;
let screen: Screen;

const look = async (person: Pick<Person, 'token'>): Promise<void> => {
  visitor = await product.visit(person);
  page = visitor.page;
  screen = screenOf(page);
};
const inDialog = (name: string) => screen.dialog.getByRole('button', { name, exact: true });

describe('an account that was deleted while an administrator looks at it', () => {
  let user: Person;

  beforeAll(async () => look(await signInSuperAdmin(product.stack)));

  /** Finds a new account, opens a dialog of it, and deletes the account. */
  async function openAndDelete(path: string, button: (username: string) => string): Promise<void> {
    user = await aPerson(product.stack, { who: 'theo' });
    await page.goto(path);
    await screen.field('Search by username or email').fill(user.username);
    await screen.button(button(user.username)).click();
    await screen.dialog.waitFor();
    await done(user.client.delete('/api/auth/account', { password: PASSWORD }));
  }

  it('its plan cannot be changed', async () => {
    await openAndDelete('/admin/users', (username) => `Change the plan of ${username}`);
    await screen.dialog.getByLabel('Plan', { exact: true }).selectOption({ label: 'Premium' });
    await inDialog('Save Plan').click();
    await screen.toast('Update Failed', GONE);
    await screen.dialog.locator('.notice').getByText(GONE).waitFor();
  });

  it('it cannot be made an administrator', async () => {
    await openAndDelete('/admin/users', (username) => `Make ${username} an admin`);
    await inDialog('Make Admin').click();
    await screen.toast('Failed to grant admin privileges', GONE);
  });

  it('it cannot be given credits', async () => {
    await openAndDelete('/admin/credits', (username) => `Add credits to ${username}`);
    await screen.dialog.getByLabel('Credits to add').fill('5');
    await inDialog('Add Credits').click();
    await screen.toast('Failed to Add Credits', GONE);
  });

  it('it cannot be impersonated', async () => {
    visitor.expects(/404.*\/api\/admin\/impersonate\//);
    await openAndDelete('/admin/impersonate', (username) => `Impersonate ${username}`);
    await inDialog('Start Impersonation').click();
    await screen.toast('Impersonation Failed', GONE);
  });
});

describe('an invalid amount of credits', () => {
  it('is reported at its field', async () => {
    const user = await aPerson(product.stack, { who: 'nina' });
    await page.goto('/admin/credits');
    await screen.field('Search by username or email').fill(user.username);
    await screen.button(`Add credits to ${user.username}`).click();
    await screen.field('Credits to add').fill('0.5');
    await inDialog('Add Credits').click();
    await screen.toast('Invalid Credit Amount', 'Please enter a positive number.');
    await screen.problem('Credits to add', 'Please enter a positive number.');
    await screen.field('Credits to add').fill('1000001');
    await inDialog('Add Credits').click();
    await screen.toast('Failed to Add Credits');
    await screen.problem('Credits to add', '1,000,000');
  });
});

describe('lists of the super-admin that cannot be loaded', () => {
  beforeAll(async () => look(await signInSuperAdmin(product.stack)));

  it.each(['/admin/credits', '/admin/impersonate'])('%s says so and tries again', async (path) => {
    const { username } = product.stack.superAdmin;
    await page.goto(path);
    await screen.button('Refresh').waitFor();
    visitor.expects(/ERR_INTERNET_DISCONNECTED|WebSocket/);
    await page.context().setOffline(true);
    await screen.field('Search by username or email').fill(username);
    await screen.heading('Error loading users. Please try again.');
    await screen.text(NOT_REACHED);
    await page.context().setOffline(false);
    await screen.button('Try again').click();
    await page.getByRole('button', { name: new RegExp(` ${username}$`) }).waitFor();
  });
});

describe('an administrator whose right was revoked in another window', () => {
  let root: Person;
  let former: Person;

  beforeAll(async () => {
    root = await theSuperAdmin(product.stack);
    former = await aPerson(product.stack, { who: 'nina' });
    await done(root.client.post(`/api/admin/grant-admin/${former.id}`));
    await look(former);
  });

  const grant = () => done(root.client.post(`/api/admin/grant-admin/${former.id}`));
  const revoke = () => done(root.client.post(`/api/admin/revoke-admin/${former.id}`));

  it('cannot revoke rights', async () => {
    const other = await aPerson(product.stack, { who: 'theo' });
    await done(root.client.post(`/api/admin/grant-admin/${other.id}`));
    await page.goto('/admin/users');
    await screen.button(`Revoke the admin rights of ${other.username}`).click();
    await revoke();
    await inDialog('Revoke Admin').click();
    await screen.toast('Failed to revoke admin privileges', FORBIDDEN);
  });

  it('sees Access Denied instead of the lists', async () => {
    await grant();
    await page.goto('/admin');
    await screen.heading('Admin Dashboard');
    // The figures are there: a load that the revocation overtakes would replace the page and its links.
    await screen.text(/ on a paid plan$/);
    await revoke();
    await screen.link('Manage Plans and Admins').click();
    await screen.heading('Failed to load admin users');
    await screen.heading('Failed to load users');
    await screen.text(FORBIDDEN);
  });

  it('sees Access Denied instead of the figures and is led back', async () => {
    await grant();
    await page.goto('/admin/users');
    await screen.heading('Current Administrators');
    await revoke();
    await screen.link('Admin Dashboard').click();
    await screen.heading('Error Loading Admin Data');
    await screen.text('Could not load admin data. You may not have the necessary permissions.');
    await screen.link('Return to Dashboard').click();
    await screen.heading(`Welcome back, ${former.username}`);
  });
});
