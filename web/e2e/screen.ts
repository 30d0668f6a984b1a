import type { Locator, Page } from 'playwright-core';

/** Finds things on the screen by their text. */
export interface Screen {
  /** Waits for the heading. */
  heading(name: string | RegExp): Promise<void>;
  /** Waits for the text. */
  text(text: string | RegExp): Promise<void>;
  /** Waits for the toast and its text. */
  toast(title: string, text?: string | RegExp): Promise<void>;
  /** Waits for the error message at a field. */
  problem(label: string, words: string): Promise<void>;
  button(name: string | RegExp): Locator;
  link(name: string | RegExp): Locator;
  field(label: string | RegExp): Locator;
  tab(name: string): Locator;
  readonly dialog: Locator;
}

export function screenOf(page: Page): Screen {
  const exact = true;
  return {
    heading: (name) => page.getByRole('heading', { name }).first().waitFor(),
    text: (text) => page.getByText(text, { exact }).first().waitFor(),
    toast: async (title, text) => {
      const toast = page.locator('.toast').filter({ has: page.getByText(title, { exact }) });
      await toast.waitFor();
      if (text !== undefined) await toast.getByText(text).first().waitFor();
    },
    problem: async (label, words) => {
      const field = await page.getByLabel(label, { exact }).elementHandle();
      await page.waitForFunction(isDescribed, { field, words });
    },
    button: (name) => page.getByRole('button', { name, exact }),
    link: (name) => page.getByRole('link', { name, exact }).first(),
    field: (label) => page.getByLabel(label, { exact }),
    tab: (name) => page.getByRole('tab', { name, exact }),
    dialog: page.getByRole('dialog').last(),
  };
}

function isDescribed({ field, words }: { readonly field: Node | null; readonly words: string }): boolean {
  const ids = field instanceof Element ? (field.getAttribute('aria-describedby') ?? '').split(' ') : [];
  return ids.some((id) => document.getElementById(id)?.textContent.includes(words));
}
