import { chromium, type Browser, type Page } from 'playwright-core';

export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 320, height: 720 };
/** How long something may take to show up, on machines that may be busy. */
const PATIENCE_MS = 30_000;
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
  /** From now on a complaint that fits is what the test provokes, and is not counted. */
  expects(complaint: RegExp): void;
  close(): Promise<void>;
}

interface VisitorOptions {
  /** Signed in by it, as a browser is that was here before. */
  readonly token?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: CHROMIUM_ARGS });

/** Opens a window with a profile of its own. */
export async function aVisitor(
  browser: Browser,
  baseUrl: string,
  { token, viewport = WIDE }: VisitorOptions = {},
): Promise<Visitor> {
  const localStorage = token === undefined ? [] : [{ name: 'token', value: token }];
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: new URL(baseUrl).origin, localStorage }] },
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      // oxlint-disable-next-line no-console -- this is how it reaches the listener below
      console.error(`policy: ${violatedDirective} refused ${blockedURI} of ${sourceFile}`),
    );
  });
  // Nobody is signed in: that is asked with a 401, which Chromium logs.
  const expected = [/401.*\/api\/auth\/user$/];
  const complaints: string[] = [];
  const complain = (text: string): void => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  context.on('page', (opened) => listen(opened, complain));
  const page = await context.newPage();
  return { page, complaints, expects: (complaint) => expected.push(complaint), close: () => context.close() };
}

/** Errors, warnings, dialogs and reports of the content policy, each with the address it came from. */
function listen(page: Page, complain: (text: string) => void): void {
  page.on('pageerror', (error) => complain(`${error.message} on ${page.url()}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complain(`${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/api/csp-reports')) complain(`policy report: ${request.postData() ?? ''}`);
  });
  page.on('dialog', (dialog) => {
    // The question before unsaved work is left is the browser's own; all others would be somebody's script.
    if (dialog.type() !== 'beforeunload') complain(`dialog: ${dialog.message()}`);
    void dialog.accept().catch(() => undefined);
  });
}
