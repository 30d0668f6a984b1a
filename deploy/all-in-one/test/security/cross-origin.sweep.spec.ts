import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startStack, type Stack } from '@kith/all-in-one/testing';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { stateOf } from '../fuzz/state.js';
import { aClient, createRoleUser, expectDone, type RoleUser } from '../matrix/roles.js';

// Switches off the requests that Chromium makes by itself.
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update'];
// Tables that runners write, not requests.
const BESIDE = /^bots\.(runner_presence|run_period)$/;

describe('a page of another site in a browser that is signed in by the cookie', () => {
  let stack: Stack;
  let roleUser: RoleUser;
  let botId: string;
  let evil: Server;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    stack = await startStack();
    roleUser = await createRoleUser(stack);
    botId = String((await expectDone(roleUser.client.post('/api/bots', { name: 'Target' }))).body['id']);
    evil = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><body>'));
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
    browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: ARGS });
    context = await browser.newContext();
    const { username, password } = roleUser;
    const answer = await aClient(stack).post('/api/auth/login', { username, password });
    const [name = '', value = ''] = (answer.headers['set-cookie']?.[0] ?? '').split(';')[0]?.split('=') ?? [];
    await context.addCookies([{ name, value, url: stack.baseUrl, httpOnly: true, sameSite: 'Lax' }]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    evil.close();
    await stack.stop();
  });

  /** `127.0.0.1` is the same site on another port, where the cookie goes along; `localhost` is another site. */
  async function visit(host: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`http://${host}:${(evil.address() as AddressInfo).port}/`);
    return page;
  }

  const state = async () => {
    const digests = await stateOf(String(stack.env['DATABASE_URL']));
    return Object.fromEntries(Object.entries(digests).filter(([name]) => !BESIDE.test(name)));
  };

  /** Sends a request by fetch from the page; undefined when the browser refuses. */
  const send = (page: Page, path: string, init: { method?: string; mode?: 'cors' | 'no-cors'; type?: string; body?: string }) =>
    page.evaluate(
      async ({ url, type, ...options }) => {
        const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
        return fetch(url, { ...options, headers, credentials: 'include' }).then(
          (response) => response.status,
          () => undefined,
        );
      },
      { url: `${stack.baseUrl}${path}`, ...init },
    );

  it('our own page may send the requests that the tests below try', async () => {
    const page = await context.newPage();
    await page.goto(`${stack.baseUrl}/api/docs`);
    const before = await state();
    const body = JSON.stringify({ name: 'Own page' });
    expect(await send(page, `/api/bots/${botId}`, { method: 'PATCH', type: 'application/json', body })).toBe(200);
    expect(await state()).not.toEqual(before);
    await page.close();
  });

  it.each(['127.0.0.1', 'localhost'])('a page of %s changes nothing by any request that it can send [S23]', async (host) => {
    const page = await visit(host);
    const before = await state();
    const query = 'mutation { createBot(input: {name: "Evil"}) { bot { id } } }';
    const bodies = {
      '/api/bots': { name: 'Evil' },
      '/api/auth/logout': {},
      '/api/auth/sessions/end-all': {},
      [`/api/bots/${botId}/chat`]: { message: 'hi' },
      '/api/credits/checkout': { packageId: 'credits-100' },
      '/graphql': { query },
    };
    for (const [path, body] of Object.entries(bodies)) {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', undefined])
        await send(page, path, {
          method: 'POST',
          mode: 'no-cors',
          body: JSON.stringify(body),
          ...(type !== undefined && { type }),
        });
      // With a content type that needs a preflight, which is refused.
      expect(await send(page, path, { method: 'POST', type: 'application/json', body: JSON.stringify(body) })).toBeUndefined();
    }
    for (const method of ['PATCH', 'DELETE', 'PUT']) expect(await send(page, `/api/bots/${botId}`, { method })).toBeUndefined();
    for (const path of [
      `/graphql?query=${encodeURIComponent(query)}`,
      `/api/bots/${botId}?_method=DELETE`,
      '/api/auth/logout',
      '/api/admin/end-impersonation',
    ])
      await send(page, path, { mode: 'no-cors' });
    await page.close();
    expect(await state()).toEqual(before);
  });

  it.each(['127.0.0.1', 'localhost'])('a page of %s changes nothing by a form, a beacon or a picture [S23]', async (host) => {
    const before = await state();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const page = await visit(host);
      const isAnswered = page.waitForResponse((response) => response.url().endsWith('/api/bots'));
      await page.evaluate(
        ({ url, enctype }) => {
          const form = document.createElement('form');
          Object.assign(form, { method: 'post', action: url, enctype });
          const field = document.createElement('input');
          // As text/plain this is sent as {"name":"Evil","x":"=y"}.
          Object.assign(
            field,
            enctype === 'text/plain' ? { name: '{"name":"Evil","x":"', value: 'y"}' } : { name: 'name', value: 'Evil' },
          );
          form.append(field);
          document.body.append(form);
          form.submit();
        },
        { url: `${stack.baseUrl}/api/bots`, enctype: type },
      );
      expect((await isAnswered).status()).toBeGreaterThanOrEqual(400);
      await page.close();
    }
    const page = await visit(host);
    await page.evaluate(async (url) => {
      navigator.sendBeacon(`${url}/api/auth/logout`, new Blob(['{}'], { type: 'text/plain' }));
      const picture = new Image();
      picture.src = `${url}/api/auth/logout`;
      await new Promise((resolve) => picture.addEventListener('error', resolve));
    }, stack.baseUrl);
    await page.close();
    expect(await state()).toEqual(before);
  });

  it.each(['127.0.0.1', 'localhost'])('a page of %s reads nothing by fetch, script or style [S24]', async (host) => {
    const page = await visit(host);
    for (const path of ['/api/auth/user', '/api/bots', '/health/live']) {
      expect(await send(page, path, {})).toBeUndefined();
      const loaded = await page.evaluate(
        (url) =>
          new Promise((resolve) => {
            const script = Object.assign(document.createElement('script'), { src: url });
            script.addEventListener('load', () => resolve(true));
            script.addEventListener('error', () => resolve(false));
            document.body.append(script);
          }),
        `${stack.baseUrl}${path}`,
      );
      expect(loaded).toBe(false);
    }
    await page.close();
  });

  it.each(['/settings', '/admin/impersonate', `/bots/${'x'.repeat(8)}/edit`, '/', '/api/docs', '/api/bots'])(
    '%s cannot be shown in a frame [S27]',
    async (path) => {
      const page = await visit('127.0.0.1');
      await page.evaluate(
        (url) =>
          new Promise((resolve) => {
            const frame = Object.assign(document.createElement('iframe'), { src: url });
            frame.addEventListener('load', resolve);
            document.body.append(frame);
          }),
        `${stack.baseUrl}${path}`,
      );
      expect(page.frames()[1]?.url()).toMatch(/^chrome-error:/);
      await page.close();
    },
  );
});
