import { describe, expect, it } from '@jest/globals';
import { paths } from './paths.js';
import { returnPath } from './return-path.js';

describe('the page to return to after sign-in', () => {
  it.each([
    '/bots/7c0f8a4e-6f5b-4a1e-9d1c-0a3f6a6f1a11/edit',
    '/pricing?plan=basic',
    '/settings?tab=security#sessions',
    '/bots/caf%C3%A9',
    '/authors',
  ])('is a path of this site: %s', (path) => {
    expect(returnPath(path)).toBe(path);
  });

  it.each([
    ['another site', 'https://evil.example/'],
    ['a script', 'javascript:alert(1)'],
    ['an address without a scheme', '//evil.example'],
    ['a backslash', '/\\evil.example'],
    ['two backslashes', '\\\\evil.example'],
    ['a tab between two slashes', '/\t/evil.example'],
    ['a line break between two slashes', '/\n/evil.example'],
    ['a dot between two slashes', '/.//evil.example'],
    ['a parent folder before two slashes', '/a/..//evil.example'],
    ['an encoded dot between two slashes', '/%2e//evil.example'],
    ['a relative path', 'dashboard'],
    ['nothing', ''],
    ['an endless path', `/${'x'.repeat(600)}`],
    ['the sign-in page', '/auth?return=%2Fdashboard'],
    ['a page below the sign-in page', '/auth/discord'],
    ['an invalid address', '//['],
  ])('is not %s', (_name, value) => {
    expect(returnPath(value)).toBeUndefined();
  });

  it.each(['%2F%2Fevil.example', '%2F%5Cevil.example', '%2F%09%2Fevil.example', '%5C%5Cevil.example'])(
    'is not another site in the encoded form that an address has: %s',
    (encoded) => {
      expect(returnPath(new URLSearchParams(`return=${encoded}`).get('return'))).toBeUndefined();
    },
  );

  it.each(['/%2F%2Fevil.example', '/%5Cevil.example'])('stays on this site when only its own text is encoded: %s', (path) => {
    expect(new URL(returnPath(path) ?? '', location.origin).origin).toBe(location.origin);
  });

  it('is part of the address of the sign-in page, except for the dashboard', () => {
    expect(paths.auth('login', '/bots/1?a=b')).toBe('/auth?tab=login&return=%2Fbots%2F1%3Fa%3Db');
    expect(paths.auth(undefined, '/dashboard')).toBe('/auth');
    expect(paths.auth('register')).toBe('/auth?tab=register');
  });
});
