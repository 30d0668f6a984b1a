import { PageOutage, pageError } from './page-address.js';
import type { PageFetcher } from './page-fetcher.js';
import { ALL_ALLOWED, parseRobots, type Robots } from './robots.js';

const MAX_BYTES = 500_000;

/** What each host of a website lets programs read: with and without `www.` it may say different things. Each robots.txt is read once. */
export class SiteRobots {
  private readonly known = new Map<string, Promise<Robots>>();

  constructor(
    private readonly pages: Pick<PageFetcher, 'fetchFile'>,
    private readonly isOfSite: (host: string) => boolean,
  ) {}

  /** Without a robots.txt everything may be read. UNSUPPORTED_MEDIA when it cannot be read now: then nothing may (RFC 9309, 2.3.1). */
  of({ origin }: URL): Promise<Robots> {
    const robots = this.known.get(origin) ?? this.read(origin);
    this.known.set(origin, robots);
    return robots;
  }

  /** Also where the robots.txt cannot be read now, because it is asked again when the page is read. */
  async mayBeListed(page: URL): Promise<boolean> {
    const robots = await this.of(page).catch(() => ALL_ALLOWED);
    return robots.isAllowed(pathOf(page));
  }

  /** UNSUPPORTED_MEDIA when the page may not be read. */
  async requireAllowed(page: URL): Promise<void> {
    const robots = await this.of(page);
    if (!robots.isAllowed(pathOf(page))) throw pageError('This website does not let programs read this page (robots.txt).');
  }

  private async read(origin: string): Promise<Robots> {
    const { status, bytes } = await this.pages.fetchFile(new URL('/robots.txt', origin).href, this.isOfSite, MAX_BYTES);
    if (status >= 500 || status === 429)
      throw new PageOutage('This website does not say now what programs may read (robots.txt).');
    return status === 200 ? parseRobots(bytes.toString()) : ALL_ALLOWED;
  }
}

const pathOf = ({ pathname, search }: URL): string => pathname + search;
