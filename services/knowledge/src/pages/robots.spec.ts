import { describe, expect, it } from '@jest/globals';
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

  it('is read in a moment when it is hostile', () => {
    const robots = parseRobots(`User-agent: *\n${'Disallow: /*a*a*a*a*a*a*a*a*b$\n'.repeat(5000)}`);
    expect(robots.isAllowed(`/${'a'.repeat(2000)}`)).toBe(true);
  });
});

describe('a sitemap', () => {
  it('lists pages in XML, with entities and CDATA, or as lines of text', () => {
    const xml = `<?xml version="1.0"?><urlset><url><loc> https://a.org/?a=1&amp;b=2 </loc></url><url><loc><![CDATA[https://a.org/c]]></loc></url>
      <url><loc>ftp://a.org/</loc></url><url><loc></loc></url></urlset>`;
    expect(parseSitemap(xml)).toEqual({ kind: 'pages', addresses: ['https://a.org/?a=1&b=2', 'https://a.org/c'] });
    expect(parseSitemap('https://a.org/1\r\n\nhttps://a.org/2\n')).toEqual({
      kind: 'pages',
      addresses: ['https://a.org/1', 'https://a.org/2'],
    });
  });

  it('lists further sitemaps when it is an index', () => {
    const xml = '<sitemapindex xmlns="x"><sitemap><loc>https://a.org/1.xml</loc></sitemap></sitemapindex>';
    expect(parseSitemap(xml)).toEqual({ kind: 'sitemaps', addresses: ['https://a.org/1.xml'] });
  });

  it('lists nothing when it is something else, and 5,000 addresses at most', () => {
    expect(parseSitemap('<html><p>Not found</p></html>').addresses).toEqual([]);
    expect(parseSitemap('<loc>https://a.org/</loc>'.repeat(6000)).addresses).toHaveLength(5000);
    expect(parseSitemap(`<loc>${' '.repeat(1_000_000)}`).addresses).toEqual([]);
  });
});
