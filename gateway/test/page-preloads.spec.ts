import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.js';
import { open } from './http-client.js';

const PAGE = '<!doctype html><head><meta name="csp-nonce" content="__CSP_NONCE__"><title>Kith</title></head><body></body>';
const PRELOADS = {
  files: ['landing.js', 'shell.js', 'shell.css', 'dashboard.js', 'auth.js', 'bot.js', 'auth.css'].map((name) => `assets/${name}`),
  routes: [
    { path: '/', signedIn: [0], visitor: [0] },
    { path: '/auth', signedIn: [4, 6], visitor: [4, 6] },
    { path: '/dashboard', signedIn: [1, 2, 3], visitor: [4, 6] },
    { path: '/bots/:id', signedIn: [1, 5], visitor: [4] },
  ],
};

describe('the page of the web app', () => {
  let world: GatewayUnderTest;
  let cookie: string;

  beforeAll(async () => {
    world = await gatewayUnderTest({ web: { 'index.html': PAGE, 'page-preloads.json': JSON.stringify(PRELOADS) } });
    ({ cookie } = world.client());
  });
  afterAll(() => world.close());

  /** The paths that it preloads, in their order. */
  const preloadsOf = async (path: string, headers: Record<string, string> = {}): Promise<string[]> => {
    const { text } = await world.send('GET', path, { headers });
    return [...text.matchAll(/<link rel="(?:modulepreload|preload" as="style)" crossorigin href="([^"]+)">/g)].map(
      ([, href = '']) => href,
    );
  };

  it.each([
    ['/', ['/assets/landing.js']],
    ['/dashboard', ['/assets/shell.js', '/assets/shell.css', '/assets/dashboard.js']],
    ['/Dashboard/?upgrade=success', ['/assets/shell.js', '/assets/shell.css', '/assets/dashboard.js']],
    ['/bots/7', ['/assets/shell.js', '/assets/bot.js']],
    ['/bots/7/unknown', []],
    ['/nowhere', []],
    ['/auth', ['/assets/auth.js']],
  ])('preloads at %s for who is signed in what that route needs: %j', async (path, files) => {
    expect(await preloadsOf(path, { cookie: `kith=${cookie}` })).toEqual(files);
  });

  it.each([
    ['/', ['/assets/landing.js']],
    ['/auth', ['/assets/auth.js']],
    ['/dashboard', ['/assets/auth.js']],
    ['/bots/7', ['/assets/auth.js']],
  ])('preloads at %s for who is not signed in what they will see: %j', async (path, files) => {
    expect(await preloadsOf(path)).toEqual(files);
  });

  it('has its preloads in the head, and style sheets as such', async () => {
    const { text } = await world.send('GET', '/dashboard', { headers: { cookie: `kith=${cookie}` } });
    expect(text).toMatch(/<link rel="preload" as="style" crossorigin href="\/assets\/shell.css">.*<\/head><body>/);
  });

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['identity', null, (bytes: Buffer) => bytes],
    ['br;q=0.0, GZIP;q=0', null, (bytes: Buffer) => bytes],
  ])('is sent to who accepts %s compressed as %s', async (accepted, encoding, read) => {
    const answer = await open(world.baseUrl, 'GET', '/', { headers: { 'accept-encoding': accepted } });
    expect([answer.headers['content-encoding'] ?? null, answer.headers.vary]).toEqual([encoding, 'accept-encoding']);
    expect(read(await buffer(answer)).toString()).toMatch(
      /content="[A-Za-z0-9+/=]{20,}"><title>Kith<.title><link rel="modulepreload"/,
    );
  });
});
