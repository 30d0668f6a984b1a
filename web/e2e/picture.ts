import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { NARROW, WIDE } from './browser.js';

const FOLDER = process.env['SCREENSHOTS'];

/** Where SCREENSHOTS names a folder: one picture of the page per theme and width. */
export async function picture(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return;
  await mkdir(FOLDER, { recursive: true });
  for (const theme of ['light', 'dark'])
    for (const size of [WIDE, NARROW]) {
      await page.setViewportSize(size);
      await page.evaluate((value) => {
        document.documentElement.setAttribute('data-theme', value);
        scrollTo(0, 0);
      }, theme);
      await page.screenshot({ path: join(FOLDER, `${name}-${theme}-${size.width}.png`), fullPage: true });
    }
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  await page.setViewportSize(WIDE);
}
