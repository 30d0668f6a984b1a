import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Stack } from '@kith/all-in-one/testing';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { createRoleUser, expectDone, signInSuperAdmin, type RoleUser } from '../matrix/roles.js';

const PATHS = new URL('../../../../web/src/lib/paths.ts', import.meta.url).href;
// Switches off the requests that Chromium makes by itself.
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update'];
const VIOLATION_TEXT = /content.security.policy|trusted ?(?:types|html|script)|refused to/i;
const STEP_MS = 240_000;

interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Policy violations as reported by the page and the console. */
  readonly violations: string[];
}

describe('content security policy in Chromium', () => {
  let stack: Stack;
  let browser: Browser;
  let roleUser: RoleUser;
  let routes: string[];

  beforeAll(async () => {
    [stack, browser] = await Promise.all([
      startStack(),
      chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: ARGS }),
    ]);
    const { ROUTES } = (await import(PATHS)) as { readonly ROUTES: Readonly<Record<string, string>> };
    roleUser = await createRoleUser(stack);
    const superAdmin = await signInSuperAdmin(stack);
    await expectDone(superAdmin.client.patch(`/api/admin/users/${roleUser.id}/subscription`, { plan: 'premium' }));
    routes = await resolvePaths(Object.values(ROUTES), roleUser);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  async function visit(): Promise<Visit> {
    const context = await browser.newContext({ baseURL: stack.baseUrl, reducedMotion: 'reduce' });
    const violations: string[] = [];
    await context.exposeFunction('reportViolation', (what: string) => violations.push(what));
    await context.addInitScript(() => {
      const { reportViolation } = window as unknown as { reportViolation(what: string): void };
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) =>
        reportViolation(`${location.pathname}: ${effectiveDirective} ${blockedURI} of ${sourceFile}: ${sample}`),
      );
    });
    const page = await context.newPage();
    page.on('console', (message) => VIOLATION_TEXT.test(message.text()) && violations.push(message.text()));
    page.on('pageerror', ({ message }) => VIOLATION_TEXT.test(message) && violations.push(message));
    return { context, page, violations };
  }

  async function signIn(page: Page, { username, password }: { username: string; password: string }): Promise<void> {
    await page.goto('/auth?tab=login');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.waitForURL('**/dashboard');
  }

  /** Opens each URL and waits until its requests have ended. */
  async function openPages(page: Page, urls: readonly string[]): Promise<void> {
    for (const address of urls) {
      const answer = await page.goto(address, { waitUntil: 'networkidle' });
      expect([address, answer?.status()]).toEqual([address, 200]);
      await page.getByRole('heading').first().waitFor();
    }
  }

  it(
    'blocks nothing on any page when signed out',
    async () => {
      const { context, page, violations } = await visit();
      // All other pages redirect to /auth.
      await openPages(page, [...routes.filter((address) => !/^\/(?:admin|bots)/.test(address)), '/nowhere']);
      await context.close();
      expect(violations).toEqual([]);
    },
    STEP_MS,
  );

  it(
    'blocks nothing on any page or in a conversation when signed in',
    async () => {
      const { context, page, violations } = await visit();
      await signIn(page, roleUser);
      await openPages(
        page,
        routes.filter((address) => !address.startsWith('/admin')),
      );
      await page.goto(routes.find((address) => address.endsWith('/chat')) ?? '');
      await page.getByRole('textbox').first().fill('**Hello**, `what` is <b>this</b>?');
      await page.keyboard.press('Enter');
      await page.waitForResponse((response) => response.url().includes('/chat'));
      await page.waitForLoadState('networkidle');
      await context.close();
      expect(violations).toEqual([]);
    },
    STEP_MS,
  );

  it(
    'blocks nothing on the administration pages',
    async () => {
      const { context, page, violations } = await visit();
      await signIn(page, stack.superAdmin);
      await openPages(
        page,
        routes.filter((address) => address.startsWith('/admin')),
      );
      await context.close();
      expect(violations).toEqual([]);
    },
    STEP_MS,
  );

  it('blocks strings that become code or markup through Trusted Types, and reports them [S25]', async () => {
    const { context, page, violations } = await visit();
    await page.goto('/', { waitUntil: 'networkidle' });
    const outcomes = await page.evaluate(async () => {
      const attempts: Record<string, () => unknown> = {
        tags: () => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'),
        document: () => document.write('<p>evil</p>'),
        frame: () => (document.createElement('iframe').srcdoc = '<p>evil</p>'),
        script: () => (document.createElement('script').src = '/assets/evil.js'),
        'inline script': () => (document.createElement('script').text = 'alert(1)'),
        timer: () => Reflect.apply(setTimeout, window, ['alert(1)']),
        function: () => Reflect.construct(Function, ['alert(1)']),
        policy: () =>
          (
            window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
          ).trustedTypes.createPolicy('evil', {}),
        worker: () => new Worker('data:text/javascript,1'),
      };
      const run = (attempt: () => unknown) => {
        try {
          attempt();
          return 'done';
        } catch (error) {
          return error instanceof Error ? error.name : String(error);
        }
      };
      // Code that DevTools evaluates may itself create code from strings until it returns.
      await new Promise((resolve) => setTimeout(resolve));
      return Object.entries(attempts).map(([name, attempt]) => [name, run(attempt)]);
    });
    expect(outcomes.filter(([, outcome]) => outcome === 'done')).toEqual([]);
    const loaded = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const picture = new Image();
          picture.addEventListener('load', () => resolve(true));
          picture.addEventListener('error', () => resolve(false));
          picture.src = 'https://evil.example/stolen.png';
        }),
    );
    expect(loaded).toBe(false);
    const directives = violations.join('\n');
    for (const directive of ['require-trusted-types-for', 'trusted-types', 'img-src']) expect(directives).toContain(directive);
    await context.close();
  }, 60_000);
});

/** URLs of all pages with existing ids. */
async function resolvePaths(patterns: readonly string[], { client }: RoleUser): Promise<string[]> {
  const bot = await expectDone(client.post('/api/bots', { name: 'Amber', description: '**Bold**' }));
  const botId = String(bot.body['id']);
  await expectDone(client.post(`/api/bots/${botId}/knowledge`, { title: '<b>Tides</b>', content: 'Twice a day.' }));
  await expectDone(client.post(`/api/bots/${botId}/commands`, { commandId: 'ping' }));
  const checkout = await expectDone(client.post('/api/credits/checkout', { packageId: 'credits-100' }));
  const checkoutId = String(checkout.body['url']).split('/').at(-1) ?? '';
  return patterns.map((pattern) => pattern.replace(':checkoutId', checkoutId).replace(/:\w+/, botId));
}
