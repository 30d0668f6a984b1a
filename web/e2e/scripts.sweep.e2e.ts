import { startStack, type Stack } from '@kith/all-in-one/testing';
import { startModel, type StandInModel } from '@kith/kit/testing';
import { nameText } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { aVisitor, launchBrowser, type Visitor } from './browser.js';
import { aBot, aPerson, done, givePlan, made, theSuperAdmin, type Person } from './users.js';
import { MARK, packed, PAYLOADS } from './payloads.js';
import { screenOf, type Screen } from './screen.js';

// All payloads are stored first.
jest.setTimeout(120_000);
// A name with an invisible character or a text direction mark is refused; these payloads stand in the other fields.
const isName = (payload: string): boolean => nameText(100).safeParse(payload).success;
const NAMES = packed(PAYLOADS.filter(isName), 100);
const TITLES = packed(PAYLOADS, 200);
const DESCRIPTIONS = packed(PAYLOADS, 500);
// Short, visible and different without regard to case, so that they are valid triggers and usernames.
const WORDS = [
  ...new Map(
    PAYLOADS.filter((payload) => /^[!-~]{3,32}$/.test(payload)).map((payload) => [payload.toLowerCase(), payload]),
  ).values(),
];
const MESSAGES = packed(PAYLOADS, 4000, '\n\n');

/** No text of users, models or Discord members runs as a script on any screen. */
describe('three hundred script payloads', () => {
  let model: StandInModel;
  let stack: Stack;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let screen: Screen;
  let owner: Person;
  let bot: string;

  beforeAll(async () => {
    model = await startModel();
    // This model repeats its input.
    model.mock.on({ predicate: () => true }, ({ messages }) => ({ content: String(messages.at(-1)?.content) }));
    [stack, browser] = await Promise.all([startStack(model.env), launchBrowser()]);
    owner = await aPerson(stack, { plan: 'premium' });
    await done(owner.client.patch('/api/auth/profile', { username: WORDS[0], email: `${owner.username}@example.test` }));
    await plant();
    visitor = await aVisitor(browser, stack.baseUrl, { token: owner.token });
    page = visitor.page;
    screen = screenOf(page);
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    await model?.stop();
  });

  /** Stores the payloads in every field that holds a text. */
  async function plant(): Promise<void> {
    const bots: string[] = [];
    for (const [at, name] of NAMES.entries())
      bots.push(
        await aBot(owner, name, { description: TITLES[at % TITLES.length], instructions: MESSAGES[at % MESSAGES.length] }),
      );
    bot = bots[0] ?? '';
    await Promise.all([plantKnowledge(), plantCommands(), plantSystems(), plantUsers(), plantOnDiscord()]);
  }
  async function plantKnowledge(): Promise<void> {
    const tags = PAYLOADS.filter(({ length }) => length <= 50).slice(0, 20);
    for (const [at, title] of TITLES.entries())
      await made(owner, `/api/bots/${bot}/knowledge`, { title, content: MESSAGES[at % MESSAGES.length], type: 'text', tags });
    const form = new FormData();
    form.append('title', TITLES[0] ?? '');
    form.append(
      'file',
      new File([MESSAGES.join('\n\n').replaceAll(/\p{Cc}/gu, ' ')], '"><img src=x onerror=__xss=1>.txt', { type: 'text/plain' }),
    );
    await done(owner.client.post(`/api/bots/${bot}/knowledge/upload`, form));
  }
  async function plantCommands(): Promise<void> {
    for (const [at, description] of DESCRIPTIONS.entries()) {
      const command = { name: NAMES[at], description, trigger: WORDS[at], code: CODE, icon: '<svg onload=x>' };
      await made(owner, '/api/user-commands', command);
    }
    const { text } = await done(owner.client.get('/api/commands'));
    const custom = (JSON.parse(text) as { id: string; category: string }[]).filter(({ category }) => category === 'custom');
    for (const { id: commandId } of custom) await made(owner, `/api/bots/${bot}/commands`, { commandId });
  }
  async function plantSystems(): Promise<void> {
    await done(owner.client.post(`/api/bots/${bot}/systems`, { systemId: 'welcome-messages' }));
    const [greeting, farewell] = DESCRIPTIONS;
    await done(owner.client.patch(`/api/bots/${bot}/systems/welcome-messages`, { settings: { greeting, farewell } }));
    await done(
      owner.client.patch(`/api/bots/${bot}`, { channelSettings: { whitelistUsers: MESSAGES[0], customPrefix: '"><b>' } }),
    );
  }
  async function plantUsers(): Promise<void> {
    for (const username of WORDS.slice(1, 25)) await aPerson(stack, { username });
  }
  async function plantOnDiscord(): Promise<void> {
    const { token: discordToken } = await stack.discord.addBot({ name: '<img src=x onerror=__xss=1>' });
    await done(owner.client.patch(`/api/bots/${bot}`, { discordToken }));
    await done(owner.client.post(`/api/bots/${bot}/start`));
  }

  /** Expects all payloads on the page and none of them executed. */
  async function shows(texts: readonly string[]): Promise<void> {
    await page.waitForFunction(missing, texts.slice(0, 1)).catch(() => undefined);
    expect(await page.evaluate(missing, texts)).toEqual([]);
    await expectUntouched();
  }
  async function expectUntouched(): Promise<void> {
    expect(await page.evaluate((mark) => mark in window, MARK)).toBe(false);
    expect(visitor.complaints.splice(0)).toEqual([]);
  }

  it('are three hundred different texts', () => {
    expect(PAYLOADS).toHaveLength(300);
    expect(new Set(PAYLOADS).size).toBe(300);
    for (const texts of [NAMES, TITLES]) {
      const stored = texts.join(' ');
      expect(PAYLOADS.filter((payload) => !stored.includes(payload) && (texts === TITLES || isName(payload)))).toEqual([]);
    }
    expect(PAYLOADS.filter(isName).length).toBeGreaterThan(250);
  });

  it('do not run as names and descriptions on the dashboards [S43]', async () => {
    await page.goto('/dashboard');
    await page.getByRole('article').nth(20).waitFor();
    await shows(NAMES);
    await page.goto('/dashboard/classic');
    await page.getByRole('article').nth(20).waitFor();
    await shows(NAMES);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('<img');
    await page.getByRole('option').first().waitFor();
    await expectUntouched();
  });

  it('do not run on the pages of a bot [S43]', async () => {
    for (const tool of ['', '/edit', '/delete', '/analytics', '/channel', '/systems']) {
      await page.goto(`/bots/${bot}${tool}`);
      await page.getByRole('heading').first().waitFor();
      await shows(tool === '/channel' || tool === '/analytics' ? [] : NAMES.slice(0, 1));
      for (const tab of await page.getByRole('tab').all()) await tab.click();
      await expectUntouched();
    }
    await screen.button('Configure Welcome Messages').click();
    expect(await screen.field('Greeting').inputValue()).toContain(PAYLOADS[0]);
    await expectUntouched();
  });

  it('do not run as knowledge [S43]', async () => {
    await page.goto(`/bots/${bot}/knowledge`);
    await page.getByRole('button', { name: 'Brain', exact: true }).waitFor();
    await expectUntouched();
    await screen.button('List').click();
    for (;;) {
      await page.locator('.knowledge-row').first().waitFor();
      await expectUntouched();
      const next = page.getByRole('button', { name: 'Next', exact: true });
      if ((await next.count()) === 0 || (await next.isDisabled())) break;
      await next.click();
    }
    await page.locator('.knowledge-item').first().click();
    await screen.dialog.getByLabel('Content', { exact: true }).waitFor();
    await expectUntouched();
  });

  it('do not run as commands or in the output of a test run [S43]', async () => {
    await page.goto(`/bots/${bot}/commands`);
    await page.getByRole('list', { name: 'Learned commands' }).getByRole('listitem').first().waitFor();
    await shows(DESCRIPTIONS.map((_text, at) => NAMES[at] ?? ''));
    await page
      .getByRole('button', { name: /^Configure / })
      .first()
      .click();
    await screen.dialog.waitFor();
    await expectUntouched();
    await page.goto('/custom-commands');
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .waitFor();
    await shows(DESCRIPTIONS);
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    await page.getByRole('button', { name: 'Save Changes' }).waitFor();
    await screen.field('What a member writes').fill(MESSAGES[0]?.slice(0, 1900) ?? '');
    await screen.button('Run').click();
    await page.locator('.run-report').waitFor();
    await expectUntouched();
  });

  it('do not run as chat messages or model output [S43]', async () => {
    await page.goto(`/bots/${bot}/chat`);
    await screen.text('Start a Conversation');
    await page.getByRole('switch', { name: 'Persistent chat' }).click();
    for (const [at, message] of MESSAGES.entries()) {
      await page.locator('textarea').fill(message);
      await page.locator('textarea').press('Enter');
      await page.locator('.message[data-own="false"]').nth(at).waitFor();
      await screen.button('Send message').waitFor();
      await expectUntouched();
    }
    // Links have http or https addresses only.
    const links = await page.locator('.bubble a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(links.filter((link) => !/^https?:\/\//.test(link))).toEqual([]);
    await page.reload();
    await page.locator('.message').first().waitFor();
    await expectUntouched();
  });

  it('do not run from a URL [S43]', async () => {
    const [tag = ''] = PAYLOADS.filter((payload) => payload.startsWith('<img')).map(encodeURIComponent);
    for (const path of [
      '/auth?tab=',
      '/auth#reset=',
      '/dashboard?upgrade=',
      '/settings?tab=',
      '/credits?purchase=',
      '/nowhere/',
      '/bots/',
    ]) {
      await page.goto(path + tag);
      await page.getByRole('heading').first().waitFor();
      await expectUntouched();
    }
  });

  it('do not run on admin pages [S43]', async () => {
    const root = await theSuperAdmin(stack);
    await givePlan(stack, owner.id, 'standard');
    ({ page } = visitor = await aVisitor(browser, stack.baseUrl, { token: root.token }));
    screen = screenOf(page);
    for (const path of ['/admin', '/admin/users', '/admin/credits', '/admin/impersonate']) {
      await page.goto(path);
      await page.locator('.account').nth(5).waitFor();
      await shows(WORDS.slice(2, 12));
      await page.getByLabel('Search by username or email').fill(PAYLOADS[0] ?? '');
      await screen.heading('No users found').catch(() => undefined);
      await expectUntouched();
    }
    await page.goto(`/admin/audit?user=${encodeURIComponent(PAYLOADS[0] ?? '')}`);
    await screen.heading('Audit Log');
    await expectUntouched();
    await page.goto('/admin/audit');
    await page.locator('.audit-entry').first().waitFor();
    await expectUntouched();
    await page.goto('/admin/impersonate');
    await page.getByLabel('Search by username or email').fill(WORDS[0] ?? '');
    await page
      .getByRole('button', { name: /^Impersonate / })
      .first()
      .click();
    await screen.button('Start Impersonation').click();
    await page.locator('.impersonation').waitFor();
    await expectUntouched();
  });

  it('are detected when one of them runs', async () => {
    await page.goto('/');
    await page.evaluate((mark) => Object.assign(window, { [mark]: 1 }), MARK);
    await expect(expectUntouched()).rejects.toThrow();
    const heard = page.waitForEvent('console');
    await page
      .evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=__xss=1>'))
      .catch(() => undefined);
    await heard;
    expect(visitor.complaints.splice(0)).not.toEqual([]);
  });
});

const CODE = `export default ({ message }) => { console.log(message); return { success: true, response: message, shouldReply: true }; };`;

/** The texts that the page does not show. */
function missing(texts: readonly string[]): string[] {
  const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  const values = [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value);
  const shown = plain([document.body.textContent, ...values].join(' '));
  return texts.filter((text) => !shown.includes(plain(text)));
}
