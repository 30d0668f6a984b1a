import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBot, aPerson, done, made, PASSWORD, signInSuperAdmin, theSuperAdmin, type Person } from './users.js';
import { theProduct } from './product.js';
import { aProxy, type Proxy } from './proxy.js';
import { screenOf, type Screen } from './screen.js';

const product = theProduct();
let proxy: Proxy;

beforeAll(async () => {
  proxy = await aProxy(product.stack.baseUrl);
  proxy.cutSockets();
});
afterAll(() => proxy.stop());

/** Opens a window that reaches the product through the proxy. */
async function visitBehind(person: Pick<Person, 'token'>): Promise<Page> {
  const { page, expects } = await product.visit(person, proxy.baseUrl);
  expects(/502|401|WebSocket/);
  return page;
}

/** Kith's own errors have a message. A proxy's errors may not: the app then shows its own. */
describe('an error answer without a message, as proxies send it, is explained', () => {
  let owner: Person;
  let bot: string;
  let page: Page;
  let screen: Screen;

  beforeAll(async () => {
    owner = await aPerson(product.stack);
    const { token: discordToken } = await product.stack.discord.addBot({ name: 'Juniper' });
    bot = await aBot(owner, 'Juniper', { discordToken });
    await made(owner, `/api/bots/${bot}/commands`, { commandId: 'ping' });
    page = await visitBehind(owner);
    screen = screenOf(page);
  });

  /** Opens a page and then cuts off the product. */
  async function cutOff(path: string, ready: (screen: Screen) => Promise<void>): Promise<void> {
    proxy.find();
    await page.goto(proxy.baseUrl + path);
    await ready(screen);
    proxy.lose();
  }

  it('when starting and stopping a bot', async () => {
    await cutOff(`/bots/${bot}`, ({ button }) => button('Start Bot').waitFor());
    await screen.button('Start Bot').click();
    await screen.toast('Failed to Start Bot', 'Unable to start the bot. Please try again.');
    await done(owner.client.post(`/api/bots/${bot}/start`));
    await cutOff(`/bots/${bot}`, ({ button }) => button('Stop Bot').waitFor());
    await screen.button('Stop Bot').click();
    await screen.toast('Failed to Stop Bot', 'Unable to stop the bot. Please try again.');
    // The optimistic change is taken back.
    await screen.button('Stop Bot').waitFor();
  });

  it('when saving a bot', async () => {
    await cutOff(`/bots/${bot}/edit`, ({ field }) => field('Description').fill('Board games'));
    await screen.button('Save Changes').click();
    await screen.toast('Update Failed', 'There was an error updating your bot. Please try again.');
    await screen.text('Failed to update bot');
    proxy.find();
    await screen.button('Save Changes').click();
    await screen.toast('Bot Updated!', 'Bot updated successfully');
  });

  it('when saving channel settings', async () => {
    await cutOff(`/bots/${bot}/channel`, ({ field }) => field('Dedicated Channel ID').fill('112233445566778899'));
    await screen.button('Save Settings').click();
    await screen.toast('Update Failed', 'Failed to update channel settings');
  });

  it('when sending a chat message', async () => {
    await cutOff(`/bots/${bot}/chat`, ({ field }) => field('Message Juniper').fill('Hello?'));
    await screen.button('Send message').click();
    await screen.toast('Error', 'Failed to send message. Please try again.');
  });

  it('when learning, changing and removing commands', async () => {
    await cutOff(`/bots/${bot}/commands`, ({ button }) => button('Remove Ping').waitFor());
    await screen.button('Add Roll').click();
    await screen.toast('Failed to Add Command', 'Something went wrong');
    await screen.button('Remove Ping').click();
    await screen.toast('Failed to Remove Command', 'Something went wrong');
    await screen.button('Configure Ping').click();
    await screen.dialog.getByRole('button', { name: 'Save Changes' }).click();
    await screen.toast('Failed to Update Command', 'Something went wrong');
  });

  it('when saving a custom command', async () => {
    await cutOff('/custom-commands', async ({ field }) => {
      await field('Name').fill('Dice');
      await field('Trigger').fill('!dice');
      await field('Description').fill('Rolls a die');
    });
    await screen.button('Create Command').click();
    await screen.toast('Failed to create command', 'Unknown error occurred');
    await screen.button('Test Syntax').click();
    await screen.toast('Syntax Error', 'Unknown error occurred');
  });

  it('when opening a payment page', async () => {
    await cutOff('/create', ({ dialog }) => dialog.waitFor());
    await screen.dialog.getByRole('button', { name: 'Upgrade to Standard' }).click();
    await screen.toast('Error', 'Could not initiate upgrade process. Please try again.');
    await cutOff('/pricing', ({ button }) => button('Choose Standard').click());
    await screen.button('Proceed to Checkout').click();
    await screen.toast('Payment Setup Failed', 'Failed to create checkout session. Please try again.');
    await screen.dialog.locator('.notice').getByText('Failed to create checkout session. Please try again.').waitFor();
    await cutOff('/credits', ({ button }) => button('Buy Credits Now').click({ trial: true }));
    await screen.button('Buy Credits Now').click();
    await screen.toast('Checkout Error', 'Failed to start checkout process. Please try again.');
  });

  it('when deleting a bot', async () => {
    await cutOff(`/bots/${bot}/delete`, ({ heading }) => heading('Delete Juniper?'));
    await screen.button('Delete Bot').click();
    await screen.toast('Failed to delete bot', 'An unknown error occurred');
  });

  it('when buying in a session that ended elsewhere, by asking to sign in', async () => {
    await cutOff('/credits', ({ button }) => button('Buy Credits Now').click({ trial: true }));
    proxy.find();
    await done(owner.client.post('/api/auth/logout'));
    await screen.button('Buy Credits Now').click();
    await screen.toast('Authentication Required', 'Please log in to purchase credits');
    await page.waitForURL('**/auth?return=%2Fcredits');
  });

  it('when signing in, without showing the page of the proxy', async () => {
    await cutOff('/auth?tab=login', async ({ field }) => {
      await field('Username').fill(owner.username);
      await field('Password').fill(PASSWORD);
    });
    await screen.button('Login').click();
    await screen.toast('Login failed', 'Kith cannot be reached. Please check your connection.');
  });

  it('when an administrator changes users', async () => {
    const user = await aPerson(product.stack, { who: 'theo' });
    const root = await theSuperAdmin(product.stack);
    page = await visitBehind(await signInSuperAdmin(product.stack));
    screen = screenOf(page);
    const find = async ({ field, button }: Screen, label: string): Promise<void> => {
      await field('Search by username or email').fill(user.username);
      await button(label).click();
    };
    await cutOff('/admin/users', (shown) => find(shown, `Make ${user.username} an admin`));
    await screen.dialog.getByRole('button', { name: 'Make Admin' }).click();
    await screen.toast('Failed to grant admin privileges', 'An error occurred');
    await done(root.client.post(`/api/admin/grant-admin/${user.id}`));
    await cutOff('/admin/users', ({ button }) => button(`Revoke the admin rights of ${user.username}`).click());
    await screen.dialog.getByRole('button', { name: 'Revoke Admin' }).click();
    await screen.toast('Failed to revoke admin privileges', 'An error occurred');
  });
});
