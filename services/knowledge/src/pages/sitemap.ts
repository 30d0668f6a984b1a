/** What one file of a sitemap lists: pages, or further files. */
export interface Sitemap {
  readonly kind: 'pages' | 'sitemaps';
  readonly addresses: readonly string[];
}

/** Of one file; far more than are read. */
const MAX_ADDRESSES = 5000;
const LOCATION = /<loc>\s{0,100}(?:<!\[CDATA\[)?([^<\]]{1,2100})/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Reads a sitemap (https://www.sitemaps.org): XML, or a text with one address a line. What is none lists nothing. */
export function parseSitemap(text: string): Sitemap {
  const kind = /<sitemapindex[\s>]/i.test(text) ? 'sitemaps' : 'pages';
  const found = text.trimStart().startsWith('<') ? locationsIn(text) : text.split(/\r\n?|\n/);
  const addresses = found.map((address) => address.trim()).filter((address) => /^https?:\/\//i.test(address));
  return { kind, addresses: addresses.slice(0, MAX_ADDRESSES) };
}

const locationsIn = (xml: string): string[] =>
  Array.from(xml.matchAll(LOCATION), ([, address = '']) =>
    address.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_entity, name: string) => ENTITIES[name] ?? ''),
  );
