import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Pause, type TaskOptions } from '@kith/kit';
import { AppError } from '@kith/proto';
import { MAX_EXTRACTED_CHARS, type UnreadPictures } from '../extraction/extraction.js';
import type { Extractor } from '../extraction/extractor.js';
import { pageError } from '../pages/page-address.js';
import type { PageFetcher } from '../pages/page-fetcher.js';
import { SiteRobots } from '../pages/site-robots.js';
import { parseSitemap } from '../pages/sitemap.js';

/** The text of a website, and how many of its pages it is. */
export interface ReadSite {
  readonly text: string;
  readonly read: number;
  /** With the first one. */
  readonly total: number;
  /** Whether the rest was left out because there was enough text. */
  readonly isTruncated: boolean;
  /** In the pages that were read. */
  readonly unreadPictures: UnreadPictures;
}

type ReadPage = Pick<ReadSite, 'text' | 'unreadPictures'>;

interface Site {
  readonly start: URL;
  readonly robots: SiteRobots;
  readonly user: TaskOptions;
  /** Whether an earlier text would be lost. */
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
/** Addresses of sitemaps, with those that may not be read; further ones are not counted. */
const MAX_EXAMINED = 1000;
const MAX_SITEMAPS = 5;
const MAX_SITEMAP_BYTES = 5_000_000;
/** A server that answers so has no such file. */
const ABSENT: ReadonlySet<number> = new Set([404, 410]);
const decompress = promisify(gunzip);

/** Reads the pages that a website lists in its sitemap and lets programs read (robots.txt), the given one first. */
export class SiteReader {
  constructor(
    private readonly pages: PageFetcher,
    private readonly extractor: Pick<Extractor, 'extract'>,
    private readonly limits: SiteLimits = LIMITS,
  ) {}

  /** UNSUPPORTED_MEDIA when the first page cannot or may not be read; with `isKnown` also when the sitemap or most of the others cannot. */
  async read(user: TaskOptions, address: string, isKnown: boolean): Promise<ReadSite> {
    const end = Date.now() + this.limits.timeoutMs;
    const start = URL.parse(address);
    if (!start) throw pageError('This is not a valid address.');
    const site: Site = { start, robots: new SiteRobots(this.pages, isOfSite(start)), user, isKnown };
    // Before the time of the first page begins.
    await site.robots.requireAllowed(start);
    const first = await this.readPage(site, start);
    const listed = await this.listed(site);
    const others = listed.slice(0, this.limits.maxPages - 1);
    const texts = [first.text];
    let chars = first.text.length;
    let { unreadPictures } = first;
    let failures = 0;
    for (const [place, page] of others.entries()) {
      if (chars >= MAX_EXTRACTED_CHARS) break;
      if (Date.now() > end) {
        failures += others.length - place;
        break;
      }
      // One after the other, because a website is not to be flooded.
      // oxlint-disable-next-line no-await-in-loop
      await after(this.limits.pauseMs);
      // oxlint-disable-next-line no-await-in-loop
      const read = await this.readPage(site, page).catch(skipUnreadable);
      chars += read.text.length;
      unreadPictures = sumOf(unreadPictures, read.unreadPictures);
      if (read.text === '') failures += 1;
      else texts.push(read.text);
    }
    if (isKnown && failures > texts.length) throw pageError('Most pages of this website could not be read.');
    const text = texts.join('\n\n');
    const isTruncated = text.length > MAX_EXTRACTED_CHARS;
    return {
      text: Buffer.from(text.slice(0, MAX_EXTRACTED_CHARS)).toString(),
      read: texts.length,
      total: listed.length + 1,
      isTruncated,
      unreadPictures,
    };
  }

  /** Below its address, so that a passage says where it stands. */
  private async readPage({ start, robots, user }: Site, page: URL): Promise<ReadPage> {
    const rules = { isAllowedHost: isOfSite(start), beforeRequest: (url: URL) => robots.requireAllowed(url) };
    const { document } = await this.pages.fetch(page.href, rules);
    const { text, unreadPictures = 0 } = await this.extractor.extract(user, document, MAX_EXTRACTED_CHARS);
    return { text: `# ${page.href}\n\n${text}`, unreadPictures };
  }

  /** The other pages of this website that its sitemaps list and that may be read. */
  private async listed(site: Site): Promise<URL[]> {
    const { start, robots } = site;
    const { sitemaps } = await robots.of(start);
    const named = sitemaps.flatMap((address) => siteUrl(start, address) ?? []);
    const waiting = named.length > 0 ? named : [new URL('/sitemap.xml', start)];
    const pages = new Map<string, URL>();
    // Many rules for many addresses take a while.
    const pause = new Pause();
    let examined = 0;
    for (let read = 0; read < MAX_SITEMAPS; read += 1) {
      const file = waiting.shift();
      if (!file) break;
      // oxlint-disable-next-line no-await-in-loop
      const { kind, addresses } = parseSitemap(await this.sitemap(site, file));
      for (const address of addresses) {
        if (examined >= MAX_EXAMINED || (kind === 'sitemaps' && waiting.length >= MAX_SITEMAPS)) break;
        examined += 1;
        const url = siteUrl(start, address);
        if (url && kind === 'sitemaps') waiting.push(url);
        // oxlint-disable-next-line no-await-in-loop
        else if (url && (await robots.mayBeListed(url))) pages.set(url.href, url);
        // oxlint-disable-next-line no-await-in-loop
        await pause.ifDue();
      }
    }
    pages.delete(withoutHash(start).href);
    return [...pages.values()];
  }

  /** Empty when there is none, or when it cannot be read the first time: the page itself is read all the same. */
  private async sitemap({ start, isKnown }: Site, file: URL): Promise<string> {
    try {
      const { status, bytes } = await this.pages.fetchFile(file.href, isOfSite(start), MAX_SITEMAP_BYTES);
      if (ABSENT.has(status)) return '';
      if (status !== 200) throw new Error(`status ${status}`);
      const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
      return (isCompressed ? await decompress(bytes, { maxOutputLength: MAX_SITEMAP_BYTES }) : bytes).toString();
    } catch {
      if (isKnown) throw pageError('The list of the pages of this website (sitemap) could not be read.');
      return '';
    }
  }
}

/** A page that is missing, or no text, does not keep the others from being read. */
function skipUnreadable(error: unknown): ReadPage {
  if (error instanceof AppError && error.code === 'UNSUPPORTED_MEDIA') return { text: '', unreadPictures: 0 };
  throw error;
}

const sumOf = (one: UnreadPictures, other: UnreadPictures): UnreadPictures =>
  one === 'some' || other === 'some' ? 'some' : one + other;

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
