import { aStack, type Stack } from '@kith/all-in-one/testing';
import { afterAll, afterEach, beforeAll, expect, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { aVisitor, launchBrowser, type Visitor } from './browser.js';
import type { Person } from './cast.js';

// On machines that may be busy.
const STEP_MS = 60_000;

/** The product and a browser for the tests of a file. */
export interface Product {
  readonly stack: Stack;
  /** A new window, signed in as somebody; what its browser complains about fails the test. `at`: another address that leads to it. */
  visit(person?: Pick<Person, 'token'>, at?: string): Promise<Visitor>;
}

/** To be called once in a file, outside of its tests. */
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
    visit: async (person, at = running(stack).baseUrl) => {
      const visitor = await aVisitor(running(browser), at, person ? { token: person.token } : {});
      visitors.push(visitor);
      return visitor;
    },
  };
}
