import { aStack, startStack, type Stack } from '@kith/all-in-one/testing';
import { afterAll, afterEach, beforeAll, expect, jest } from '@jest/globals';
import {
  answerAsOllama,
  freePort,
  startKeyProviders,
  startModel,
  type OllamaModel,
  type StandInKeyProviders,
  type StandInModel,
} from '@kith/kit/testing';
import type { Browser } from 'playwright-core';
import { aVisitor, launchBrowser, type BrowserSession, type Visitor } from './browser.js';
import { aWebsite, type Website } from './website.js';

// Generous, because machines may be busy.
const STEP_MS = 60_000;

/** A running product and a browser for the tests of one file. */
export interface Product {
  readonly stack: Stack;
  /** The providers of the users' own keys, of a product with `hasProviders`. */
  readonly keyProviders: StandInKeyProviders;
  /** Of a product with `website`. */
  readonly website: Website;
  /** The model server of a product with `hasModel` or `ownModel`. */
  readonly model: StandInModel;
  /** Opens a window, signed in with the session; complaints of its browser fail the test. `at` is another base URL of the product. */
  visit(session?: BrowserSession, at?: string): Promise<Visitor>;
}

interface ProductOptions {
  /** Whether a stand-in model writes the replies, each of which counts against the daily limit; else the built-in companion does. */
  readonly hasModel?: boolean;
  /** Whether stand-ins of OpenAI and Anthropic test the keys of users, and the sign-in with Discord is offered. */
  readonly hasProviders?: boolean;
  /** What a model server of the operator's own replies, with the protocol of Ollama, to the messages that it gets, as JSON; and which model it has. */
  readonly ownModel?: OllamaModel & { readonly reply: (messages: string) => string };
  /** The pages of a website that companions can read, in HTML, by their paths. */
  readonly website?: Readonly<Record<string, string>>;
}

/** To be called once per file or `describe`, outside of its tests. */
export function theProduct({ hasModel = false, hasProviders = false, ownModel, website: pages }: ProductOptions = {}): Product {
  jest.setTimeout(STEP_MS);
  let stack: Stack | undefined;
  let model: StandInModel | undefined;
  let keyProviders: StandInKeyProviders | undefined;
  let website: Website | undefined;
  let browser: Browser | undefined;
  const visitors: Visitor[] = [];
  const running = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('the product runs inside of tests only');
    return thing;
  };
  beforeAll(async () => {
    if (hasModel || ownModel) {
      model = await startModel();
      const reply = ownModel?.reply ?? (() => 'Hello.');
      model.mock.on({ predicate: () => true }, ({ messages }) => ({ content: reply(JSON.stringify(messages)) }));
      if (ownModel) answerAsOllama(model, [ownModel]);
    }
    if (hasProviders) keyProviders = await startKeyProviders();
    if (pages) website = await aWebsite(pages);
    const ofModel = model && (ownModel ? { LOCAL_LLM_BASE_URL: model.baseUrl, LOCAL_LLM_MODEL: ownModel.name } : model.env);
    const env = { ...ofModel, ...(website && { HTTPS_PROXY: website.proxyUrl }) };
    const isUsual = Object.keys(env).length === 0;
    const started = keyProviders ? startWithProviders(keyProviders) : isUsual ? aStack() : startStack(env);
    [stack, browser] = await Promise.all([started, launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    await Promise.all([model?.stop(), keyProviders?.stop(), website?.stop()]);
  });
  afterEach(() => {
    expect(visitors.flatMap(({ complaints }) => complaints.splice(0))).toEqual([]);
  });
  return {
    get stack() {
      return running(stack);
    },
    get keyProviders() {
      return running(keyProviders);
    },
    get website() {
      return running(website);
    },
    get model() {
      return running(model);
    },
    visit: async (session, at = running(stack).baseUrl) => {
      const visitor = await aVisitor(running(browser), at, session);
      visitors.push(visitor);
      return visitor;
    },
  };
}

/** The address is known before the start, because Discord sends people back to it. */
async function startWithProviders({ env }: StandInKeyProviders): Promise<Stack> {
  const port = await freePort();
  const PUBLIC_URL = `http://127.0.0.1:${port}`;
  const client = { clientId: '700000000000000001', clientSecret: 'journey-client-secret' };
  const discord = { DISCORD_CLIENT_ID: client.clientId, DISCORD_CLIENT_SECRET: client.clientSecret };
  const stack = await startStack({ ...env, ...discord, PORT: String(port), PUBLIC_URL });
  await stack.discord.offerSignIn({ ...client, redirectUri: `${PUBLIC_URL}/auth/discord` });
  return stack;
}
