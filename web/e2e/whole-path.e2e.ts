import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aName, PASSWORD } from './users.js';
import { theProduct, type Product } from './product.js';
import { screenOf, type Screen } from './screen.js';

const TITLE = 'Port Amber';
const FACT = 'The lighthouse of Port Amber was built in 1874 and is open to visitors on Sundays from ten to four.';
const QUESTION = 'When was the lighthouse of Port Amber built?';

const product = theProduct();
let page: Page;
let screen: Screen;

describe('one person from the landing page to a reply on Discord', () => {
  const username = aName('mara');

  beforeAll(async () => {
    ({ page } = await product.visit());
    screen = screenOf(page);
  });

  it('a protected page leads a visitor to the sign-in page', async () => {
    await page.goto('/');
    await screen.heading('A companion that knows your community.');
    await page.goto('/dashboard');
    await page.waitForURL('**/auth');
  });

  it('registration signs the person in', async () => {
    await page.goto('/auth?tab=register');
    await screen.field('Username').fill(username);
    await screen.field('Email').fill(`${username}@example.test`);
    await screen.field('Password').fill(PASSWORD);
    await screen.field('Confirm Password').fill('wrong horse');
    await screen.button('Create account').click();
    await screen.text('Passwords do not match');
    await screen.field('Confirm Password').fill(PASSWORD);
    await screen.button('Create account').click();
    await screen.toast('Registration successful', 'Your account has been created!');
    await screen.heading(`Welcome back, ${username}`);
    await screen.text('No bots yet');
  });

  it('the create form creates a bot', async () => {
    await screen.link('Create Your First Bot').click();
    await screen.heading('Create Your AI Companion');
    await screen.field('Bot Name').fill('Amber');
    await screen.field('Description').fill('Knows the coast and its lighthouse.');
    await screen.button('Create Bot').click();
    await screen.toast('Bot created successfully');
    await screen.heading(/^Amber/);
  });

  it('the bot replies in the test chat', async () => {
    await screen.link('Chat with Bot').click();
    await screen.text('Start a Conversation');
    await say('Hello there!');
  });

  it('the Discord token is saved and shown masked', async () => {
    const { token } = await companion();
    await page.goto('/dashboard');
    await screen.button('Setup Required').click();
    await screen.toast('Discord Token Required! 🔑');
    await screen.link('Open Edit').click();
    await screen.tab('Discord').click();
    await screen.field('Discord Token').fill(token);
    await screen.button('Save Changes').click();
    await screen.toast('Bot Updated!');
    await page.getByText(token.slice(-4)).waitFor();
    expect(await page.content()).not.toContain(token);
  });

  it('a text is added to its knowledge on the free plan', async () => {
    await screen.link('Knowledge Base').click();
    await screen.button('Add Knowledge').first().click();
    await screen.dialog.getByLabel('Title', { exact: true }).fill(TITLE);
    await screen.dialog.getByLabel('Content', { exact: true }).fill(FACT);
    await screen.dialog.getByRole('button', { name: 'Add Knowledge' }).click();
    await screen.toast('Knowledge Added!');
    await screen.button('List').click();
    await screen.text('Ready');
  });

  it('the bot answers from the text and names the source', async () => {
    await screen.link('Back to Bot').click();
    await screen.link('Chat with Bot').click();
    await say(QUESTION);
    await page.locator('.bubble').getByText('1874').waitFor();
    await page.locator('.footnotes').getByText(TITLE).waitFor();
  });

  it('after the start a member on Discord gets a reply', async () => {
    await page.goto('/dashboard');
    await screen.button('Start Bot').click();
    await screen.toast('Bot Started!', 'Amber is now online');
    await screen.button('Stop Bot').waitFor();
    const messageId = await product.stack.discord.sendMessage({ bot: await companion(), content: QUESTION });
    const reply = await product.stack.discord.waitForReply(messageId, 15_000);
    expect(reply.content).toContain('1874');
    await page.reload();
    await screen.text('3 msgs');
  });

  it('after the stop the bot is offline on Discord', async () => {
    await screen.button('Stop Bot').click();
    await screen.toast('Bot Stopped', 'Amber is now offline');
    await screen.button('Start Bot').waitFor();
    await screen.link('Amber').click();
    // The list says 'Offline', too, and has links of the same names.
    await page.waitForURL(/\/bots\/[^/]+$/);
    await screen.text('Offline');
  });

  it('the bot is deleted and the person logs out', async () => {
    await screen.link('Settings').click();
    await screen.link('Delete Bot').click();
    await screen.heading('Delete Amber?');
    await screen.button('Delete Bot').click();
    await screen.toast('Bot deleted');
    await page.waitForURL(product.stack.baseUrl);
    await screen.link('Go to Dashboard').click();
    await screen.text('No bots yet');
    await screen.button('Logout').click();
    await screen.toast('Logged out', 'You have been successfully logged out.');
    await page.waitForURL('**/auth');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  it('a wrong password is refused and the right one signs in', async () => {
    const { page: again } = await wary();
    const shown = screenOf(again);
    await again.goto('/auth?tab=login');
    await shown.field('Username').fill(username.toUpperCase());
    await shown.field('Password').fill('not my horse');
    await shown.button('Login').click();
    await shown.toast('Login failed', 'Invalid username or password');
    await shown.field('Password').fill(PASSWORD);
    await shown.button('Login').click();
    await shown.toast('Login successful', 'Welcome back!');
    await shown.heading(/^Welcome back/);
  });

  /** A window in which failed sign-ins are expected. */
  async function wary(): ReturnType<Product['visit']> {
    const visitor = await product.visit();
    visitor.expects(/401.*\/api\/auth\/login$/);
    return visitor;
  }

  let onDiscord: Awaited<ReturnType<Product['stack']['discord']['addBot']>> | undefined;
  async function companion() {
    onDiscord ??= await product.stack.discord.addBot();
    return onDiscord;
  }

  async function say(text: string): Promise<void> {
    await page.getByRole('textbox').fill(text);
    await page.keyboard.press('Enter');
    await page.locator('.message[data-own="true"]').getByText(text).waitFor();
    await screen.button('Send message').waitFor();
  }
});
