import { describe, expect, it } from '@jest/globals';
import { parseDestinations } from './destinations.js';

const LIST = 'https://api.example.org/v1 https://*.example.net smtp://user:p%20w@mail.example.org http://[fd00::1]:8080';

describe('the destinations of a service', () => {
  const destinations = parseDestinations(`  ${LIST}\n`);

  it.each([
    ['api.example.org', 443],
    ['API.example.org.', 443],
    ['mail.example.org', 587],
    ['fd00::1', 8080],
  ])('include the host and port of each URL: %s:%i', (host, port) => {
    expect(destinations.find(host, port)).toBe('any address');
  });

  it.each(['a.example.net', 'a.b.example.net'])('include the names below a wildcard, at public addresses: %s', (host) => {
    expect(destinations.find(host, 443)).toBe('public address');
  });

  it.each([
    ['api.example.org', 80],
    ['api.example.org', Number.NaN],
    ['example.org', 443],
    ['evil-api.example.org', 443],
    ['api.example.org.evil.test', 443],
    ['example.net', 443],
    ['badexample.net', 443],
    ['mail.example.org', 25],
    ['127.0.0.1', 443],
    ['redis', 6379],
    ['', 443],
  ])('include nothing else: %s:%i [S52]', (host, port) => {
    expect(destinations.find(host, port)).toBeUndefined();
  });

  it('include with "public" all public hosts on the ports of the web and no other port [S52]', () => {
    const web = parseDestinations('public');
    expect([web.find('example.org', 80), web.find('example.org', 443)]).toEqual(['public address', 'public address']);
    for (const port of [22, 25, 5432, 6379, 8080]) expect(web.find('example.org', port)).toBeUndefined();
  });

  it('are told as people read them', () => {
    expect(destinations.hosts).toEqual(['api.example.org', '*.example.net', 'mail.example.org:587', '[fd00::1]:8080']);
    expect(parseDestinations('public https://a.test https://a.test/x').hosts).toEqual(['public', 'a.test']);
    expect(parseDestinations('').hosts).toEqual([]);
  });

  it('include nothing when the list is empty [S52]', () => {
    expect(parseDestinations('').find('api.example.org', 443)).toBeUndefined();
  });

  it.each(['api.example.org', 'https://', 'https://*.*.example.org', 'ftp://example.org', 'https://a*.example.org', 'https://*'])(
    'cannot be read from %j, and the error holds no part of it',
    (word) => {
      expect(() => parseDestinations(`public ${word}`)).toThrow(/^EGRESS_ALLOW: entry \d is neither a URL nor "public"$/);
    },
  );
});
