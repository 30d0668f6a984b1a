import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import type { Page } from 'playwright-core';
import { aPerson, done, signInSuperAdmin, theSuperAdmin, type Person } from './users.js';
import { theProduct } from './product.js';
import { screenOf, type Screen } from './screen.js';

const product = theProduct();

describe('administration', () => {
  let root: Person;
  let user: Person;
  let page: Page;
  let screen: Screen;

  beforeAll(async () => {
    [root, user] = await Promise.all([theSuperAdmin(product.stack), aPerson(product.stack, { who: 'theo' })]);
    ({ page } = await product.visit(await signInSuperAdmin(product.stack)));
    screen = screenOf(page);
  });

  const find = async (path: string): Promise<void> => {
    await page.goto(path);
    await page.getByLabel('Search by username or email').fill(user.username);
    // Only the user that was searched for is left.
    await page.locator('.account').filter({ hasText: user.username }).last().waitFor();
  };

  it('a user without admin rights is sent away with Access Denied', async () => {
    const { page: outside } = await product.visit(user);
    const { toast } = screenOf(outside);
    for (const path of ['/admin', '/admin/users']) {
      await outside.goto(path);
      await toast('Access Denied', 'Only administrators can access this page.');
      await outside.waitForURL(`${product.stack.baseUrl}/`);
    }
    for (const path of ['/admin/credits', '/admin/impersonate', '/admin/models', '/admin/news', '/admin/audit']) {
      await outside.goto(path);
      await toast('Access Denied', 'You do not have permission to access this page.');
      await outside.waitForURL(`${product.stack.baseUrl}/`);
    }
  });

  it('the admin dashboard shows figures and exports the users', async () => {
    await page.goto('/admin');
    await screen.heading('Admin Dashboard');
    await screen.text('Total Users');
    expect(await screen.button('Delete Selected').isDisabled()).toBe(true);
    const [download] = await Promise.all([page.waitForEvent('download'), screen.button('Export Users').click()]);
    expect(await readFile(await download.path(), 'utf8')).toContain(user.username);
    await screen.tab('Platform Analytics').click();
    await screen.heading('Users per plan');
  });

  it('the user search finds users and says when none matches', async () => {
    await find('/admin/users');
    await page.getByLabel('Search by username or email').fill('nobody-of-this-name');
    await screen.heading('No users found');
    await screen.button('Clear search').click();
    await screen.button('Refresh').click();
  });

  it('an administrator changes the plan of a user', async () => {
    await find('/admin/users');
    await screen.button(`Change the plan of ${user.username}`).click();
    await screen.dialog.getByLabel('Plan', { exact: true }).selectOption({ label: 'Premium' });
    await screen.button('Save Plan').click();
    await screen.toast('Subscription Updated', `${user.username} is on the Premium plan now.`);
    expect((await user.client.get('/api/auth/user')).body).toMatchObject({ subscriptionPlan: 'premium' });
  });

  it('admin rights are granted and revoked', async () => {
    await screen.button(`Make ${user.username} an admin`).click();
    await screen.dialog.getByRole('button', { name: 'Make Admin' }).click();
    await screen.toast('Admin privileges granted');
    const { page: second } = await product.visit(user);
    const shown = screenOf(second);
    await second.goto('/admin');
    await shown.heading('Admin Dashboard');
    await second.goto('/admin/credits');
    await shown.toast('Access Denied', 'You do not have permission to access this page.');
    await page
      .getByRole('button', { name: `Revoke the admin rights of ${user.username}` })
      .first()
      .click();
    await screen.dialog.getByRole('button', { name: 'Revoke Admin' }).click();
    await screen.toast('Admin privileges revoked');
    expect((await user.client.get('/api/admin/users')).status).toBe(403);
  });

  it('the super-admin adds a positive whole number of credits', async () => {
    await find('/admin/credits');
    await screen.button(`Add credits to ${user.username}`).click();
    const add = screen.dialog.getByRole('button', { name: 'Add Credits', exact: true });
    const amount = screen.dialog.getByLabel('Credits to add');
    for (const nothing of ['', 'many', '0', '-5']) {
      await amount.fill(nothing);
      expect(await add.isDisabled()).toBe(true);
    }
    await amount.fill('1.5');
    await add.click();
    await screen.toast('Invalid Credit Amount', 'Please enter a positive number.');
    await amount.fill('250');
    await add.dblclick();
    await screen.toast('Credits Added', `${user.username} has 250 credits now.`);
    expect((await user.client.get('/api/credits')).body).toMatchObject({ credits: 250 });
  });

  it('impersonation shows a red banner, and ending it leads back to the admin dashboard', async () => {
    await page.goto('/admin/impersonate');
    await screen.button(`Impersonate ${root.username}`).click();
    await screen.toast('Cannot Impersonate Admin', 'You cannot impersonate another administrator.');
    await find('/admin/impersonate');
    await screen.button(`Impersonate ${user.username}`).click();
    await screen.button('Start Impersonation').click();
    await page.waitForURL('**/dashboard');
    await screen.toast('Impersonation Started', `You are now acting as ${user.username}.`);
    const banner = page.locator('.impersonation');
    await banner.getByText(`You are acting as ${user.username}, signed in as ${root.username}.`).waitFor();
    await page.goto('/settings');
    await page.getByText(/are not available until you end it/).waitFor();
    await banner.getByRole('button', { name: 'End Impersonation' }).click();
    await page.waitForURL('**/admin');
    await screen.toast('Impersonation Ended', `You are ${root.username} again.`);
    expect(await banner.count()).toBe(0);
  });

  it('product news of the super-admin arrive live at the bell of a user who wants them', async () => {
    await done(user.client.patch('/api/auth/notification-settings', { marketingUpdates: true }));
    const { page: other } = await product.visit(user);
    const shown = screenOf(other);
    await other.goto('/dashboard');
    await shown.button('Notifications').waitFor();
    await page.goto('/admin/news');
    await screen.field('Title').fill('Voices');
    await screen.field('Text').fill('Your companions listen to voice messages now.');
    await screen.button('Send').click();
    await screen.dialog.getByRole('button', { name: 'Send' }).click();
    await screen.toast('News are on their way');
    await shown.button('Notifications, 1 unread').click();
    await shown.dialog.getByText('Your companions listen to voice messages now.').waitFor();
    await shown.dialog.getByRole('button', { name: 'Mark all as read' }).click();
    await shown.dialog.getByText('Nothing unread').waitFor();
    await screen.text('Told 1 person');
  });

  it('a model that the super-admin changes is in force for everybody within seconds', async () => {
    await page.goto('/admin/models');
    await screen.button('Change latest').click();
    await screen.dialog.getByLabel('Model', { exact: true }).fill('GPT-7 Vega');
    await screen.dialog.getByLabel("Provider's model ID").fill('gpt-7-vega');
    await screen.dialog.getByRole('button', { name: 'Save model' }).click();
    await screen.toast('Model Saved');
    await screen.button('Use the start value of latest').waitFor();
    const { page: outside } = await product.visit();
    await waitFor('the new name', async () => {
      await outside.goto('/models');
      await outside.getByRole('list', { name: 'Model catalogue' }).waitFor();
      return (await outside.getByRole('heading', { name: 'GPT-7 Vega' }).count()) === 1;
    });
  });

  it('the audit log lists every action of this file', async () => {
    await page.goto('/admin/audit');
    await screen.text('Chain intact');
    const entries = page.getByRole('list', { name: 'Entries' });
    for (const act of [
      'Impersonation started',
      'Credits granted',
      'Admin granted',
      'Admin revoked',
      'Plan set',
      'Model changed',
      'Product news sent',
    ])
      await entries.getByText(act, { exact: true }).first().waitFor();
    await page.getByLabel('Action').selectOption({ label: 'Plan set' });
    await screen.button('Filter').click();
    await entries.getByText('Impersonation started', { exact: true }).first().waitFor({ state: 'hidden' });
    await entries.getByText('Plan set', { exact: true }).first().waitFor();
  });

  it('an administrator whose right was revoked meanwhile is told so', async () => {
    const second = await aPerson(product.stack, { who: 'nina' });
    await done(root.client.post(`/api/admin/grant-admin/${second.id}`));
    const { page: stale } = await product.visit(second);
    await stale.goto('/admin');
    await screenOf(stale).heading('Admin Dashboard');
    await done(root.client.post(`/api/admin/revoke-admin/${second.id}`));
    await screenOf(stale).link('Manage Plans and Admins').click();
    await stale
      .getByText(/Failed to load|Access Denied/)
      .first()
      .waitFor();
  });
});
