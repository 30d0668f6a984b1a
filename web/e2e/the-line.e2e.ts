import { randomUUID } from 'node:crypto';
import { ApiClient, aStack, type Stack } from '@kith/all-in-one/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { aVisitor, launchBrowser, type Visitor } from './browser.js';

// Each screen is taken and checked four times, on machines that may be busy.
const STEP_MS = 120_000;
const TITLE = 'Port Amber';
const FACT = 'The lighthouse of Port Amber was built in 1874 and is open to visitors on Sundays from ten to four.';
const QUESTION = 'When was the lighthouse of Port Amber built?';

/** One person goes the whole way in the browser: from the landing page to an answer on Discord, and back to silence. */
describe('the thin line in the browser', () => {
  const username = `mara-${randomUUID().slice(0, 8)}`;
  let stack: Stack;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  const heading = (name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first();
  const toast = (text: string) => page.locator('.toast').getByText(text, { exact: true }).waitFor();

  beforeAll(async () => {
    [stack, browser] = await Promise.all([aStack(), launchBrowser()]);
    visitor = await aVisitor(browser, stack.baseUrl);
    page = visitor.page;
  }, STEP_MS);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  it(
    'arrives on the landing page',
    async () => {
      await page.goto('/');
      await heading('A companion that knows your community.');
      await visitor.show('landing');
      await page.goto('/nowhere');
      await heading('404 Page Not Found');
      await visitor.show('not-found');
      await page.goto('/dashboard');
      await page.waitForURL('**/auth');
      await visitor.show('auth-login');
    },
    STEP_MS,
  );

  it(
    'registers',
    async () => {
      await page.goto('/auth?tab=register');
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Email').fill(`${username}@example.test`);
      await page.getByLabel('Password', { exact: true }).fill('correct horse');
      await page.getByLabel('Confirm Password').fill('wrong horse');
      await button('Create account').click();
      await page.getByText('Passwords do not match').waitFor();
      await visitor.show('auth-register');
      await page.getByLabel('Confirm Password').fill('correct horse');
      await button('Create account').click();
      await toast('Registration successful');
      await heading(`Welcome back, ${username}`);
      await page.getByText('No bots yet').waitFor();
      await visitor.show('dashboard-empty');
    },
    STEP_MS,
  );

  it(
    'creates a companion',
    async () => {
      await link('Create Your First Bot').click();
      await heading('Create Your AI Companion');
      await button('Create Bot').click();
      await page.getByText('Bot name must be at least 3 characters').waitFor();
      await page.getByLabel('Bot Name').fill('Amber');
      await page.getByLabel('Description').fill('Knows the coast and its lighthouse.');
      await visitor.show('create');
      await button('Create Bot').click();
      await toast('Bot created successfully');
      await heading(/^Amber/);
      await visitor.show('bot');
    },
    STEP_MS,
  );

  it(
    'talks to it in the test chat',
    async () => {
      await link('Chat with Bot').click();
      await page.getByText('Start a Conversation').waitFor();
      await visitor.show('chat-empty');
      await say('Hello there!');
      await visitor.show('chat');
    },
    STEP_MS,
  );

  it(
    'saves a Discord token',
    async () => {
      const { token } = await companion();
      await page.goto('/dashboard');
      await button('Setup Required').click();
      await toast('Discord Token Required! 🔑');
      await link('Open Edit').click();
      await page.getByRole('tab', { name: 'Discord' }).click();
      await page.getByLabel('Discord Token').fill(token);
      await visitor.show('edit-discord');
      await button('Update Bot').click();
      await toast('Bot updated successfully');
      await page.getByText(token.slice(-4)).waitFor();
      expect(await page.content()).not.toContain(token);
    },
    STEP_MS,
  );

  it(
    'teaches it one text, once the plan allows it',
    async () => {
      await link('Knowledge Base').click();
      await heading('Upgrade to Add Knowledge');
      await visitor.show('knowledge-free');
      await grantStandardPlan();
      await page.reload();
      await button('Add Knowledge').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Title').fill(TITLE);
      await dialog.getByLabel('Content').fill(FACT);
      await visitor.show('knowledge-dialog');
      await dialog.getByRole('button', { name: 'Add Knowledge' }).click();
      await toast('Knowledge Added!');
      await page.getByText('Ready').waitFor();
      await visitor.show('knowledge');
    },
    STEP_MS,
  );

  it(
    'hears it answer from what it was taught, with the source',
    async () => {
      await link('Back to Bot').click();
      await link('Chat with Bot').click();
      await say(QUESTION);
      await page.locator('.bubble').getByText('1874').waitFor();
      await page.locator('.footnotes').getByText(TITLE).waitFor();
      await visitor.show('chat-with-source');
    },
    STEP_MS,
  );

  it(
    'starts it, and a member of the server gets an answer',
    async () => {
      await page.goto('/dashboard');
      await button('Start Bot').click();
      await toast('Bot Started!');
      await button('Stop Bot').waitFor();
      await visitor.show('dashboard');
      const messageId = await stack.discord.say({ bot: await companion(), content: QUESTION });
      const reply = await stack.discord.waitForReply(messageId, 15_000);
      expect(reply.content).toContain('1874');
      // The count arrives by the poll, without a reload.
      await page.getByText('3 msgs').waitFor({ timeout: 15_000 });
    },
    STEP_MS,
  );

  it(
    'stops it',
    async () => {
      await button('Stop Bot').click();
      await toast('Bot Stopped');
      await button('Start Bot').waitFor();
      await link('Amber').click();
      await page.getByText('Offline', { exact: true }).waitFor();
      await visitor.show('bot-offline');
    },
    STEP_MS,
  );

  it(
    'deletes it and leaves',
    async () => {
      await link('Delete Bot').click();
      await heading('Delete Amber?');
      await visitor.show('delete');
      await button('Delete Bot').click();
      await toast('Bot deleted');
      await page.waitForURL(stack.baseUrl);
      await link('Go to Dashboard').click();
      await page.getByText('No bots yet').waitFor();
      await button('Logout').click();
      await toast('Logged out');
      await page.waitForURL('**/auth');
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    },
    STEP_MS,
  );

  it('gave the browser nothing to complain about', () => {
    expect(visitor.complaints).toEqual([]);
  });

  let onDiscord: Awaited<ReturnType<Stack['discord']['addBot']>> | undefined;
  async function companion() {
    onDiscord ??= await stack.discord.addBot();
    return onDiscord;
  }

  async function say(text: string): Promise<void> {
    await page.getByRole('textbox').fill(text);
    await page.keyboard.press('Enter');
    await page.locator('.message[data-own="true"]').getByText(text).waitFor();
    await button('Send message').waitFor();
  }

  async function grantStandardPlan(): Promise<void> {
    const anonymous = new ApiClient(stack.baseUrl);
    const { client } = await anonymous.login(stack.superAdmin.username, stack.superAdmin.password);
    const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
    const { id } = (await new ApiClient(stack.baseUrl, token).get('/api/auth/user')).body;
    expect((await client.patch(`/api/admin/users/${String(id)}/subscription`, { plan: 'standard' })).status).toBe(200);
  }
});
