import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SiteReader, type SiteLimits } from '../src/ingest/site-reader.js';
import { PUBLIC_INTERNET, PageFetcher } from '../src/pages/page-fetcher.js';

type Answer = string | { readonly status: number; readonly location?: string };

/** By host and path. */
const answers = new Map<string, Answer>();
const requested: string[] = [];
let web: Server;
let port: number;

beforeAll(async () => {
  web = createServer(({ headers, url }, response) => {
    const key = `${headers.host?.replace(/:.*/, '')}${url}`;
    requested.push(key);
    const answer = answers.get(key) ?? { status: 404 };
    if (typeof answer === 'string') return void response.writeHead(200, { 'content-type': 'text/plain' }).end(answer);
    const { status, location } = answer;
    response.writeHead(status, location === undefined ? {} : { location: `http://${location.replace('/', `:${port}/`)}` }).end();
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  port = (web.address() as AddressInfo).port;
});
afterAll(async () => {
  web.closeAllConnections();
  await new Promise((resolve) => web.close(resolve));
});
beforeEach(() => {
  answers.clear();
  requested.length = 0;
  answers.set('public.test/', 'Start.');
});

/** The pages of a website whose sitemap lists these hosts and paths. */
function list(...pages: string[]): void {
  const addresses = pages.map((page) => `http://${page.replace('/', `:${port}/`)}`);
  answers.set('public.test/sitemap.xml', addresses.join('\n'));
}
function read(isKnown = false, limits: Partial<SiteLimits> = {}) {
  const network = {
    ...PUBLIC_INTERNET,
    ports: [port],
    isAllowed: (ip: string) => ip === '127.0.0.1',
    lookup: (_host: string, answer: (error: null, found: { address: string; family: number }[]) => void) =>
      answer(null, [{ address: '127.0.0.1', family: 4 }]),
  };
  const extractor = {
    extract: (_user: unknown, { bytes }: { bytes: Buffer }) => {
      const text = bytes.toString();
      const unreadPictures = text.includes('[some]') ? ('some' as const) : text.split('[picture]').length - 1;
      return Promise.resolve({ text, isTruncated: false, unreadPictures });
    },
  };
  const reader = new SiteReader(new PageFetcher(network), extractor, {
    pauseMs: 0,
    timeoutMs: 60_000,
    maxPages: 50,
    ...limits,
  });
  return reader.read({ key: 'owner' }, `http://public.test:${port}/`, isKnown);
}
const errorWith = (words: string) => ({ code: 'UNSUPPORTED_MEDIA', message: expect.stringContaining(words) });

describe('a website', () => {
  it.each([401, 403, 429, 500, 503])(
    'whose sitemap answers %i keeps the text it had, and is read without the sitemap when it had none',
    async (status) => {
      answers.set('public.test/sitemap.xml', { status });
      await expect(read(true)).rejects.toMatchObject(errorWith('sitemap'));
      expect(await read()).toMatchObject({ read: 1, total: 1 });
    },
  );

  it.each([404, 410])('whose sitemap answers %i has none, and its page is read again', async (status) => {
    answers.set('public.test/sitemap.xml', { status });
    expect(await read(true)).toMatchObject({ read: 1, total: 1 });
  });

  it('says how many pictures in the pages that are read are not', async () => {
    answers.set('public.test/a', 'One [picture].');
    answers.set('public.test/', '[picture] and [picture]');
    list('public.test/a', 'public.test/missing');
    expect(await read()).toMatchObject({ read: 2, total: 3, unreadPictures: 3 });
    answers.set('public.test/a', 'A PDF [some].');
    expect(await read()).toMatchObject({ read: 2, total: 3, unreadPictures: 'some' });
  });

  it.each([429, 500])('whose robots.txt answers %i is not read', async (status) => {
    answers.set('public.test/robots.txt', { status });
    await expect(read()).rejects.toMatchObject(errorWith('robots.txt'));
    expect(requested).toEqual(['public.test/robots.txt']);
  });

  it('keeps the text it had when most of its pages were not reached in time, and is read in part when it had none', async () => {
    list('public.test/a', 'public.test/b');
    expect(await read(false, { timeoutMs: -1 })).toMatchObject({ read: 1, total: 3 });
    await expect(read(true, { timeoutMs: -1 })).rejects.toMatchObject(errorWith('Most pages'));
    expect(requested).not.toContain('public.test/a');
  });

  it('lists what is found among the first thousand addresses of its sitemap, with those that may not be read', async () => {
    answers.set('public.test/robots.txt', 'User-agent: *\nDisallow: /closed');
    answers.set('public.test/open', 'Open.');
    const closed = Array.from({ length: 1000 }, (_none, n) => `public.test/closed/${n}`);
    list(...closed.slice(1), 'public.test/open');
    expect(await read()).toMatchObject({ read: 2, total: 2 });
    list(...closed, 'public.test/open');
    expect(await read()).toMatchObject({ read: 1, total: 1 });
  });

  it('is not read by a redirect to a page that its robots.txt closes', async () => {
    answers.set('public.test/robots.txt', 'User-agent: *\nDisallow: /closed');
    answers.set('public.test/moved', { status: 302, location: 'public.test/closed' });
    answers.set('public.test/closed', 'Closed.');
    list('public.test/moved');
    expect((await read()).text).not.toContain('Closed');
    expect(requested).not.toContain('public.test/closed');
    answers.set('public.test/', { status: 302, location: 'public.test/closed' });
    await expect(read()).rejects.toMatchObject(errorWith('robots.txt'));
    expect(requested).not.toContain('public.test/closed');
  });

  it('is not read when its robots.txt is larger than 500 KB [S51]', async () => {
    answers.set('public.test/robots.txt', `User-agent: *\nAllow: /\n${'#'.repeat(500_001)}`);
    await expect(read()).rejects.toMatchObject(errorWith('larger than 500 KB'));
    expect(requested).not.toContain('public.test/');
  });

  it('is judged on each host by the robots.txt of that host, which is read once', async () => {
    answers.set('public.test/robots.txt', 'User-agent: *\nDisallow: /one');
    answers.set('www.public.test/robots.txt', 'User-agent: *\nDisallow: /two');
    answers.set('public.test/moved', { status: 302, location: 'www.public.test/two' });
    for (const page of ['one', 'two'])
      for (const host of ['public.test', 'www.public.test']) answers.set(`${host}/${page}`, host);
    list('public.test/one', 'public.test/two', 'www.public.test/one', 'www.public.test/two', 'public.test/moved');
    expect(await read()).toMatchObject({ read: 3, total: 4 });
    expect(requested.filter((key) => /(one|two)$/.test(key))).toEqual(['public.test/two', 'www.public.test/one']);
    expect(requested.filter((key) => key.endsWith('robots.txt'))).toHaveLength(2);
  });
});
