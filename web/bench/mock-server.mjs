// Serves a build with a mock server to Chromium, so that only the browser is measured.
// CHROMIUM_PATH names another browser; the first argument of a benchmark is the path of another build.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { chromium } from 'playwright-core';

export const DIST = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../dist'));
const MIME = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const USER = {
  id: 'u',
  username: 'mara',
  email: 'mara@example.org',
  subscriptionPlan: 'premium',
  role: 'user',
  isAdmin: false,
  impersonatedBy: null,
  apiSettings: { defaultModelProvider: 'openai', hasApiKey: false, apiKeyHint: null, developerMode: false },
  notificationSettings: { emailNotifications: true, botStatusAlerts: true, usageReports: false, marketingUpdates: false },
};

export const log = (line) => process.stdout.write(`${line}\n`);

/** Serves the build and answers these GraphQL operations with the results of their functions; others fail. */
export async function startMockServer(operations) {
  const server = createServer((request, response) => void answer(request, response, operations));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const whole = await browser.newBrowserCDPSession();
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** An empty page of somebody who is signed in, its DevTools task, and how long its main thread has computed. */
    newPage: async (viewport, onSubscribe) => {
      const page = await browser.newPage({ viewport });
      await page.addInitScript(() => localStorage.setItem('token', 'bench'));
      await page.routeWebSocket('**/graphql', (socket) => mockSubscriptions(socket, onSubscribe));
      const task = await page.context().newCDPSession(page);
      // Time of the thread: waiting for the processor does not count.
      await task.send('Performance.enable', { timeDomain: 'threadTicks' });
      return { page, task, busyMs: () => busyMs(task) };
    },
    /** The processor time of the whole browser. Its processes have to be the same ones at both ends of a measurement. */
    browserMs: async () => {
      const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
      return 1000 * processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    },
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

/** The graphql-ws protocol; `onSubscribe` is called for each subscription. */
function mockSubscriptions(socket, onSubscribe = () => undefined) {
  socket.onMessage((text) => {
    const { type, id, payload } = JSON.parse(String(text));
    if (type === 'connection_init') socket.send(JSON.stringify({ type: 'connection_ack' }));
    if (type === 'ping') socket.send(JSON.stringify({ type: 'pong' }));
    if (type === 'subscribe') onSubscribe({ socket, id, payload });
  });
}

async function busyMs(task) {
  const { metrics } = await task.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

async function answer(request, response, operations) {
  const { pathname } = new URL(request.url, 'http://bench');
  const send = (body, type = 'application/json') => response.setHeader('content-type', type).end(body);
  if (pathname === '/api/auth/user') return send(JSON.stringify(USER));
  if (pathname === '/graphql' && request.method === 'POST') {
    const { operationName, variables } = JSON.parse(await bodyOf(request));
    const operation = operations[operationName];
    const error = { message: 'not in this bench', extensions: { code: 'UNAVAILABLE' } };
    return send(JSON.stringify(operation ? { data: operation(variables) } : { data: null, errors: [error] }));
  }
  const type = MIME[path.extname(pathname)];
  const file = path.join(DIST, type === undefined ? 'index.html' : path.normalize(pathname));
  return readFile(file).then(
    (content) => send(content, type ?? 'text/html'),
    () => response.writeHead(404).end(),
  );
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
