import { describe, expect, it, jest } from '@jest/globals';
import { parseRobots } from './robots.js';
import { parseSitemap } from './sitemap.js';

describe('robots.txt', () => {
  const COMMON = `
    # for everyone
    User-agent: *
    Disallow: /private/
    Allow: /private/open
    Disallow: /*.pdf$
    Disallow: /find?*sort=
    Disallow:
    Sitemap: https://example.org/map.xml # the only one
  `;
  it.each([
    ['/', true],
    ['/privately', true],
    ['/private/', false],
    ['/private/a', false],
    ['/private/open/b', true],
    ['/files/a.pdf', false],
    ['/files/a.pdf.html', true],
    ['/a.pdf/b.pdf', false],
    ['/find?q=1', true],
    ['/find?q=1&sort=new', false],
  ])('decides about %s by its longest pattern: %s', (path, isAllowed) => {
    expect(parseRobots(COMMON).isAllowed(path)).toBe(isAllowed);
  });

  it('has rules of its own for kith, which replace those for everyone, and lists sitemaps wherever they stand', () => {
    const robots = parseRobots(
      `${COMMON}\nUser-agent: other\nUser-Agent: KITH\nDisallow: /kith\nSitemap:/second.xml\nAllow: /kith`,
    );
    expect(['/private/a', '/kith'].map((path) => robots.isAllowed(path))).toEqual([true, true]);
    expect(robots.sitemaps).toEqual(['https://example.org/map.xml', '/second.xml']);
    expect(parseRobots('user-agent: kith\n\ndisallow: /').isAllowed('/a')).toBe(false);
  });

  it.each([
    ['nothing', ''],
    ['a page', '<html><body>Not found</body></html>'],
    ['rules for others only', 'User-agent: other\nDisallow: /'],
    ['rules without a group', 'Disallow: /'],
  ])('allows everything when it is %s', (_what, text) => {
    expect(parseRobots(text)).toMatchObject({ sitemaps: [] });
    expect(parseRobots(text).isAllowed('/any')).toBe(true);
  });

  it('counts with 500 patterns of at most 20 wildcards each, and is taken apart once, not again for each address', () => {
    const rule = (wildcards: number) => `Disallow: ${'/*a'.repeat(wildcards)}b`;
    const path = (parts: number) => `${'/xa'.repeat(parts)}b`;
    const robots = parseRobots(
      ['User-agent: *', rule(21), rule(20), ...Array<string>(499).fill('Disallow: /no'), 'Disallow: /late'].join('\n'),
    );
    const split = jest.spyOn(String.prototype, 'split');
    expect([path(20), path(21).replace('b', ''), '/no', '/late'].map((asked) => robots.isAllowed(asked))).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(split).not.toHaveBeenCalled();
    split.mockRestore();
    expect(parseRobots(`User-agent: *\n${rule(21)}`).isAllowed(path(21))).toBe(true);
    expect(parseRobots(`User-agent: *\nDisallow: /${'*'.repeat(100)}x`).isAllowed('/a/x')).toBe(false);
  });

  it('is read up to its line 20,000 and its sitemap 100', () => {
    const lines = (count: number) => `User-agent: *\n${'#\n'.repeat(count)}Disallow: /`;
    expect([19_998, 19_999].map((count) => parseRobots(lines(count)).isAllowed('/'))).toEqual([false, true]);
    expect(parseRobots('Sitemap: /a\n'.repeat(101)).sitemaps).toHaveLength(100);
  });
});

describe('a sitemap', () => {
  const listed = (text: string) => {
    const { kind, addresses } = parseSitemap(text);
    return { kind, addresses: [...addresses] };
  };

  it('lists pages in XML, with entities and CDATA, or as lines of text', () => {
    const xml = `<?xml version="1.0"?><urlset><url><loc> https://a.org/?a=1&amp;b=2 </loc></url><url><loc><![CDATA[https://a.org/c]]></loc></url>
      <url><loc>ftp://a.org/</loc></url><url><loc></loc></url></urlset>`;
    expect(listed(xml)).toEqual({ kind: 'pages', addresses: ['https://a.org/?a=1&b=2', 'https://a.org/c'] });
    expect(listed('https://a.org/1\r\n\nhttps://a.org/2\n')).toEqual({
      kind: 'pages',
      addresses: ['https://a.org/1', 'https://a.org/2'],
    });
  });

  it('lists further sitemaps when it is an index', () => {
    const xml = '<sitemapindex xmlns="x"><sitemap><loc>https://a.org/1.xml</loc></sitemap></sitemapindex>';
    expect(listed(xml)).toEqual({ kind: 'sitemaps', addresses: ['https://a.org/1.xml'] });
  });

  it('lists nothing when it is something else', () => {
    expect(listed('<html><p>Not found</p></html>').addresses).toEqual([]);
    expect(listed(`<loc>${' '.repeat(1_000_000)}`).addresses).toEqual([]);
  });

  it.each([
    ['lines', '\n', 'https://a.org/\n'],
    ['lines of words', 'none\n', 'https://a.org/\n'],
    ['locations', '<loc>none</loc>', '<loc>https://a.org/</loc>'],
  ])('is read up to 5,000 %s, with those that are no addresses', (_what, other, one) => {
    expect(listed(one.repeat(5001)).addresses).toHaveLength(5000);
    const start = other.startsWith('<') ? '<urlset>' : 'https://a.org/0\n';
    const found = [4998, 5000].map((count) => listed(start + other.repeat(count) + one).addresses.at(-1));
    expect(found).toEqual(['https://a.org/', start.startsWith('<') ? undefined : 'https://a.org/0']);
  });
});
