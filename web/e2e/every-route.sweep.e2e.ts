import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { aStack, type Stack } from '@kith/all-in-one/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { ROUTES } from '../src/lib/paths.js';
import { aVisitor, launchBrowser, NARROW, WIDE, type Visitor } from './browser.js';
import { seedDemoData, type DemoData } from './demo-data.js';
import { openView, viewsOf, type View } from './views.js';

const STEP_MS = 60_000;
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
// Set by `npm run screenshots`: the folder for pictures.
const PICTURES = process.env['SCREENSHOTS'];
interface Look {
  /** The width of the window. */
  readonly isOwn: boolean;
  readonly theme: 'light' | 'dark';
}
// Two windows, a wide and a narrow one, share this for the first view of a route.
const IN_BOTH_THEMES: readonly Look[] = [
  { isOwn: true, theme: 'light' },
  { isOwn: true, theme: 'dark' },
];
// What else a route can show is seen by one of them: in both themes and both widths, for a picture in each of both.
const ACROSS: readonly Look[] = [
  { isOwn: true, theme: 'light' },
  { isOwn: false, theme: 'dark' },
];
const ALL: readonly Look[] = [...IN_BOTH_THEMES, ...IN_BOTH_THEMES.map((look) => ({ ...look, isOwn: false }))];
const ROUTE_NAMES = [...Object.keys(ROUTES), 'unknown'];

/** Every screen in both themes and widths: accessible, within its window, and without a word of complaint from the browser. */
describe('every screen', () => {
  let stack: Stack;
  let browser: Browser;
  let demoData: DemoData;
  let windows: Visitor[];

  beforeAll(async () => {
    [stack, browser] = await Promise.all([aStack(), launchBrowser()]);
    demoData = await seedDemoData(stack);
    windows = await Promise.all([WIDE, NARROW].map((viewport) => aVisitor(browser, stack.baseUrl, { viewport })));
    await Promise.all(windows.map(({ page }) => page.goto('/')));
    if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  }, STEP_MS);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  it('every route of the app has a view in this list', () => {
    expect(Object.keys(viewsOf(demoData)).toSorted()).toEqual(ROUTE_NAMES.toSorted());
  });

  for (const route of ROUTE_NAMES) {
    it(
      `is as it should be: ${route}`,
      async () => {
        const [first, ...further] = viewsOf(demoData)[route as keyof typeof ROUTES];
        if (!first) throw new Error(`${route} has no view`);
        await Promise.all(
          windows.map(async (window, lane) => {
            await look(window, first, IN_BOTH_THEMES, demoData);
            const mine = further.filter((_view, at) => at % windows.length === lane);
            for (const view of mine) await look(window, view, PICTURES ? ALL : ACROSS, demoData);
          }),
        );
        expect(windows.flatMap(({ complaints }) => complaints.splice(0))).toEqual([]);
      },
      STEP_MS,
    );
  }
});

async function look({ page, complaints }: Visitor, view: View, looks: readonly Look[], demoData: DemoData): Promise<void> {
  const own = page.viewportSize() ?? WIDE;
  const other = own.width === WIDE.width ? NARROW : WIDE;
  await openView(page, view, demoData);
  await page.evaluate(endTransitions);
  for (const { isOwn, theme } of looks) {
    const viewport = isOwn ? own : other;
    await page.setViewportSize(viewport);
    await page.evaluate(turnTo, theme);
    const where = `${view.name}-${theme}-${viewport.width}`;
    complaints.push(...(await faults(page)).map((fault) => `${where}: ${fault}`));
    if (PICTURES) await picture(page, join(PICTURES, `${where}.png`));
  }
  await page.setViewportSize(own);
}

/** A picture of the whole page, or of the window when a dialog is open. */
async function picture(page: Page, path: string): Promise<void> {
  const fullPage = (await page.locator('dialog[open]').count()) === 0;
  await page.screenshot({ path, fullPage });
}

/** Changes the theme and waits until it is painted. */
const turnTo = (theme: string): Promise<unknown> =>
  new Promise((painted) => {
    document.documentElement.dataset['theme'] = theme;
    requestAnimationFrame(() => requestAnimationFrame(painted));
  });

/** What is looked at is the end of every transition; also one of no length takes a frame, and those inside it one more each. */
function endTransitions(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { transition: none !important }');
  document.adoptedStyleSheets.push(sheet);
}

async function faults(page: Page): Promise<string[]> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const { violations } = await axeOf(page, await page.evaluate(() => 'axe' in window)).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} at ${html}: ${failureSummary ?? ''}`),
  );
  return excess > 0 ? [`${excess} px wider than the window`, ...found] : found;
}

/** Injected once per page, because its source has a megabyte. */
const axeOf = (page: Page, isThere: boolean): AxeBuilder =>
  new AxeBuilder(isThere ? { page, axeSource: 'void 0' } : { page })
    .setLegacyMode()
    .options({ runOnly: { type: 'tag', values: WCAG }, resultTypes: ['violations'] });
