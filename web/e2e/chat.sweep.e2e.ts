import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Visitor } from './browser.js';
import { aBot, aPerson, done, made, theSuperAdmin, type Person } from './users.js';
import { theProduct } from './product.js';
import { screenOf, type Screen } from './screen.js';

/** One white pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
);
const picturesIn = (messages: readonly unknown[]): string[] => JSON.stringify(messages).match(/data:image\/png;base64/g) ?? [];
const said = (messages: readonly unknown[], text: string): boolean => JSON.stringify(messages.at(-1)).includes(text);
const FACT = 'Game night is every Friday at 8 pm in the Lounge voice channel.';

describe('test chat', () => {
  const product = theProduct();
  let owner: Person;
  let bot: string;
  let visitor: Visitor;
  let page: Page;
  let screen: Screen;

  beforeAll(async () => {
    owner = await aPerson(product.stack, { plan: 'standard' });
    bot = await aBot(owner, 'Juniper');
    await made(owner, `/api/bots/${bot}/knowledge`, { title: 'Game nights', content: FACT, type: 'text' });
    visitor = await product.visit(owner);
    page = visitor.page;
    screen = screenOf(page);
  });

  const input = () => screen.field('Message Juniper');
  const own = (text: string) => page.locator('.message[data-own="true"]').getByText(text, { exact: true });

  async function say(text: string): Promise<void> {
    await input().fill(text);
    await input().press('Enter');
    await own(text).waitFor();
    await screen.button('Send message').waitFor();
  }

  it('a blank message is not sent, and Shift+Enter breaks the line', async () => {
    await page.goto(`/bots/${bot}/chat`);
    await screen.text('Start a Conversation');
    expect(await screen.button('Send message').isDisabled()).toBe(true);
    await input().fill('   ');
    await input().press('Enter');
    await input().fill('one');
    await input().press('Shift+Enter');
    await input().pressSequentially('two');
    expect(await input().inputValue()).toBe('one\ntwo');
    await screen.text('Start a Conversation');
  });

  it('a reply streams in and names the knowledge item that it comes from', async () => {
    await say('When is the next game night?');
    await page
      .locator('.bubble')
      .getByText(/Friday/)
      .waitFor();
    await page.locator('.footnotes').getByText('Game nights').waitFor();
  });

  it('allowed files are attached and others are reported', async () => {
    const picker = page.getByTestId('file-picker');
    await picker.setInputFiles([
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Bring snacks.') },
      { name: 'virus.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    ]);
    await screen.toast('Some files were skipped', /virus\.exe/);
    await page.getByText('notes.txt').waitFor();
    await say('What is in the file?');
    await page.locator('.message[data-own="true"]').getByText('notes.txt').waitFor();
  });

  it('a persistent chat is still there after a reload', async () => {
    const persistent = page.getByRole('switch', { name: 'Persistent chat' });
    await persistent.click();
    await screen.toast('Persistent Chat Enabled');
    await page.reload();
    await own('When is the next game night?').waitFor();
    await persistent.click();
    await screen.toast('Persistent Chat Disabled');
    await page.reload();
    await screen.text('Start a Conversation');
  });

  it('the conversation is exported as a text file', async () => {
    await say('Hello!');
    const [download] = await Promise.all([page.waitForEvent('download'), screen.button('Export chat').click()]);
    expect(download.suggestedFilename()).toMatch(/^Juniper_chat_\d{4}-\d\d-\d\d\.txt$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('Hello!');
    expect(text).toContain('Juniper:');
  });

  it('the chat is cleared after a confirmation', async () => {
    await screen.button('Clear chat').click();
    await screen.dialog.getByRole('button', { name: 'Cancel' }).click();
    await own('Hello!').waitFor();
    await screen.button('Clear chat').click();
    await screen.button('Clear messages').click();
    await screen.toast('Chat Cleared');
    await screen.text('Start a Conversation');
  });

  it('a message that could not be sent stays in the input and can be sent again', async () => {
    visitor.expects(/ERR_INTERNET_DISCONNECTED|WebSocket/);
    await page.context().setOffline(true);
    await input().fill('Are you there?');
    await input().press('Enter');
    await screen.toast('Error');
    await page.getByText('Your message was not sent').waitFor();
    expect(await input().inputValue()).toBe('Are you there?');
    await page.context().setOffline(false);
    await screen.button('Retry').click();
    await own('Are you there?').waitFor();
    await screen.button('Send message').waitFor();
    expect(await input().inputValue()).toBe('');
  });

  it('a message to a bot that was deleted meanwhile says that it is gone', async () => {
    visitor.expects(/404.*\/chat\/stream$/);
    const gone = await aBot(owner, 'Gone');
    await page.goto(`/bots/${gone}/chat`);
    await screen.text('Start a Conversation');
    await done(owner.client.delete(`/api/bots/${gone}`));
    await screen.field('Message Gone').fill('Hello?');
    await screen.field('Message Gone').press('Enter');
    await screen.toast('Error', "This bot doesn't exist or you don't have permission to chat with it.");
    expect(await screen.field('Message Gone').inputValue()).toBe('Hello?');
  });
});

describe('test chat with a language model', () => {
  const product = theProduct({ hasModel: true });

  it('the daily limit is reported, and credits take over', async () => {
    const { page: narrow, free, expects } = await atTheLimit();
    expects(/429.*\/chat\/stream$/);
    const shown = screenOf(narrow);
    await shown.field('Message Amber').fill('One more?');
    await shown.field('Message Amber').press('Enter');
    await shown.toast('Error', /You have used all messages of today/);
    await shown.link('Buy message credits').waitFor();
    const root = await theSuperAdmin(product.stack);
    await done(root.client.post(`/api/admin/users/${free.id}/credits`, { credits: 1 }));
    await shown.button('Retry').click();
    await narrow.locator('.message[data-own="true"]').getByText('One more?').waitFor();
    await shown.button('Send message').waitFor();
  });

  it('a question about the picture of the message before is answered by a model that sees it again', async () => {
    // Tells what it sees in the whole conversation, and where.
    product.model.mock.reset();
    product.model.mock.on({ predicate: ({ messages }) => said(messages, 'And what is') }, ({ messages }) => ({
      content: `I see ${picturesIn(messages.slice(0, -1)).length} picture from before.`,
    }));
    product.model.mock.on({ predicate: () => true }, { content: 'A pier.' });
    const owner = await aPerson(product.stack, { plan: 'standard' });
    const amber = await aBot(owner, 'Amber');
    const { page } = await product.visit(owner);
    const shown = screenOf(page);
    await page.goto(`/bots/${amber}/chat`);
    await page.getByTestId('file-picker').setInputFiles([{ name: 'pier.png', mimeType: 'image/png', buffer: PNG }]);
    await page.getByText('pier.png').waitFor();
    for (const [question, answer] of [
      ['What is this?', 'A pier.'],
      ['And what is left of it?', 'I see 1 picture from before.'],
    ] as const) {
      await shown.field('Message Amber').fill(question);
      await shown.field('Message Amber').press('Enter');
      await page.locator('.bubble').getByText(answer).waitFor();
      await shown.button('Send message').waitFor();
    }
    product.model.mock.reset();
    product.model.mock.on({ predicate: () => true }, { content: 'Hello.' });
  });

  async function atTheLimit() {
    const free = await aPerson(product.stack, { who: 'theo' });
    const amber = await aBot(free, 'Amber');
    // One user may have five messages in progress at a time.
    for (let sent = 0; sent < 50; sent += 5) {
      const messages = Array.from({ length: 5 }, (_none, at) => `Message ${sent + at}`);
      await Promise.all(messages.map((message) => done(free.client.post(`/api/bots/${amber}/chat`, { message }))));
    }
    const window = await product.visit(free);
    await window.page.goto(`/bots/${amber}/chat`);
    return { ...window, free };
  }
});
