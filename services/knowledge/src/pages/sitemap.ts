/** What one file of a sitemap lists: pages, or further files. */
export interface Sitemap {
  readonly kind: 'pages' | 'sitemaps';
  /** Looked for one after the other, as far as they are read. */
  readonly addresses: Iterable<string>;
}

/** Lines or locations of one file, with those that are no addresses; far more than are read. */
const MAX_ENTRIES = 5000;
const LOCATION = /<loc>\s{0,100}(?:<!\[CDATA\[)?([^<\]]{1,2100})/gi;
const LINE = /^(.{0,2100})$/gm;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Reads a sitemap (https://www.sitemaps.org): XML, or a text with one address a line. What is none lists nothing. */
export function parseSitemap(text: string): Sitemap {
  const kind = /<sitemapindex[\s>]/i.test(text) ? 'sitemaps' : 'pages';
  return { kind, addresses: addressesIn(text) };
}

function* addressesIn(text: string): Generator<string> {
  const isXml = /^\s*</.test(text);
  let entries = 0;
  for (const [, entry = ''] of text.matchAll(isXml ? LOCATION : LINE)) {
    const address = (isXml ? withCharacters(entry) : entry).trim();
    if (/^https?:\/\//i.test(address)) yield address;
    entries += 1;
    if (entries === MAX_ENTRIES) return;
  }
}

const withCharacters = (xml: string): string =>
  xml.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_entity, name: string) => ENTITIES[name] ?? '');
