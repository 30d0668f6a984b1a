import type { Locator } from 'playwright-core';
import { paths } from '../src/lib/paths.js';
import type { Companion } from './companion.js';

/** The page that tells what keeps a companion from answering. */
export interface CheckUp {
  finding(text: string | RegExp): Locator;
  /** Looks anew; resolves when the findings are there. */
  open(): Promise<void>;
  /** Looks anew, in a check-up that no longer finds it. */
  isMended(text: string | RegExp): Promise<void>;
  /** Waits for the sentence that nothing is wrong. */
  isFine(): Promise<void>;
}

export function aCheckUp({ page, botId, screen }: Pick<Companion, 'page' | 'botId' | 'screen'>): CheckUp {
  const finding = (text: string | RegExp): Locator => page.locator('.finding').filter({ hasText: text });
  const open = async (): Promise<void> => {
    await page.goto(paths.health(botId));
    await page.locator('.finding').first().waitFor();
  };
  return {
    finding,
    open,
    isMended: async (text) => {
      await open();
      await finding(/^Fine: It has a token/).waitFor();
      await finding(text).waitFor({ state: 'detached' });
    },
    isFine: () => screen.text('Nothing keeps it from answering.'),
  };
}
