import { aStack, type Stack } from '@kith/all-in-one/testing';
import { afterAll, afterEach, beforeAll, expect, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { aVisitor, launchBrowser, type BrowserSession, type Visitor } from './browser.js';

// Generous, because machines may be busy.
const STEP_MS = 60_000;

/** A running product and a browser for the tests of one file. */
export interface Product {
  readonly stack: Stack;
  /** Opens a window, signed in with the session; complaints of its browser fail the test. `at` is another base URL of the product. */
  visit(session?: BrowserSession, at?: string): Promise<Visitor>;
}

/** To be called once per file, outside of its tests. */
export function theProduct(): Product {
  jest.setTimeout(STEP_MS);
  let stack: Stack | undefined;
  let browser: Browser | undefined;
  const visitors: Visitor[] = [];
  const running = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('the product runs inside of tests only');
    return thing;
  };
  beforeAll(async () => {
    [stack, browser] = await Promise.all([aStack(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });
  afterEach(() => {
    expect(visitors.flatMap(({ complaints }) => complaints.splice(0))).toEqual([]);
  });
  return {
    get stack() {
      return running(stack);
    },
    visit: async (session, at = running(stack).baseUrl) => {
      const visitor = await aVisitor(running(browser), at, session);
      visitors.push(visitor);
      return visitor;
    },
  };
}
