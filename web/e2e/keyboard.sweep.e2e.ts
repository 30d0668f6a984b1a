import { beforeAll, describe, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { theProduct } from './product.js';
import { screenOf, type Screen } from './screen.js';
import { aName, PASSWORD } from './users.js';

const product = theProduct();
let page: Page;
let screen: Screen;

describe('one person who uses the keyboard only', () => {
  const MOST_STOPS = 120;

  beforeAll(async () => {
    ({ page } = await product.visit());
    screen = screenOf(page);
  });

  it('registration signs the person in', async () => {
    await page.goto('/');
    await screen.heading('A companion that knows your community.');
    await go('Get Started');
    await page.waitForURL('**/auth**');
    await screen.tab('Login').waitFor();
    if ((await screen.tab('Register').getAttribute('aria-selected')) !== 'true') {
      await reach('Login');
      await page.keyboard.press('ArrowRight');
    }
    const username = aName('kay');
    for (const [label, text] of [
      ['Username', username],
      ['Email', `${username}@example.test`],
      ['Password', PASSWORD],
      ['Confirm Password', PASSWORD],
    ] as const) {
      await reach(label);
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await screen.heading(`Welcome back, ${username}`);
  });

  it('the create form creates a bot', async () => {
    await go('Create Your First Bot');
    await screen.heading('Create Your AI Companion');
    await reach('Bot Name');
    await page.keyboard.type('Kestrel');
    await go('Create Bot');
    await screen.heading(/^Kestrel/);
  });

  it('the chat works with the keyboard', async () => {
    await go('Chat with Bot');
    await screen.text('Start a Conversation');
    await reach('Message Kestrel');
    await page.keyboard.type('Hello!');
    await page.keyboard.press('Enter');
    await page.locator('.message[data-own="false"]').waitFor();
    await screen.button('Send message').waitFor();
    await page.locator('textarea:focus').waitFor();
  });

  it('the command palette leads to the bot, which is deleted', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('Kestrel');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await screen.heading(/^Kestrel/);
    await go('Edit Configuration');
    await screen.heading('Edit Kestrel');
    await go('Delete Bot');
    await screen.heading('Delete Kestrel?');
    await go('Delete Bot');
    await screen.toast('Bot deleted');
    await page.waitForURL(product.stack.baseUrl);
  });

  const go = async (name: string): Promise<void> => {
    await reach(name);
    await page.keyboard.press('Enter');
  };

  /** Presses Tab until the element with this name has a visible focus. */
  async function reach(name: string): Promise<void> {
    const passed: string[] = [];
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      const focused = await page.evaluate(nameOfFocus);
      if (focused === name) return;
      passed.push(focused);
      await page.keyboard.press('Tab');
    }
    throw new Error(`${name} cannot be reached; the focus was on: ${passed.join(' | ')}`);
  }
});

function nameOfFocus(): string {
  const focused = document.activeElement;
  if (!focused?.matches(':focus-visible')) return '';
  const labels = 'labels' in focused ? [...((focused as HTMLInputElement).labels ?? [])] : [];
  const name = focused.getAttribute('aria-label') ?? labels.map((label) => label.textContent).join(' ');
  return (name || focused.textContent).trim();
}
