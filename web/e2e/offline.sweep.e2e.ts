import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBot, aPerson, type Person } from './users.js';
import { theProduct } from './product.js';
import { screenOf, type Screen } from './screen.js';

const product = theProduct();
const LOST = 'Connection lost. Reconnecting…';
const UNREACHABLE = 'Kith cannot be reached. Please check your connection.';
// Waits between attempts to reconnect grow, but the browser reports at once that it is online.
const HEALED = { state: 'hidden', timeout: 10_000 } as const;

describe('a lost network connection', () => {
  let owner: Person;
  let juniper: string;
  let page: Page;
  let screen: Screen;

  beforeAll(async () => {
    owner = await aPerson(product.stack, { plan: 'premium' });
    juniper = await aBot(owner, 'Juniper');
    await aBot(owner, 'Max');
    const visitor = await product.visit(owner);
    visitor.expects(/ERR_INTERNET_DISCONNECTED|dynamically imported module/);
    page = visitor.page;
    screen = screenOf(page);
  });

  const cut = (isOffline: boolean) => page.context().setOffline(isOffline);
  const card = (name: string) => page.getByRole('article', { name });

  it('is shown on the dashboard, which keeps its data and updates it after reconnecting', async () => {
    await page.goto('/dashboard');
    await card('Juniper').waitFor();
    await cut(true);
    await screen.text(LOST);
    await aBot(owner, 'Meanwhile');
    await card('Juniper').waitFor();
    expect(await card('Meanwhile').count()).toBe(0);
    await cut(false);
    await page.getByText(LOST).waitFor(HEALED);
    await card('Meanwhile').waitFor();
  });

  it('keeps an unsent chat message, even over a reload', async () => {
    await page.goto(`/bots/${juniper}/chat`);
    const input = screen.field('Message Juniper');
    await input.fill('Are you there?');
    await cut(true);
    await page.keyboard.press('Enter');
    await screen.toast('Error', UNREACHABLE);
    await screen.text('Your message was not sent');
    await cut(false);
    await page.reload();
    await input.waitFor();
    expect(await input.inputValue()).toBe('Are you there?');
    await input.press('Enter');
    await page.locator('.message[data-own="true"]').getByText('Are you there?', { exact: true }).waitFor();
    await screen.button('Send message').waitFor();
    expect(await input.inputValue()).toBe('');
  });

  it('keeps what is typed into a form', async () => {
    await page.goto('/create');
    await screen.field('Bot Name').fill('Amber');
    await cut(true);
    await screen.button('Create Bot').click();
    await screen.toast('Failed to create bot', UNREACHABLE);
    expect(await screen.field('Bot Name').inputValue()).toBe('Amber');
    await cut(false);
    await screen.button('Create Bot').click();
    await screen.toast('Bot created successfully');
    await screen.heading(/^Amber/);
  });

  it('shows a page that cannot load its data with a button that tries again', async () => {
    await page.goto('/dashboard');
    const commandsOf = (name: string) => card(name).getByRole('link', { name: `Commands, ${name}` });
    // Its code is there by then; what Max knows is not.
    await commandsOf('Juniper').click();
    await screen.button('Add Ping').waitFor();
    await screen.link('Dashboard').click();
    await card('Max').waitFor();
    await cut(true);
    await commandsOf('Max').click();
    await screen.heading('This could not be loaded');
    await screen.text(UNREACHABLE);
    await screen.button('Try again').click();
    await screen.text(UNREACHABLE);
    await cut(false);
    await screen.button('Try again').click();
    await screen.heading('Max');
    await screen.button('Add Ping').waitFor();
  });

  it('loads a page whose code was missing as soon as the connection is back', async () => {
    await page.goto('/dashboard');
    await card('Juniper').waitFor();
    await cut(true);
    await screen.link('Message Credits').click();
    await screen.heading('Something went wrong');
    await screen.text(UNREACHABLE);
    await screen.button('Reload page').click();
    await screen.text(UNREACHABLE);
    // What is loaded can be used still.
    await screen.link('Dashboard').click();
    await card('Juniper').waitFor();
    await screen.link('Message Credits').click();
    await screen.text(UNREACHABLE);
    await cut(false);
    await screen.heading('Your balance');
    await page.waitForURL('**/credits');
  });
});
