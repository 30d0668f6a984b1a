import { ApiClient } from '@kith/all-in-one/testing';
import { aSnowflake } from '@kith/kit/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { NARROW, WIDE, type Visitor } from './browser.js';
import { aBot, aName, aPerson, done, PASSWORD, subscribe, type Person } from './users.js';
import { theProduct } from './product.js';
import { screenOf, type Screen } from './screen.js';

const product = theProduct({ hasProviders: true });
const OWN_KEY = 'sk-ant-journey-98765';
let owner: Person;
let visitor: Visitor;
let page: Page;
let screen: Screen;

beforeAll(async () => {
  owner = await aPerson(product.stack);
  visitor = await product.visit(owner);
  page = visitor.page;
  screen = screenOf(page);
});

describe('settings page', () => {
  it('a new username and email are saved and shown in the sidebar', async () => {
    await page.goto('/settings');
    await screen.heading('Settings & Preferences');
    await screen.field('Username').fill('   ');
    await screen.button('Save Changes').click();
    await screen.toast('Validation Error', 'Username is required');
    const name = aName('moira');
    await screen.field('Username').fill(` ${name} `);
    await screen.button('Save Changes').click();
    await screen.toast('Profile Updated');
    await page.locator('.sidebar-name').getByText(name, { exact: true }).first().waitFor();
    owner = { ...owner, username: name };
  });

  it('a username that is taken is reported at its field', async () => {
    const { username } = await aPerson(product.stack, { who: 'theo' });
    await screen.field('Username').fill(username.toUpperCase());
    await screen.button('Save Changes').click();
    await screen.toast('Failed to update profile', 'This username is already taken.');
    expect(await screen.field('Username').inputValue()).toBe(username.toUpperCase());
  });

  it('the password changes only with the current one, and the new one signs in', async () => {
    await screen.tab('Security').click();
    const save = screen.button('Change Password');
    expect(await save.isDisabled()).toBe(true);
    await screen.field('Current Password').fill('not it at all');
    await screen.field('New Password').fill('another horse');
    await screen.field('Confirm New Password').fill('another house');
    await save.click();
    await screen.text('New passwords do not match');
    await screen.field('Confirm New Password').fill('another horse');
    await save.click();
    await screen.toast('Failed to change password', 'The current password is not correct.');
    await screen.field('Current Password').fill(PASSWORD);
    await save.click();
    await screen.toast('Password Changed');
    expect(await screen.field('New Password').inputValue()).toBe('');
  });

  it('notification switches and API settings are still set after a reload', async () => {
    await screen.tab('Notifications').click();
    await page.getByRole('switch', { name: /^Usage reports/ }).click();
    await screen.button('Save Preferences').click();
    await screen.toast('Notifications Updated');
    product.keyProviders.keys.set(OWN_KEY, 'working');
    await screen.tab('API & Advanced').click();
    await screen.field('Default Model Provider').selectOption({ label: 'Anthropic Claude' });
    await screen.field('Personal API Key').fill(OWN_KEY);
    await page.getByRole('switch', { name: /^Developer mode/ }).click();
    await screen.button('Save API Settings').click();
    await screen.toast('API Settings Updated');
    await screen.text('Your API key works. Anthropic accepted it.');
    await page.getByText(owner.id).waitFor();
    expect((await owner.client.get('/api/auth/user')).body).toMatchObject({
      notificationSettings: { usageReports: true },
      apiSettings: { defaultModelProvider: 'claude', developerMode: true, hasApiKey: true },
    });
    expect(await page.content()).not.toContain('journey-98765');
  });

  it('replies with the own key cost nothing, and none is written with it after it was removed', async () => {
    const botId = await aBot(owner, 'Wren');
    await page.goto(`/bots/${botId}/chat`);
    await screen.field('Message Wren').fill('Hello!');
    await screen.field('Message Wren').press('Enter');
    await page.locator('.bubble').getByText(product.keyProviders.reply).waitFor();
    const { body: reading } = await done(owner.client.get('/api/dashboard/resource-usage'));
    expect(reading).toMatchObject({ usage: { tokens: { used: 0 } } });
    expect(product.keyProviders.requests.filter(({ path }) => path.endsWith('/messages'))).toMatchObject([{ key: OWN_KEY }]);
    await page.goto('/settings?tab=api');
    await page.getByRole('switch', { name: /^Remove the stored key/ }).click();
    await screen.button('Save API Settings').click();
    await screen.toast('API Settings Updated');
    const { body: reply } = await done(owner.client.post(`/api/bots/${botId}/chat`, { message: 'And now?' }));
    expect(reply).toMatchObject({ engine: 'builtin' });
  });

  it('what can open the account is told at the bell without a reload, and stays read', async () => {
    await screen.button('Notifications').waitFor();
    const key = { name: 'Nightly script', scopes: ['bots:read'], currentPassword: 'another horse' };
    const create = 'mutation ($input: CreateAccessKeyInput!) { createAccessKey(input: $input) { key } }';
    expect((await owner.client.graphql(create, { input: key })).body['errors']).toBeUndefined();
    await screen.button('Notifications, 1 unread').click();
    await screen.dialog.getByRole('heading', { name: 'An access key was created for your account' }).waitFor();
    await screen.dialog.getByRole('button', { name: /^Mark as read: An access key/ }).click();
    await screen.dialog.getByText('Nothing unread').waitFor();
    await page.reload();
    await screen.button('Notifications').waitFor();
  });

  it('sessions are listed, one can be ended, and all can be ended [S18]', async () => {
    const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1' };
    const signIn = () => new ApiClient(product.stack.baseUrl).with(phone).login(owner.username, 'another horse');
    const [lost, kept] = [await signIn(), await signIn()];
    visitor.expects(/401/);
    await page.goto('/settings?tab=security');
    const ends = page.getByRole('button', { name: /^End the session / });
    await ends.nth(1).waitFor();
    await screen.text('This device');
    await ends.first().click();
    await screen.toast('Session Ended');
    const answers = await Promise.all([lost, kept].map(({ client }) => client.get('/api/auth/user')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);

    await screen.button('Sign out everywhere').click();
    await screen.dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL('**/auth');
    for (const { client } of [lost, kept, owner]) expect((await client.get('/api/auth/user')).status).toBe(401);
    await page.goto('/settings');
    await page.waitForURL('**/auth?return=%2Fsettings');
  });

  it('an account is deleted after its password is confirmed', async () => {
    const leaving = await aPerson(product.stack, { who: 'nina' });
    const { page: last, expects } = await product.visit(leaving);
    expects(/400.*\/graphql$|401/);
    const shown = screenOf(last);
    await last.goto('/settings?tab=security');
    await shown.button('Delete account').click();
    await shown.dialog.getByLabel('Your password', { exact: true }).fill('wrong');
    await shown.button('Delete my account').click();
    await shown.toast('Failed to delete account');
    for (const viewport of [NARROW, WIDE]) {
      await last.setViewportSize(viewport);
      expect(await last.evaluate(buttonsUnderToast)).toEqual([]);
      await shown.toast('Failed to delete account');
    }
    await shown.dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await shown.button('Delete my account').click();
    await shown.toast('Account Deleted');
    expect((await leaving.client.get('/api/auth/user')).status).toBe(401);
  });
});

describe('plans and credits', () => {
  let buyer: Person;

  beforeAll(async () => {
    buyer = await aPerson(product.stack, { who: 'theo' });
    ({ page } = visitor = await product.visit(buyer));
    screen = screenOf(page);
  });

  /** The page that opens in a new tab. */
  async function paymentPage(open: () => Promise<void>) {
    const [opened] = await Promise.all([page.context().waitForEvent('page'), open()]);
    const payment = screenOf(opened);
    await payment.heading('Test checkout');
    return { ...payment, opened };
  }

  it('choosing the free plan on the free plan shows a toast', async () => {
    await page.goto('/pricing');
    await screen.heading('Plans for every community');
    await screen.button('Choose Free').click();
    await screen.toast('Already on Free Plan');
  });

  it('credits bought on the sandbox payment page, which says that it is a sandbox, are added to the balance', async () => {
    await page.goto('/credits');
    await page.getByText('$7.99', { exact: true }).waitFor();
    const { opened, text, button } = await paymentPage(() => screen.button('Buy Credits Now').click());
    await text('This is a sandbox: No payment provider is configured, and no money moves.');
    await button('Pay in the sandbox').click();
    await opened.waitForURL('**/credits?purchase=success');
    await screen.toast('Credits Added', 'You now have 500 credits.');
    await page.locator('.balance-value').getByText('500').waitFor();
    await opened.close();
  });

  it('a declined sandbox payment adds no credits', async () => {
    const { opened, button, text } = await paymentPage(() => screen.button('Buy 100 credits for $1.99').click());
    visitor.expects(/402.*\/api\/sandbox\/checkout\//);
    await button('Decline').click();
    await text('The payment was declined. Nothing was charged. You can try again.');
    await opened.close();
    expect((await buyer.client.get('/api/credits')).body).toMatchObject({ credits: 500 });
  });

  it('a lower plan begins with the next period; a cancelled subscription ends with it and can be resumed [B13]', async () => {
    await subscribe(buyer, 'premium');
    await page.goto('/settings');
    await screen.link('Change to Standard').click();
    await screen.button('Change to Standard').click();
    await screen.toast('Plan Change Scheduled');
    await page.getByText(/^From .+ on you have Standard for \$9\.99 a month\.$/).waitFor();
    await screen.button('Cancel subscription').click();
    await screen.toast('Subscription Cancelled');
    await page.getByText(/^Your Premium subscription ends on .+ and is not renewed\./).waitFor();
    await screen.button('Resume subscription').click();
    await screen.toast('Subscription Resumed');
    await screen.button('Cancel subscription').waitFor();
    expect((await done(buyer.client.get('/api/auth/user'))).body).toMatchObject({ subscriptionPlan: 'premium' });
  });

  it('a refund in the sandbox ends the subscription, and Settings says why [B17]', async () => {
    await screen.link('Manage billing').click();
    await screen.button(/^Refund: .*, \$19\.99$/).click();
    await screen.text('You have no subscription.');
    await page.goto('/settings');
    await page.getByText(/^Your Premium subscription ended because its payment was refunded\./).waitFor();
    expect((await done(buyer.client.get('/api/auth/user'))).body).toMatchObject({ subscriptionPlan: 'free' });
  });

  it('a renewal that fails is said on the dashboard, the plan stays meanwhile, and all is well once it is paid [B13]', async () => {
    await subscribe(buyer, 'standard');
    await page.goto('/sandbox-portal');
    const decline = page.getByRole('switch', { name: 'The card is declined' });
    await decline.click();
    await screen.button('End this period now').click();
    await screen.button(/^Pay: /).waitFor();
    await page.goto('/dashboard');
    await page.getByText(/^A payment failed\. You keep Standard until /).waitFor();
    await screen.text('Standard Plan');
    const [opened] = await Promise.all([page.context().waitForEvent('page'), screen.link('Pay now').click()]);
    await opened.getByRole('switch', { name: 'The card is declined' }).click();
    await screenOf(opened)
      .button(/^Pay: /)
      .click();
    await screenOf(opened)
      .button(/^Refund: /)
      .first()
      .waitFor();
    await opened.close();
    await page.reload();
    await screen.text('Standard Plan');
    expect(await page.getByText(/^A payment failed/).count()).toBe(0);
    expect((await done(buyer.client.get('/api/subscriptions'))).body).toMatchObject({ paidPlan: 'basic', graceEndsAt: null });
  });

  it('an unknown checkout shows a page that says so', async () => {
    visitor.expects(/404.*\/api\/sandbox\/checkout\//);
    await page.goto('/sandbox-checkout/nothing');
    await screen.heading('There is no such checkout');
  });
});

describe('sign-in with Discord', () => {
  it('changes nothing for who refuses at Discord, and opens a new account for who confirms', async () => {
    const { page: anonymous } = await product.visit();
    const shown = screenOf(anonymous);
    const { discord } = product.stack;
    await discord.confirmSignInsAs(null);
    await anonymous.goto('/auth');
    await shown.button('Continue with Discord').click();
    await shown.text('You cancelled at Discord. Nothing was changed.');
    await shown.link('Back to login').click();
    const username = aName('dana');
    await discord.confirmSignInsAs({ id: aSnowflake(), username });
    await shown.button('Continue with Discord').click();
    await shown.heading(`Welcome back, ${username}`);
    await anonymous.goto('/settings?tab=security');
    await anonymous.getByText(username, { exact: true }).first().waitFor();
  });
});

/** The buttons of the open window that the toast lies on, in whole or in part. */
function buttonsUnderToast(): string[] {
  const toast = document.querySelector('dialog[open] .toast')?.getBoundingClientRect();
  if (!toast) return ['there is no toast'];
  const buttons = [...document.querySelectorAll('dialog[open] button')].filter((button) => button.closest('.toast') === null);
  const isUnder = ({ left, right, top, bottom }: DOMRect): boolean =>
    left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top;
  return buttons
    .filter((button) => isUnder(button.getBoundingClientRect()))
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
}
