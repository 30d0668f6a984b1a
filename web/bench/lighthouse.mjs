// What Lighthouse says of the pages that everybody sees first, on the real product: phone and desktop.
//   npm run bench:lighthouse [-- the address of a running Kith]
// Without an address the product is started on a port and stores of its own. Fails below LEAST. Lighthouse itself is fetched by npx, for
// those who run this; CHROME_PATH names another browser. Other work on the machine costs points.
import { spawn, execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../deploy/infrastructure/child-process.mjs';

// The last one for Node 20.
const LIGHTHOUSE = 'lighthouse@12.8.2';
const PAGES = ['/', '/auth'];
const DEVICES = ['mobile', 'desktop'];
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100 };
const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'];
const ROOT = path.resolve(import.meta.dirname, '../..');
const READY_TIMEOUT_MS = 300_000;
// What has just started still works for itself.
const SETTLE_MS = 15_000;

const log = (line) => process.stdout.write(`${line}\n`);
const folder = await mkdtemp(path.join(tmpdir(), 'kith-lighthouse-'));
const product = process.argv[2] ? { url: process.argv[2], stop: () => undefined } : await startProduct();
try {
  for (const page of PAGES) {
    for (const device of DEVICES) await judge(page, device);
  }
} finally {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}

async function judge(page, device) {
  const { categories, audits } = await reportOf(page, device);
  const scores = Object.entries(LEAST).map(([name, least]) => {
    const score = Math.round(100 * categories[name].score);
    if (score < least) process.exitCode = 1;
    return `${name} ${score} (at least ${least})`;
  });
  log(`${page} ${device}: ${scores.join(', ')}`);
  log(`  ${METRICS.map((name) => `${name} ${audits[name].displayValue}`).join(', ')}`);
  for (const name of Object.keys(LEAST)) {
    for (const { id } of categories[name].auditRefs) if (isLost(categories[name], audits[id])) log(`  lost: ${audits[id].title}`);
  }
}

/** What took points away, unless it is one of the hints that weigh nothing. */
function isLost({ auditRefs }, { id, score }) {
  return score !== null && score < 0.9 && auditRefs.some((ref) => ref.id === id && ref.weight > 0);
}

async function reportOf(page, device) {
  const file = path.join(folder, 'report.json');
  const form = device === 'desktop' ? ['--preset=desktop'] : [];
  const only = `--only-categories=${Object.keys(LEAST).join(',')}`;
  const flags = [
    '--chrome-flags=--headless=new --no-sandbox',
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
    only,
    ...form,
  ];
  const env = { ...process.env, CHROME_PATH: process.env.CHROME_PATH ?? '/usr/bin/chromium' };
  await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, new URL(page, product.url).href, ...flags], { env });
  return JSON.parse(await readFile(file, 'utf8'));
}

async function startProduct() {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { ...process.env, PORT: String(port), DATA_DIR: path.join(folder, 'data'), PUBLIC_URL: url };
  const child = spawn(process.execPath, [path.join(ROOT, 'deploy/start.mjs')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const until = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error('Kith did not start');
    }
    await wait(500);
  }
  await wait(SETTLE_MS);
  return { url, stop };
}

async function isReady(url) {
  const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
  return answer?.ok === true;
}
