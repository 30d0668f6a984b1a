import { chromium, type Browser, type Page } from 'playwright-core';

export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 320, height: 720 };
/** Upper bound for an element to appear, also on busy machines. */
const TIMEOUT_MS = 30_000;
// Switches off the requests that Chromium makes by itself.
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  // Pages live for seconds only: what would make them fast later, and processes of their own for parts of them, cost a quarter of the time.
  '--js-flags=--no-opt --no-maglev --max-lazy --single-threaded-gc',
  '--in-process-gpu',
];

/** A browser window with the console errors, warnings and policy reports of its pages. */
export interface Visitor {
  readonly page: Page;
  readonly complaints: string[];
  /** Complaints that match are provoked by the test and are not counted from now on. */
  expects(complaint: RegExp): void;
  close(): Promise<void>;
}

/** What a browser holds of a session. */
export interface BrowserSession {
  /** In local storage. */
  readonly token: string;
  readonly cookies?: readonly { readonly name: string; readonly value: string }[];
}

interface VisitorOptions extends Partial<BrowserSession> {
  readonly viewport?: { readonly width: number; readonly height: number };
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: CHROMIUM_ARGS });

/** Opens a window with its own profile. */
export async function aVisitor(
  browser: Browser,
  baseUrl: string,
  { token, cookies = [], viewport = WIDE }: VisitorOptions = {},
): Promise<Visitor> {
  const localStorage = token === undefined ? [] : [{ name: 'token', value: token }];
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: new URL(baseUrl).origin, localStorage }] },
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: baseUrl })));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      // oxlint-disable-next-line no-console -- the listener below reads the console
      console.error(`policy: ${violatedDirective} refused ${blockedURI} of ${sourceFile}`),
    );
  });
  // Without a session the current user is answered with 401, which Chromium logs.
  const expected = [/401.*\/api\/auth\/user$/];
  const complaints: string[] = [];
  const complain = (text: string): void => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  context.on('page', (opened) => listen(opened, complain));
  const page = await context.newPage();
  return { page, complaints, expects: (complaint) => expected.push(complaint), close: () => context.close() };
}

/** Reports errors, warnings, dialogs and content policy reports, each with its URL. */
function listen(page: Page, complain: (text: string) => void): void {
  page.on('pageerror', (error) => complain(`${error.message} on ${page.url()}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complain(`${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/api/csp-reports')) complain(`policy report: ${request.postData() ?? ''}`);
  });
  page.on('dialog', (dialog) => {
    // The browser itself asks before unsaved work is left; any other dialog was opened by a script.
    if (dialog.type() !== 'beforeunload') complain(`dialog: ${dialog.message()}`);
    void dialog.accept().catch(() => undefined);
  });
}
