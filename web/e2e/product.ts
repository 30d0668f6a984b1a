import { aStack, startStack, type Stack } from '@kith/all-in-one/testing';
import { afterAll, afterEach, beforeAll, expect, jest } from '@jest/globals';
import { startModel, type StandInModel } from '@kith/kit/testing';
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

interface ProductOptions {
  /** Whether a stand-in model writes the replies, each of which counts against the daily limit; else the built-in companion does. */
  readonly hasModel?: boolean;
}

/** To be called once per file or `describe`, outside of its tests. */
export function theProduct({ hasModel = false }: ProductOptions = {}): Product {
  jest.setTimeout(STEP_MS);
  let stack: Stack | undefined;
  let model: StandInModel | undefined;
  let browser: Browser | undefined;
  const visitors: Visitor[] = [];
  const running = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('the product runs inside of tests only');
    return thing;
  };
  beforeAll(async () => {
    if (hasModel) {
      model = await startModel();
      model.mock.on({ predicate: () => true }, { content: 'Hello.' });
    }
    [stack, browser] = await Promise.all([model ? startStack(model.env) : aStack(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    await model?.stop();
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
