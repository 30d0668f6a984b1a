import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const SCREENSHOTS = join(import.meta.dirname, '../../screenshots');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 375, height: 812 };
// What a browser asks for on its own is none of the product's business, and goes nowhere here.
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
];

/** A window of a visitor, with everything the browser complained about. */
export interface Visitor {
  readonly page: Page;
  readonly complaints: string[];
  /** Takes the screen in both themes and widths, checks each with axe, and puts window and theme back. */
  show(name: string): Promise<void>;
  close(): Promise<void>;
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: CHROMIUM_ARGS });

export async function aVisitor(browser: Browser, baseUrl: string): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: baseUrl, viewport: WIDE, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const complaints = listen(page);
  mkdirSync(SCREENSHOTS, { recursive: true });
  return { page, complaints, show: (name) => show(page, name, complaints), close: () => end(context) };
}

/** Errors, warnings and refusals by the content policy. That nobody is signed in is asked with a 401, which Chromium logs. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isExpected = message.text().includes('401') && message.location().url.endsWith('/api/auth/user');
    if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text());
  });
  return complaints;
}

async function show(page: Page, name: string, complaints: string[]): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    for (const [label, viewport] of [
      ['narrow', NARROW],
      ['wide', WIDE],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.evaluate((mode) => (document.documentElement.dataset['theme'] = mode), theme);
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (excess > 0) complaints.push(`${name}, ${label}: ${excess} px wider than the window`);
      const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
      complaints.push(...violations.map(({ id, nodes }) => `${name}, ${theme}, ${label}: ${id} at ${nodes[0]?.html}`));
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${theme}-${label}.png`), fullPage: true });
    }
  }
}

const end = (context: BrowserContext): Promise<void> => context.close();
