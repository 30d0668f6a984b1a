import { beforeAll, describe, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBot, aPerson, done, type Person } from './users.js';
import { theProduct } from './product.js';
import { aProxy } from './proxy.js';
import { screenOf, type Screen } from './screen.js';

const product = theProduct({ hasModel: true });
const LOST = 'Connection lost. Reconnecting…';

describe('dashboard', () => {
  let owner: Person;
  let page: Page;
  let screen: Screen;
  let bot: string;
  let onDiscord: Awaited<ReturnType<typeof product.stack.discord.addBot>>;

  beforeAll(async () => {
    owner = await aPerson(product.stack, { plan: 'standard' });
    ({ page } = await product.visit(owner));
    screen = screenOf(page);
    onDiscord = await product.stack.discord.addBot();
  });

  const card = (name: string) => page.getByRole('article', { name });
  const power = (name: string, label: string) => card(name).getByRole('button', { name: label });

  it('an empty dashboard leads to the create page', async () => {
    await page.goto('/dashboard');
    await screen.heading(`Welcome back, ${owner.username}`);
    await screen.heading('No bots yet');
    await screen.text('Create your first AI companion to start building amazing Discord experiences');
    await screen.link('Create Your First Bot').click();
    await page.waitForURL('**/create');
  });

  it('starting a bot without a token asks for the token', async () => {
    bot = await aBot(owner, 'Juniper', { description: 'Board games' });
    await page.goto('/dashboard');
    await power('Juniper', 'Setup Required').click();
    await screen.toast('Discord Token Required! 🔑', /Go to Edit → Discord Settings/);
  });

  it('a start that Discord refuses shows the reason and the bot stays offline', async () => {
    await done(owner.client.patch(`/api/bots/${bot}`, { discordToken: 'this-is-no-token-of-discord' }));
    await page.reload();
    await power('Juniper', 'Start Bot').click();
    await screen.toast('Failed to Start Bot');
    await power('Juniper', 'Start Bot').waitFor();
  });

  it('the power button starts and stops a bot', async () => {
    await done(owner.client.patch(`/api/bots/${bot}`, { discordToken: onDiscord.token }));
    await page.reload();
    await power('Juniper', 'Start Bot').click();
    await screen.toast('Bot Started!', 'Juniper is now online');
    await screen.text('1 Online');
    await power('Juniper', 'Stop Bot').click();
    await screen.toast('Bot Stopped', 'Juniper is now offline');
    await screen.text('0 Online');
  });

  it('a status change from elsewhere appears without a reload', async () => {
    await screen.text('Offline');
    // Nothing that the page asks is answered meanwhile: only the live connection can tell it.
    let letThrough = (): void => undefined;
    const shown = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/graphql', async (route) => {
      await shown;
      await route.continue();
    });
    await done(owner.client.post(`/api/bots/${bot}/start`));
    await card('Juniper').getByText('Online', { exact: true }).waitFor();
    letThrough();
    await done(owner.client.post(`/api/bots/${bot}/chat`, { message: 'Hello!' }));
    await screen.text('1 / 500');
  });

  it('a lost live connection is reported, polling takes over, and it reconnects', async () => {
    const proxy = await aProxy(product.stack.baseUrl);
    try {
      const visitor = await product.visit(owner, proxy.baseUrl);
      visitor.expects(/WebSocket/);
      const { page: unsteady } = visitor;
      const live = unsteady.waitForEvent('websocket');
      await unsteady.goto('/dashboard');
      await (await live).waitForEvent('framereceived');
      proxy.cutSockets();
      const { text, button } = screenOf(unsteady);
      await text(LOST);
      await done(owner.client.post(`/api/bots/${bot}/stop`));
      await unsteady.getByRole('article', { name: 'Juniper' }).getByText('Offline', { exact: true }).waitFor({ timeout: 15_000 });
      await button('Start Bot').waitFor();
      proxy.passSockets();
      await unsteady.getByText(LOST).waitFor({ state: 'hidden', timeout: 40_000 });
      await visitor.close();
    } finally {
      await proxy.stop();
    }
  });

  it('the classic dashboard finds a bot by name', async () => {
    await aBot(owner, 'Quill');
    await page.goto('/dashboard');
    await screen.link('Classic layout').click();
    await page.waitForURL('**/dashboard/classic');
    await page.getByPlaceholder('Search your bots...').fill('QUI');
    await card('Juniper').waitFor({ state: 'hidden' });
    await card('Quill').waitFor();
    await page.getByPlaceholder('Search your bots...').fill('nobody');
    await screen.heading('No bots found');
    await screen.button('Clear search').click();
    await card('Juniper').getByRole('link', { name: 'Manage' }).click();
    await screen.heading(/^Juniper/);
  });
});
