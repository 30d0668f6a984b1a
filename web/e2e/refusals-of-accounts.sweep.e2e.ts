import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { BrowserSession, Visitor } from './browser.js';
import { aBot, aName, aPerson, givePlan, impersonate, PASSWORD, signInSuperAdmin } from './users.js';
import { theProduct } from './product.js';
import { screenOf, type Screen } from './screen.js';

const NOT_REACHED = 'Kith cannot be reached. Please check your connection.';
const ACTING = 'This is not possible while you act as another user.';
const SHORT_NAME = 'Username must be at least 3 characters';
const SHORT_PASSWORD = 'Password must be at least 6 characters';

const product = theProduct();
let visitor: Visitor;
let page: Page;
let screen: Screen;

const look = async (person?: BrowserSession): Promise<void> => {
  visitor = await product.visit(person);
  page = visitor.page;
  screen = screenOf(page);
};

/** Runs the action while the browser is offline. */
async function offline(work: () => Promise<void>): Promise<void> {
  visitor.expects(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  await page.context().setOffline(true);
  await work();
  await page.context().setOffline(false);
}

describe('sign-in page refusals', () => {
  beforeAll(() => look());

  it('every invalid field of the login form is reported at the field', async () => {
    await page.goto('/auth?tab=login');
    await screen.field('Username').fill('Al');
    await screen.field('Password').fill('short');
    await screen.button('Login').click();
    await screen.problem('Username', SHORT_NAME);
    await screen.problem('Password', SHORT_PASSWORD);
  });

  it('every invalid field of the registration form is reported at the field', async () => {
    await page.goto('/auth?tab=register');
    await screen.button('Create account').click();
    const rules = [
      ['Username', SHORT_NAME],
      ['Email', 'Please enter a valid email address'],
      ['Password', SHORT_PASSWORD],
      ['Confirm Password', SHORT_PASSWORD],
    ] as const;
    for (const [label, problem] of rules) await screen.problem(label, problem);
    await screen.field('Password').fill(PASSWORD);
    await screen.field('Confirm Password').fill('another horse');
    await screen.button('Create account').click();
    await screen.problem('Confirm Password', 'Passwords do not match');
  });

  it('a username that is taken is reported in a toast and at its field', async () => {
    const { username } = await aPerson(product.stack);
    visitor.expects(/409.*\/api\/auth\/register$/);
    await screen.field('Username').fill(username);
    await screen.field('Email').fill(`${aName('other')}@example.test`);
    await screen.field('Confirm Password').fill(PASSWORD);
    await screen.button('Create account').click();
    await screen.toast('Registration failed', 'This username is already taken.');
    await screen.problem('Username', 'This username is already taken.');
  });

  it('a logout that fails keeps the user signed in', async () => {
    const owner = await aPerson(product.stack);
    await look(owner);
    await page.goto('/dashboard');
    await screen.heading(`Welcome back, ${owner.username}`);
    await offline(async () => {
      await screen.button('Logout').click();
      await screen.toast('Logout failed', NOT_REACHED);
    });
    await screen.button('Logout').click();
    await screen.toast('Logged out', 'You have been successfully logged out.');
  });
});

describe('settings page refusals', () => {
  beforeAll(async () => {
    await look(await aPerson(product.stack));
    await page.goto('/settings');
    await screen.heading('Settings & Preferences');
  });

  it('every invalid field of the profile is reported at the field', async () => {
    await screen.field('Username').fill('  ');
    await screen.field('Email').fill('nobody');
    await screen.button('Save Changes').click();
    await screen.toast('Validation Error', 'Username is required');
    await screen.problem('Username', 'Username is required');
    await screen.problem('Email', 'Please enter a valid email address');
  });

  it('every invalid field of the password form is reported at the field', async () => {
    await screen.tab('Security').click();
    await screen.field('New Password').fill('short');
    // The profile has such a field too, while its e-mail address is changed.
    await screen.field('Current Password').filter({ visible: true }).fill(PASSWORD);
    await screen.field('Confirm New Password').fill('shorter');
    await screen.button('Change Password').click();
    await screen.problem('New Password', SHORT_PASSWORD);
    await screen.problem('Confirm New Password', 'New passwords do not match');
  });

  it('settings that cannot be saved without a connection stay as typed', async () => {
    await screen.tab('Notifications').click();
    const reports = page.getByRole('switch', { name: /^Usage reports/ });
    await reports.click();
    await offline(async () => {
      await screen.button('Save Preferences').click();
      await screen.toast('Failed to save notification settings', NOT_REACHED);
    });
    expect(await reports.isChecked()).toBe(true);
    await screen.tab('API & Advanced').click();
    await screen.field('Personal API Key').fill('sk-journey-98765');
    await offline(async () => {
      await screen.button('Save API Settings').click();
      await screen.toast('Failed to save API settings', NOT_REACHED);
    });
    expect(await screen.field('Personal API Key').inputValue()).toBe('sk-journey-98765');
  });
});

describe('payment refusals', () => {
  it('a toast says that the payment page opens in another tab', async () => {
    await look(await aPerson(product.stack));
    await page.goto('/credits');
    await Promise.all([page.context().waitForEvent('page'), screen.button('Buy Credits Now').click()]);
    await screen.toast('Setting Up Payment', 'The payment page opens in a new tab. This page stays as it is.');
  });

  it('no payment begins during impersonation', async () => {
    const user = await aPerson(product.stack, { who: 'nina' });
    await aBot(user, 'Only');
    await look(await impersonate(await signInSuperAdmin(product.stack), user.id));
    await page.goto('/create');
    await screen.dialog.getByRole('button', { name: 'Upgrade to Standard' }).click();
    await screen.toast('Error', ACTING);
    await page.goto('/credits');
    await screen.button('Buy Credits Now').click();
    await screen.toast('Checkout Error', ACTING);
    await page.goto('/pricing');
    await screen.button('Choose Standard').click();
    await screen.button('Proceed to Checkout').click();
    await screen.toast('Payment Setup Failed', ACTING);
    await givePlan(product.stack, user.id, 'standard');
    await page.reload();
    await screen.button('Choose Premium').click();
    await screen.button('Proceed to Checkout').click();
    await screen.toast('Upgrade Failed', ACTING);
    await screen.dialog.locator('.notice').getByText(ACTING).waitFor();
  });

  it('an impersonation that cannot be ended without a connection goes on', async () => {
    await screen.button('Cancel').click();
    await offline(async () => {
      await screen.button('End Impersonation').click();
      await screen.toast('Error', `Failed to end impersonation: ${NOT_REACHED}`);
    });
    await screen.button('End Impersonation').click();
    await screen.toast('Impersonation Ended');
  });
});
