import { setTimeout as after } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { TaskOptions } from '@kith/kit';
import { AppError } from '@kith/proto';
import { MAX_EXTRACTED_CHARS } from '../extraction/extraction.js';
import type { Extractor } from '../extraction/extractor.js';
import { pageError } from '../pages/page-address.js';
import type { PageFetcher } from '../pages/page-fetcher.js';
import { ALL_ALLOWED, parseRobots, type Robots } from '../pages/robots.js';
import { parseSitemap } from '../pages/sitemap.js';
import { Pause } from '../search/pause.js';

/** The text of a website, and how many of its pages it is. */
export interface ReadSite {
  readonly text: string;
  readonly read: number;
  /** With the first one. */
  readonly total: number;
  /** Whether the rest was left out because there was enough text. */
  readonly isTruncated: boolean;
}

interface Search {
  readonly start: URL;
  readonly robots: Robots;
  /** In milliseconds, as `Date.now()`. */
  readonly end: number;
  readonly isKnown: boolean;
}

export interface SiteLimits {
  /** Between two pages, so that no website is flooded. */
  readonly pauseMs: number;
  /** For the whole website. */
  readonly timeoutMs: number;
  /** With the first one. */
  readonly maxPages: number;
}

const LIMITS: SiteLimits = { pauseMs: 500, timeoutMs: 240_000, maxPages: 50 };
/** More are not counted. */
const MAX_LISTED = 1000;
const MAX_SITEMAPS = 5;
const MAX_ROBOTS_BYTES = 500_000;
const MAX_SITEMAP_BYTES = 5_000_000;

/** Reads the pages that a website lists in its sitemap and lets programs read (robots.txt), the given one first. */
export class SiteReader {
  constructor(
    private readonly pages: PageFetcher,
    private readonly extractor: Extractor,
    private readonly limits: SiteLimits = LIMITS,
  ) {}

  /** UNSUPPORTED_MEDIA when the first page cannot or may not be read; with `isKnown` also when most of the others cannot. */
  async read(user: TaskOptions, address: string, isKnown: boolean): Promise<ReadSite> {
    const end = Date.now() + this.limits.timeoutMs;
    const start = URL.parse(address);
    if (!start) throw pageError('This is not a valid address.');
    const robots = await this.robotsOf(start);
    if (!robots.isAllowed(pathOf(start))) throw pageError('This website does not let programs read this page (robots.txt).');
    const first = await this.readPage(user, start, start);
    const listed = await this.listed({ start, robots, end, isKnown });
    const texts = [first];
    let chars = first.length;
    let failures = 0;
    for (const page of listed.slice(0, this.limits.maxPages - 1)) {
      if (chars >= MAX_EXTRACTED_CHARS || Date.now() > end) break;
      // One after the other, because a website is not to be flooded.
      // oxlint-disable-next-line no-await-in-loop
      await after(this.limits.pauseMs);
      // oxlint-disable-next-line no-await-in-loop
      const text = await this.readPage(user, start, page).catch(skipUnreadable);
      chars += text.length;
      if (text === '') failures += 1;
      else texts.push(text);
    }
    if (isKnown && failures > texts.length) throw pageError('Most pages of this website could not be read.');
    const text = texts.join('\n\n');
    const isTruncated = text.length > MAX_EXTRACTED_CHARS;
    return {
      text: Buffer.from(text.slice(0, MAX_EXTRACTED_CHARS)).toString(),
      read: texts.length,
      total: listed.length + 1,
      isTruncated,
    };
  }

  /** Below its address, so that a passage says where it stands. */
  private async readPage(user: TaskOptions, start: URL, page: URL): Promise<string> {
    const { document } = await this.pages.fetch(page.href, isOfSite(start));
    const { text } = await this.extractor.extract(user, document, MAX_EXTRACTED_CHARS);
    return `# ${page.href}\n\n${text}`;
  }

  /** Without a robots.txt everything may be read; when it cannot be read now, nothing (RFC 9309, 2.3.1). */
  private async robotsOf(start: URL): Promise<Robots> {
    const { status, bytes } = await this.pages.fetchFile(new URL('/robots.txt', start).href, isOfSite(start), MAX_ROBOTS_BYTES);
    if (status >= 500) throw pageError('This website does not say now what programs may read (robots.txt).');
    return status === 200 ? parseRobots(bytes.toString()) : ALL_ALLOWED;
  }

  /** The other pages of this website that its sitemaps list and that may be read. */
  private async listed({ start, robots, end, isKnown }: Search): Promise<URL[]> {
    const named = robots.sitemaps.flatMap((address) => siteUrl(start, address) ?? []);
    const waiting = named.length > 0 ? named : [new URL('/sitemap.xml', start)];
    const pages = new Map<string, URL>();
    // Many rules for many addresses take a while.
    const pause = new Pause();
    for (let read = 0; read < MAX_SITEMAPS; read += 1) {
      const file = waiting.shift();
      if (!file) break;
      // oxlint-disable-next-line no-await-in-loop
      const { kind, addresses } = parseSitemap(await this.sitemap(start, file, isKnown));
      const urls = addresses.flatMap((address) => siteUrl(start, address) ?? []);
      if (kind === 'sitemaps') waiting.push(...urls.slice(0, MAX_SITEMAPS));
      else
        for (const url of urls) {
          if (pages.size >= MAX_LISTED || Date.now() > end) break;
          if (robots.isAllowed(pathOf(url))) pages.set(url.href, url);
          // oxlint-disable-next-line no-await-in-loop
          await pause.ifDue();
        }
    }
    pages.delete(withoutHash(start).href);
    return [...pages.values()];
  }

  /** Empty when there is none, or when it cannot be read the first time: the page itself is read all the same. */
  private async sitemap(start: URL, file: URL, isKnown: boolean): Promise<string> {
    try {
      const { status, bytes } = await this.pages.fetchFile(file.href, isOfSite(start), MAX_SITEMAP_BYTES);
      if (status >= 500) throw new Error(`status ${status}`);
      if (status !== 200) return '';
      const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
      return (isCompressed ? gunzipSync(bytes, { maxOutputLength: MAX_SITEMAP_BYTES }) : bytes).toString();
    } catch {
      if (isKnown) throw pageError('The list of the pages of this website (sitemap) could not be read.');
      return '';
    }
  }
}

/** A page that is missing, or no text, does not keep the others from being read. */
function skipUnreadable(error: unknown): string {
  if (error instanceof AppError && error.code === 'UNSUPPORTED_MEDIA') return '';
  throw error;
}

const pathOf = ({ pathname, search }: URL): string => pathname + search;

function withoutHash(url: URL): URL {
  const copy = new URL(url);
  copy.hash = '';
  return copy;
}

/** Undefined for an address of another website. */
function siteUrl(start: URL, address: string): URL | undefined {
  const url = URL.parse(address, start.href);
  return url && url.port === start.port && isOfSite(start)(url.hostname) ? withoutHash(url) : undefined;
}

/** With or without `www.` it is the same website. */
const isOfSite =
  (start: URL) =>
  (host: string): boolean =>
    bare(host) === bare(start.hostname);
const bare = (host: string): string => host.replace(/^www\./, '');
