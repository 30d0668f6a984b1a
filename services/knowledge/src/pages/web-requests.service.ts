import { FairScheduler, RateLimiter, REDIS, type FairSchedulerOptions } from '@kith/kit';
import { MAX_FETCHED_CHARS, type OutputOf, type ParsedInputOf, type webRequests } from '@kith/proto';
import type { Provider } from '@nestjs/common';
import { Extractor } from '../extraction/extractor.js';
import { pageError } from './page-address.js';
import { bodyOf, PageFetcher } from './page-fetcher.js';

/** By the commands of all owners together, redirects included, so that nobody can make Kith flood a website. */
const PER_HOST = { name: 'knowledge-fetched-hosts', points: 120, windowS: 60, wait: 'window' } as const;
const TIMEOUT_MS = 4000;
const MAX_HEADERS = 10;
/** What a command may say to a website; all others could deceive proxies or the website about who asks. */
const ALLOWED_HEADER = /^(?:accept|accept-language|authorization|x-[a-z0-9-]{1,50})$/i;
const FORWARDING_HEADER = /^x-(?:forwarded|real-ip|original|http-method|rewrite)/i;
// A header of anything but these could end it and begin another one.
const HEADER_VALUE = /^[\t\x20-\x7E]*$/;

/** How owners share the reading of pages for replies: each takes a connection for up to ten seconds. */
const PAGE_POOL = {
  capacity: 16,
  maxWaiting: 64,
  maxWaitingPerKey: 8,
  maxRunningPerKey: 4,
  maxRunningPerKeyWhileOthersWait: 2,
} satisfies FairSchedulerOptions;

/** Reads texts of the public internet for custom commands (docs/decisions.md K7) and for replies (T18). */
export class WebRequests {
  private readonly pagePool = new FairScheduler(PAGE_POOL);

  constructor(
    private readonly pages: PageFetcher,
    private readonly extractor: Extractor,
    private readonly perHost: Pick<RateLimiter, 'consume'>,
  ) {}

  /** The text of a page or PDF. UNSUPPORTED_MEDIA, RATE_LIMITED, OVERLOADED. */
  async readPage({
    userId,
    plan,
    address,
    maxChars,
  }: ParsedInputOf<typeof webRequests.readPage>): Promise<OutputOf<typeof webRequests.readPage>> {
    const user = { key: userId, plan };
    const { document } = await this.pagePool.run(user, () => this.pages.fetch(address));
    const { text, isTruncated } = await this.extractor.extract(user, document, maxChars);
    return { text, isCut: isTruncated };
  }

  async get({ url, hosts, headers }: ParsedInputOf<typeof webRequests.get>): Promise<OutputOf<typeof webRequests.get>> {
    const names = Object.entries(headers);
    if (names.length > MAX_HEADERS) throw pageError(`A request has at most ${MAX_HEADERS} headers.`);
    for (const [name, value] of names)
      if (!ALLOWED_HEADER.test(name) || FORWARDING_HEADER.test(name) || !HEADER_VALUE.test(value))
        throw pageError('Only the headers accept, accept-language, authorization and those that begin with x- can be sent.');
    const request = {
      address: url,
      headers: { ...COMMON_HEADERS, ...Object.fromEntries(names.map(([name, value]) => [name.toLowerCase(), value])) },
      isAllowedHost: (host: string) => hosts.includes(host),
      beforeRequest: ({ hostname }: URL) => this.perHost.consume(hostname),
      timeoutMs: TIMEOUT_MS,
    };
    return this.pages.read(request, async (response) => ({
      status: response.status,
      contentType: (response.headers.get('content-type') ?? '').slice(0, 200),
      body: (await bodyOf(response, MAX_FETCHED_CHARS)).toString('utf8'),
    }));
  }
}

export const webRequestsProvider: Provider = {
  provide: WebRequests,
  inject: [PageFetcher, Extractor, REDIS],
  useFactory: (pages: PageFetcher, extractor: Extractor, redis: ConstructorParameters<typeof RateLimiter>[0]) =>
    new WebRequests(pages, extractor, new RateLimiter(redis, PER_HOST)),
};

const COMMON_HEADERS = { 'user-agent': 'Kith (custom command)', accept: '*/*', 'accept-encoding': 'gzip, deflate, br' };
